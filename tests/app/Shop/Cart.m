#import "Pages.h"
#import "../Payments/Payments.h"
#import "../Pricing/Pricing.h"

@protocol CartPriced
- (long)cents;
@end

// Embedded Swift knows no objects: it asks for each item's cents by a C function, which sends.
static long centsOfItem(long item, void *context) { return [[(__bridge NSArray *)context objectAtIndex:(NSUInteger)item] cents]; }

@implementation CartController {
    NSArray *_items;
    PaymentsLedger *_ledger;
    KitStore *_store;
    unsigned _changes;
}
- (instancetype)initWithItems:(NSArray *)items {
    if ((self = [super init])) {
        _items = items;
        _ledger = [[PaymentsLedger alloc] init];
        _store = [[KitStore alloc] init];
    }
    return self;
}
- (void)viewDidLoad {
    [super viewDidLoad];
    __weak CartController *weakSelf = self;
    for (int observer = 0; observer < 4; observer++)
        [_store observe:^(NSString *key, id value) { [weakSelf changed:key to:value]; }];
    for (unsigned round = 0, rounds = KitRounds("Cart.reload", 8); round < rounds; round++)
        [self reload];
    [self quote];
}
- (void)quote {
    long cents = PricingQuote((long)[_items count], centsOfItem, (__bridge void *)_items);
    if (KitNew("Pricing"))
        cents = PricingPromote(cents);
    if (cents <= PricingTax(49))
        [NSException raise:@"ShopForNothing" format:@"a cart that costs no more than its tax"];
}
- (long)reload {
    PaymentsPrice sum = {0, 978, 1, 0, 0};
    for (id<CartPriced> item in _items)
        sum = [_ledger sum:sum with:[_ledger priceOf:[item cents] currency:978]];
    [_store set:[NSNumber numberWithLong:sum.cents] for:@"total"];
    KitWork("Cart.reload", 50);
    return [self total:sum.cents] - [self discount:sum.cents];
}
- (long)total:(long)cents {
    KitWork("Cart.total", 90);
    return [_ledger total:cents, cents / 5, 120L, -1L];
}
- (long)discount:(long)cents {
    KitWork("Cart.discount", 90);
    return cents / 10;
}
- (void)changed:(NSString *)key to:(id)value { _changes++; }
- (void)viewDidAppear:(BOOL)animated {
    [super viewDidAppear:animated];
    [self.navigationController pushViewController:[[CheckoutController alloc] init] animated:NO];
}
@end
