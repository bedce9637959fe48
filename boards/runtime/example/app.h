/* The code under test: these two units are compiled with --coverage. */
int pump_step(int state, int demand);
int pump_selftest(int mask);
int alarm_level(int pressure);
extern volatile int alarm_raised;
