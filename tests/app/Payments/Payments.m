#import "Payments.h"
#import "../Kit/Kit.h"
#include <stdarg.h>

NSString *const PaymentsRefused = @"PaymentsRefused";

@implementation PaymentsCard {
    NSString *_number;
}
- (instancetype)initWithNumber:(NSString *)number {
    if ((self = [super init]))
        _number = [number copy];
    return self;
}
- (BOOL)isValid {
    // Luhn's check: one send a digit, short and frequent, what a sampling profiler cannot see.
    unsigned sum = 0, length = (unsigned)[_number length];
    for (unsigned at = 0; at < length; at++)
        sum += [self weightOfDigit:(unsigned)([_number characterAtIndex:length - 1 - at] - '0') at:at];
    return sum % 10 == 0;
}
- (unsigned)weightOfDigit:(unsigned)digit at:(unsigned)place {
    unsigned weight = place % 2 ? 2 * digit : digit;
    return weight > 9 ? weight - 9 : weight;
}
- (NSString *)token {
    KitWork("Payments.token", 800);
    return [NSString stringWithFormat:@"tok_%@", _number];
}
@end

@implementation PaymentsLedger
- (PaymentsPrice)priceOf:(long)cents currency:(int)currency {
    PaymentsPrice price = {cents, currency, currency == 978 ? 1.0 : 1.1, cents / 100, cents / 5};
    return price;
}
- (PaymentsPrice)sum:(PaymentsPrice)first with:(PaymentsPrice)second {
    PaymentsPrice sum = {first.cents + second.cents, first.currency, first.rate, first.fee + second.fee,
                         first.tax + second.tax};
    return sum;
}
- (long)total:(long)first, ... {
    va_list rest;
    va_start(rest, first);
    long total = 0;
    for (long next = first; next >= 0; next = va_arg(rest, long))
        total += next;
    va_end(rest);
    return total;
}
- (void)charge:(long)cents {
    @try {
        KitWork("Payments.charge", 60);
        if (cents > 10000)
            @throw [NSException exceptionWithName:PaymentsRefused reason:@"above the limit" userInfo:nil];
    } @finally {
        [self note:cents];
    }
}
- (void)note:(long)cents { KitWork("Payments.note", 10); }
@end
