// Allocates memory outside of all methods in warm loops between marks, on the main thread and on another thread.
#include <objc/NSObject.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include "mark.h"

// The work itself must have the same cost each time.
static void *volatile kept;

static void ask(unsigned long size, unsigned long begins) {
    for (int i = 0; i < 10; i++) { kept = malloc(size); free(kept); }
    mark(begins);
    for (int i = 0; i < 1000; i++) { kept = malloc(size); free(kept); }
    mark(begins + 1);
}
static void *other(void *context) {
    [NSObject hash];
    ask(32, 3);
    return context;
}
int main(void) {
    usleep(1000); // the agent's own thread begins
    [NSObject hash];
    ask(24, 1);
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    pthread_join(thread, 0);
    usleep(2000000); // the window ends
    return 0;
}
