// Small programs, each with one property; PROGRAM selects the program.
#pragma once
#include <Foundation/Foundation.h>
#include "work.h"

#if PROGRAM == 0 // one method that is called often, and no other
@interface Hot : NSObject - (long)run:(long)n; @end
@implementation Hot
- (long)run:(long)n { work(some(10)); return n + 1; }
@end
static long run(void) { Hot *hot = made("Hot"); long n = 0; while (n < 60000) n = [hot run:n]; return n; }

#elif PROGRAM == 1 // objects of a class with the smallest of initialisers
@interface Thing : NSObject { long value; } @end
@implementation Thing
- (id)init { value = 1; return self; }
@end
@interface Maker : NSObject - (long)make:(long)n; @end
@implementation Maker
- (long)make:(long)n { long sum = 0; for (long i = 0; i < n; i++) { Thing *t = [[Thing alloc] init]; sum += t != nil; work(some(20)); } return sum; }
@end
static long run(void) { return [(Maker *)made("Maker") make:9000]; }

#elif PROGRAM == 2 // recursion
@interface Fib : NSObject - (long)of:(long)n; @end
@implementation Fib
- (long)of:(long)n { work(some(2)); return n < 2 ? n : [self of:n - 1] + [self of:n - 2]; }
@end
static long run(void) { return [(Fib *)made("Fib") of:21]; }

#elif PROGRAM == 3 // getters along a list
@interface Link : NSObject { @public Link *next; long value; } - (Link *)next; - (long)value; - (long)sum; @end
@implementation Link
- (Link *)next { return next; }
- (long)value { work(some(3)); return value; }
- (long)sum { long sum = 0; for (Link *one = self; one; one = [one next]) sum += [one value]; return sum; }
@end
static long run(void) {
    Link *first = 0;
    for (long i = 0; i < 200; i++) { Link *link = made("Link"); link->next = first; link->value = i; first = link; }
    long sum = 0;
    for (long i = 0; i < 100; i++) sum += [first sum];
    return sum;
}

#elif PROGRAM == 4 // a sort that asks its items
@interface Item : NSObject { @public long key; } - (long)compare:(Item *)other; @end
@implementation Item
- (long)compare:(Item *)other { work(some(2)); return key < other->key ? -1 : key > other->key; }
@end
@interface Sorter : NSObject - (void)sort:(Item **)all count:(long)count; @end
@implementation Sorter
- (void)sort:(Item **)all count:(long)count {
    for (long i = 1; i < count; i++)
        for (long j = i; j > 0 && [all[j - 1] compare:all[j]] > 0; j--) { Item *one = all[j]; all[j] = all[j - 1]; all[j - 1] = one; }
}
@end
static long run(void) {
    Item *all[280];
    for (long i = 0; i < 280; i++) { all[i] = made("Item"); all[i]->key = some(0) * 17 + some(0); }
    [(Sorter *)made("Sorter") sort:all count:280];
    return all[0]->key;
}

#elif PROGRAM == 5 // visitors
@class Visitor;
@interface Leaf : NSObject - (long)accept:(Visitor *)visitor; @end
@interface Pair : Leaf { @public Leaf *left, *right; } @end
@interface Visitor : NSObject - (long)leaf:(Leaf *)leaf; - (long)pair:(Pair *)pair; @end
@implementation Leaf
- (long)accept:(Visitor *)visitor { return [visitor leaf:self]; }
@end
@implementation Pair
- (long)accept:(Visitor *)visitor { return [visitor pair:self]; }
@end
@implementation Visitor
- (long)leaf:(Leaf *)leaf { work(some(8)); return 1; }
- (long)pair:(Pair *)pair { long sum = [pair->left accept:self]; work(some(4)); return sum + [pair->right accept:self]; }
@end
static Leaf *tree(long depth) {
    if (!depth) return made("Leaf");
    Pair *pair = made("Pair");
    pair->left = tree(depth - 1), pair->right = tree(depth - 1);
    return pair;
}
static long run(void) { Leaf *root = tree(9); Visitor *visitor = made("Visitor"); long sum = 0; for (int i = 0; i < 12; i++) sum += [root accept:visitor]; return sum; }

#elif PROGRAM == 6 // a shared object
@interface Store : NSObject { long values[64]; } + (Store *)shared; - (long)get:(long)key; - (void)set:(long)value for:(long)key; @end
@implementation Store
+ (Store *)shared { static Store *store; if (!store) store = made("Store"); return store; }
- (long)get:(long)key { work(some(2)); return values[key & 63]; }
- (void)set:(long)value for:(long)key { work(some(5)); values[key & 63] = value; }
@end
static long run(void) {
    for (long i = 0; i < 15000; i++) some(0) % 3 ? (void)[[Store shared] get:i] : [[Store shared] set:i for:i + 1];
    return [[Store shared] get:0];
}

#elif PROGRAM == 7 // results by address
typedef struct { double m[9]; } Matrix;
@interface Algebra : NSObject - (Matrix)times:(Matrix)a by:(Matrix)b; - (double)trace:(Matrix)a; @end
@implementation Algebra
- (Matrix)times:(Matrix)a by:(Matrix)b {
    Matrix c;
    for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) c.m[3 * i + j] = a.m[3 * i] * b.m[j] + a.m[3 * i + 1] * b.m[3 + j] + a.m[3 * i + 2] * b.m[6 + j];
    return c;
}
- (double)trace:(Matrix)a { return a.m[0] + a.m[4] + a.m[8]; }
@end
static long run(void) {
    Algebra *algebra = made("Algebra");
    Matrix a = {{ 0, 1, 0, 0, 0, 1, 1, 0, 0 }}, b = a;
    double sum = 0;
    for (long i = 0; i < 12000; i++) { b = [algebra times:a by:b]; sum += [algebra trace:b]; }
    return (long)sum;
}

#elif PROGRAM == 8 // overrides that call what they override
@interface A0 : NSObject - (long)step:(long)n; @end
@implementation A0
- (long)step:(long)n { work(some(6)); return n + 1; }
@end
#define OVER(n, s) @interface A##n : A##s @end @implementation A##n - (long)step:(long)v { work(some(n)); return [super step:v]; } @end
OVER(1, 0) OVER(2, 1) OVER(3, 2) OVER(4, 3)
static long run(void) { A0 *a = made("A4"); long n = 0; while (n < 8000) n = [a step:n]; return n; }

#elif PROGRAM == 9 // a delegate that may not answer
@interface Delegate : NSObject - (void)did:(long)n; @end
@implementation Delegate
- (void)did:(long)n { work(some(12)); }
@end
@interface Loader : NSObject { @public id delegate; } - (void)load:(long)n; @end
@implementation Loader
- (void)load:(long)n {
    if ([delegate respondsToSelector:@selector(did:)]) [delegate did:n];
    if ([delegate respondsToSelector:@selector(load:)]) [delegate load:n];
    work(some(9));
}
@end
static long run(void) { Loader *loader = made("Loader"); loader->delegate = made("Delegate"); for (long i = 0; i < 9000; i++) [loader load:i]; return 0; }

#elif PROGRAM == 10 // two instructions, very often
@interface Tiny : NSObject - (long)v:(long)n; @end
@implementation Tiny
- (long)v:(long)n { return n + 1; }
@end
static long run(void) { Tiny *tiny = made("Tiny"); long n = 0; while (n < 100000) n = [tiny v:n]; return n; }
#endif

int main(void) {
    NSLog(@"%ld", run());
    usleep(2000000);
    return 0;
}
