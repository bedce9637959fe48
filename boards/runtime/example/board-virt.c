/* QEMU virt (riscv32): start-up and the 16550 UART at 0x10000000. */
#include <stdint.h>
#include "board.h"

extern uint32_t bss_start[], bss_end[];
extern void (*init_array_start[])(void), (*init_array_end[])(void);
extern int main(void);

#define UART ((volatile uint8_t *)0x10000000)

void board_init(void) {}
void board_putc(int c) { while (!(UART[5] & 0x20)) {} UART[0] = (uint8_t)c; }
int board_getc(void) { return UART[5] & 1 ? UART[0] : -1; }

__asm(".section .vectors,\"ax\"\n.globl _start\n_start: la sp, stack_top\n j start\n.text\n");

void start(void);
void start(void)
{
    for (uint32_t *to = bss_start; to < bss_end; to++) *to = 0;
    for (void (**call)(void) = init_array_start; call < init_array_end; call++) (*call)();
    main();
    for (;;) {}
}
