/* Hand-written view of what GCC 12/13 puts in memory for one object file on a
 * 32-bit target.  Used by the dumpers only. */
#pragma once
#include <stdint.h>
#define N_COUNTERS (__GNUC__ >= 15 ? 10 : __GNUC__ >= 14 ? 9 : 8)
struct ctr  { uint32_t num; int64_t *val; };
struct fn   { void *key; uint32_t ident, lineno_sum, cfg_sum; struct ctr ctr[]; };
struct info {
    uint32_t version; struct info *next; uint32_t stamp;
#if __GNUC__ >= 12
    uint32_t checksum;
#endif
    const char *filename; void *merge[N_COUNTERS]; uint32_t n_fn; struct fn **fn;
};
typedef void (*sink_fn)(uint8_t byte);
uint32_t gcda_emit(const struct info *gi, sink_fn out);   /* returns byte count */
const struct info *info_first(void);
const struct info *info_next(const struct info *gi);
