/** The real tools some tests drive, and what is not tested without them. */
export const REAL_TOOLS = {
  'qemu-system-arm': 'the board rig over serial and GDB',
  'gdb-multiarch': 'sharing the target with a real GDB',
  'arm-none-eabi-gcc': 'the firmware rebuild check',
  'arm-none-eabi-gcov': 'comparing decoded counts with a real gcov',
  'riscv64-unknown-elf-gcc': 'firmware with boards/runtime for riscv32',
  'qemu-system-riscv32': 'firmware with boards/runtime on riscv32',
  openocd: 'reading memory through its Tcl and GDB ports',
  python3: 'sharing the target with a real GDB over a pseudo-terminal',
  socat: 'serial tests on pseudo-terminal pairs',
  busybox: 'fetching over the shell of an embedded Linux',
  tmux: 'the wizard on a second terminal',
};
