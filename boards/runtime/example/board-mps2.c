/* QEMU mps2-an385 (Cortex-M3): start-up and the UART at 0x40004000. */
#include <stdint.h>
#include "board.h"

extern uint32_t stack_top[], data_load[], data_start[], data_end[], bss_start[], bss_end[];
extern void (*init_array_start[])(void), (*init_array_end[])(void);
extern int main(void);

#define UART ((volatile uint32_t *)0x40004000)

void board_init(void) { UART[4] = 16; UART[2] = 3; }
void board_putc(int c) { while (UART[1] & 1) {} UART[0] = (uint32_t)c & 255; }
int board_getc(void) { return UART[1] & 2 ? (int)(UART[0] & 255) : -1; }

void start(void);
void start(void)
{
    const uint32_t *from = data_load;
    for (uint32_t *to = data_start; to < data_end; to++) *to = *from++;
    for (uint32_t *to = bss_start; to < bss_end; to++) *to = 0;
    for (void (**call)(void) = init_array_start; call < init_array_end; call++) (*call)();
    main();
    for (;;) {}
}

static void fault(void) { for (;;) {} }

__attribute__((section(".vectors"), used)) void *const vectors[16] = {
    stack_top, (void *)start, (void *)fault, (void *)fault, (void *)fault, (void *)fault, (void *)fault,
};
