#include "app.h"

int pump_step(int state, int demand)
{
    switch (state) {
    case 0: return demand > 0 ? 1 : 0;
    case 1: return demand > 50 ? 2 : 1;
    case 2: return demand < 10 ? 0 : 2;
    default: return 0;
    }
}

/* Runs only when asked for: its counters stay zero. */
int pump_selftest(int mask)
{
    int faults = 0;
    for (int bit = 0; bit < 8; bit++)
        if (mask & (1 << bit)) faults++;
    return faults > 4 ? -1 : faults;
}
