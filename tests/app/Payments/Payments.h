// Payments: linked into the executable, so it is invisible in the image list; only the link map knows it.
#import <Foundation/Foundation.h>

// More than four words: passed by reference, returned through x8.
typedef struct { long cents; int currency; double rate; long fee, tax; } PaymentsPrice;

@interface PaymentsCard : NSObject
- (instancetype)initWithNumber:(NSString *)number;
- (BOOL)isValid;
- (NSString *)token;
@end

@interface PaymentsLedger : NSObject
- (PaymentsPrice)priceOf:(long)cents currency:(int)currency;
- (PaymentsPrice)sum:(PaymentsPrice)first with:(PaymentsPrice)second;
// Variadic: ends at a negative amount, throws when an amount is too large.
- (long)total:(long)first, ...;
- (void)charge:(long)cents; // throws PaymentsRefused above the limit
@end

extern NSString *const PaymentsRefused;
