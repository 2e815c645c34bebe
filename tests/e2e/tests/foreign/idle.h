// All work is done: until the agent's window has ended, nothing else runs.
#include <time.h>
static void idle(void) {
    struct timespec pause = {3, 0};
    nanosleep(&pause, 0);
}
