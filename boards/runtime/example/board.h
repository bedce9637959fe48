/* The console of a board: board-mps2.c, board-virt.c. */
void board_init(void);
void board_putc(int c);
int board_getc(void);
