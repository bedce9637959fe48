/* Example firmware: a pump controller with a one-letter shell. Not instrumented.
 *   x  run the code under test once more      t  run the self-test
 *   m  toggle: the alarm code runs while a dump is sent, as an interrupt would
 * and every "@cov" line. */
#include "app.h"
#include "board.h"
#include "otto_cov.h"

static int is_moving;

void otto_cov_putc(int c)
{
    if (is_moving) alarm_level(c);
    board_putc(c);
}


static void say(const char *text)
{
    while (*text) board_putc(*text++);
}

static void run(void)
{
    int state = 0;
    for (int step = 0; step < 300; step++) {
        state = pump_step(state, step % 70);
        alarm_level(step % 100);
    }
}

#ifdef EXAMPLE_SHELL

int otto_cov_getc(void) { return -1; } /* only otto_cov_poll calls it */

/* Firmware with a shell: lines are echoed and offered to otto_cov_command first. */
static void command(const char *line)
{
    if (otto_cov_command(line)) return;
    if (line[0] == 'x') run();
    else if (line[0] == 't') (void)pump_selftest(0x3f);
    else if (line[0] == 'm') is_moving = !is_moving;
    else if (line[0]) say("?\r\n");
}

int main(void)
{
    char line[120];
    unsigned used = 0;
    board_init();
    run();
    say("\r\npump ready\r\npump> ");
    for (;;) {
        int c = board_getc();
        if (c < 0) continue;
        if (c == '\r' || c == '\n') {
            say("\r\n");
            line[used] = 0;
            used = 0;
            command(line);
            say("pump> ");
        } else if (used < sizeof line - 1) {
            board_putc(c);
            line[used++] = (char)c;
        }
    }
}

#else

/* Firmware without one: "!" runs the code under test once more. */
int otto_cov_getc(void)
{
    int c = board_getc();
    if (c != '!') return c;
    run();
    return -1;
}

int main(void)
{
    board_init();
    run();
    say("\r\npump ready\r\n");
    for (;;) otto_cov_poll();
}

#endif
