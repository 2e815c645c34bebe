// A recursive-descent parser of sums, products and brackets: some 28,000 sends of methods of 1 to 230 instructions.
#include <Foundation/Foundation.h>
#include "work.h"

@interface Parser : NSObject {
    char text[4096];
    long at, length;
}
- (void)write:(long)depth;
- (int)peek;
- (void)next;
- (long)number;
- (long)factor;
- (long)product;
- (long)sum;
- (long)parse;
@end
@implementation Parser
- (void)put:(char)byte { text[length++] = byte; }
- (void)write:(long)depth {
    if (depth == 0 || length > 3900) { [self put:'1' + some(0) % 9]; [self put:'0' + some(0) % 10]; return; }
    int opens = some(0) % 3 == 0;
    if (opens) [self put:'('];
    [self write:depth - 1];
    [self put:some(0) % 2 ? '+' : '*'];
    [self write:depth - 1];
    if (opens) [self put:')'];
}
- (int)peek { return at < length ? text[at] : 0; }
- (void)next { at++; }
- (long)number {
    long value = 0;
    while ([self peek] >= '0' && [self peek] <= '9') {
        value = value * 10 + text[at] - '0';
        work(some(4));
        [self next];
    }
    return value;
}
- (long)factor {
    if ([self peek] != '(') return [self number];
    [self next];
    long value = [self sum];
    [self next];
    work(some(10));
    return value;
}
- (long)product {
    long value = [self factor];
    while ([self peek] == '*') { [self next]; value = (value * [self factor]) & 0xffff; work(some(20)); }
    return value;
}
- (long)sum {
    long value = [self product];
    while ([self peek] == '+') { [self next]; value += [self product]; work(some(34)); }
    return value;
}
- (long)parse { at = 0; return [self sum]; }
@end

int main(void) {
    Parser *parser = made("Parser");
    [parser write:9];
    long sum = 0;
    for (int i = 0; i < 3; i++) sum += [parser parse];
    NSLog(@"%ld", sum);
    usleep(2000000);
    return 0;
}
