// Places a signal stack inside main's own frame; handlers throw and catch on it while no call is open.
#include <objc/NSObject.h>
#include <objc/runtime.h>
#include <signal.h>
#include <stdio.h>
#include <pthread.h>
#include <unistd.h>

@interface Hand : NSObject - (void)throws; - (long)leaf; @end
static Hand *hand;
static long caught, sum;
@implementation Hand
- (void)throws { @throw hand; }
- (long)leaf { return 1; }
@end
static void handle(int number) {
    @try { [hand throws]; } @catch (id e) { caught += e == hand; }
    sum += [hand leaf];
}
int main(void) {
    hand = class_createInstance(objc_getClass("Hand"), 0);
    char room[SIGSTKSZ];
    stack_t stack = { room, sizeof room, 0 };
    sigaltstack(&stack, 0);
    struct sigaction action = { .sa_handler = handle, .sa_flags = SA_ONSTACK };
    sigaction(SIGUSR1, &action, 0);
    for (int i = 0; i < 20; i++) {
        sum += [hand leaf];
        pthread_kill(pthread_self(), SIGUSR1);
        sum += [hand leaf];
    }
    stack.ss_flags = SS_DISABLE;
    sigaltstack(&stack, 0);
    printf("caught %ld, sum %ld\n", caught, sum);
    sleep(2);
    return 0;
}
