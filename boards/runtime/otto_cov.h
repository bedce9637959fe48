/* Coverage counters over a console, every loss visible. How to use it: README.md beside this file.
 *
 * SPDX-License-Identifier: MIT */
#ifndef OTTO_COV_H
#define OTTO_COV_H

#ifdef __cplusplus
extern "C" {
#endif

/* Yours to write: sends one byte, waiting for room; and takes one, or gives -1 when none is there
 * (only otto_cov_poll calls it). Neither may be instrumented. */
void otto_cov_putc(int c);
int otto_cov_getc(void);

/* Sends every object: the list first, then the images, then the end. */
void otto_cov_dump(void);

/* Zeroes every counter and says so. */
void otto_cov_zero(void);

/* For firmware with a shell: give it each line that was typed, without the line end. Returns 1 when
 * the line was one of these, and has been answered: "@cov dump", "@cov zero", and the requests for
 * single frames a host makes. */
int otto_cov_command(const char *line);

/* For firmware without one: call it often; reads with otto_cov_getc and answers whole lines. */
void otto_cov_poll(void);

#ifdef __cplusplus
}
#endif
#endif
