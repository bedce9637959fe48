#!/bin/sh
# build.sh BOARD WAY FOLDER - builds the example into FOLDER/pump.elf, with the notes beside it.
#   BOARD  mps2 (Cortex-M3, arm-none-eabi-gcc) or virt (riscv32, riscv64-unknown-elf-gcc)
#   WAY    section (-fprofile-info-section) or hook (constructors call our __gcov_init)
set -eu
board=$1 way=$2 out=$3
mkdir -p "$out"
out=$(cd "$out" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
case $board in
  mps2) CC=${CC:-arm-none-eabi-gcc}; cpu="-mcpu=cortex-m3 -mthumb"; shell=-DEXAMPLE_SHELL ;;
  virt) CC=${CC:-riscv64-unknown-elf-gcc}; cpu="-march=rv32imac -mabi=ilp32"; shell= ;;
  *) echo "build.sh: unknown board $board" >&2; exit 2 ;;
esac
case $way in
  section) cov="--coverage -fprofile-info-section"; define= ;;
  hook) cov=--coverage; define=-DOTTO_COV_INIT_HOOK ;;
  *) echo "build.sh: unknown way $way" >&2; exit 2 ;;
esac
flags="$cpu -Os -g -Wall -Wextra -ffreestanding -ffunction-sections -fdata-sections"
cd "$out"
for unit in pump alarm; do $CC $flags $cov -c "$here/$unit.c" -o "$out/$unit.o"; done
$CC $flags $define -c "$here/../otto_cov.c" -o otto_cov.o
$CC $flags $shell -I"$here/.." -c "$here/main.c" -o main.o
$CC $flags -c "$here/board-$board.c" -o board.o
$CC $cpu -nostdlib -nostartfiles -Wl,--gc-sections -Wl,--no-warn-rwx-segments -T "$here/$board.ld" \
  board.o main.o otto_cov.o pump.o alarm.o -lgcc -o pump.elf
