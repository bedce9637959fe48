#include "app.h"

volatile int alarm_raised;

int alarm_level(int pressure)
{
    if (pressure > 90) {
        alarm_raised++;
        return 2;
    }
    return pressure > 70;
}
