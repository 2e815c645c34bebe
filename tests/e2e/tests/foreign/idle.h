// Waits after all work until the agent's window has ended.
#include <time.h>
static void idle(void) {
    struct timespec pause = {3, 0};
    nanosleep(&pause, 0);
}
