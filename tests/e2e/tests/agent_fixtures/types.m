// Passes arguments and returns results in every possible way and prints them; the log must be the same with and without the agent.
#include <objc/NSObject.h>
#include <stdarg.h>
#include <stdio.h>

typedef struct { double x, y, w, h; } Rect;
typedef struct { long a, b; } Pair;
typedef struct { long v[9]; } Big;

@interface Types : NSObject
- (int)ints:(int)a :(long)b :(char)c :(short)d :(long)e :(long)f :(long)g :(long)h :(long)i;
- (double)doubles:(double)a :(double)b :(double)c :(double)d :(double)e :(double)f :(double)g :(double)h :(double)i;
- (float)mixed:(float)a :(int)b :(double)c :(long)d;
- (Rect)rect:(Rect)r;
- (Pair)pair:(Pair)p;
- (Big)big:(Big)b;
- (long)sum:(long)count, ...;
- (long)block:(long (^)(long))b;
+ (Rect)unit;
@end
@interface Sub : Types @end
@implementation Types
- (int)ints:(int)a :(long)b :(char)c :(short)d :(long)e :(long)f :(long)g :(long)h :(long)i { return (int)(a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i); }
- (double)doubles:(double)a :(double)b :(double)c :(double)d :(double)e :(double)f :(double)g :(double)h :(double)i { return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i; }
- (float)mixed:(float)a :(int)b :(double)c :(long)d { return (float)(a + b * c - d); }
- (Rect)rect:(Rect)r { return (Rect){ r.y, r.x, r.h, r.w }; }
- (Pair)pair:(Pair)p { return (Pair){ p.b, p.a }; }
- (Big)big:(Big)b { Big r; for (int i = 0; i < 9; i++) r.v[i] = b.v[8 - i]; return r; }
- (long)sum:(long)count, ... {
    va_list list;
    va_start(list, count);
    long sum = 0;
    while (count--) sum = sum * 3 + va_arg(list, long);
    va_end(list);
    return sum;
}
- (long)block:(long (^)(long))b { return b(5) + b(6); }
+ (Rect)unit { return (Rect){ 0.5, 1.5, 2.5, 3.5 }; }
@end
@implementation Sub
- (double)doubles:(double)a :(double)b :(double)c :(double)d :(double)e :(double)f :(double)g :(double)h :(double)i { return [super doubles:b :a :c :d :e :f :g :h :i] + 1; }
- (Rect)rect:(Rect)r { Rect s = [super rect:r]; s.x += 100; return s; }
- (Big)big:(Big)b { Big r = [super big:b]; r.v[0]++; return r; }
@end

static void all(Types *t, long k) {
    Big b = { { k, 2, 3, 4, 5, 6, 7, 8, 9 } };
    Rect r = [t rect:(Rect){ k, 2, 3, 4 }], u = [Types unit];
    Pair p = [t pair:(Pair){ k, k + 1 }];
    b = [t big:b];
    printf("%d %ld ", [t ints:1 :2 :3 :4 :5 :6 :7 :8 :(int)k], (long)([t doubles:1 :2 :3 :4 :5 :6 :7 :8 :k] * 10));
    printf("%ld %ld %ld %ld %ld ", (long)([t mixed:1.5f :2 :3.25 :k] * 100), (long)r.x, (long)r.y, (long)r.w, (long)r.h);
    printf("%ld %ld %ld %ld %ld ", p.a, p.b, b.v[0], b.v[4], b.v[8]);
    printf("%ld %ld %ld %ld\n", [t sum:5, 1L, 2L, 3L, 4L, k], [t block:^(long x) { return x * k; }], (long)(u.x * 2), (long)(u.h * 2));
}

int main(void) {
    Types *types[3] = { [[Types alloc] init], [[Sub alloc] init], nil };
    // In the first round, every send takes a slow path, unlike in later rounds.
    for (long k = 0; k < 6; k++) for (int i = 0; i < 2; i++) all(types[i], k);
    Types *none = types[2];
    printf("%d %ld %ld\n", [none ints:1 :2 :3 :4 :5 :6 :7 :8 :9], (long)[none doubles:1 :2 :3 :4 :5 :6 :7 :8 :9], (long)[none rect:(Rect){ 1, 2, 3, 4 }].h);
    return 0;
}
