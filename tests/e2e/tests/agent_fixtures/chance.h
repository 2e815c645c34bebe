// Sends the messages of the first `count` of 32 methods in random order.
#pragma once
#include <Foundation/Foundation.h>
#include <objc/message.h>
#include "work.h"

#define EIGHT(M, n) M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) M(n##5) M(n##6) M(n##7)
#define ALL(M) EIGHT(M, 1) EIGHT(M, 2) EIGHT(M, 3) EIGHT(M, 4)
#define DECLARE(n) - (void)m##n;
#define DEFINE(n) - (void)m##n { work(some(10)); }
#define NAME(n) @selector(m##n),

@interface Chance : NSObject ALL(DECLARE) - (void)run; @end
@implementation Chance
ALL(DEFINE)
- (void)run {
    SEL names[] = { ALL(NAME) };
    unsigned long chance = 1;
    for (long i = 0; i < 40000; i++) {
        chance = chance * 6364136223846793005 + 1442695040888963407;
        ((void (*)(id, SEL))objc_msgSend)(self, names[(chance >> 40) % CHILDREN]);
        work(some(8));
    }
}
@end

int main(void) {
    Chance *chance = made("Chance");
    [chance run];
    usleep(2000000);
    return 0;
}
