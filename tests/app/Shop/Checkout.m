#import "Pages.h"
#import "../Analytics/Analytics.h"
#import "../Payments/Payments.h"

@implementation CheckoutController {
    unsigned _refused;
}
- (void)loadView {
    self.view = [[UIView alloc] initWithFrame:CGRectMake(0, 0, 390, 844)];
    self.view.backgroundColor = [UIColor whiteColor];
}
- (void)viewDidLoad {
    [super viewDidLoad];
    PaymentsCard *card = [[PaymentsCard alloc] initWithNumber:@"4111111111111111"];
    NSString *token = [card token];
    if (![card isValid])
        [NSException raise:@"ShopInvalidCard" format:@"%@", token];
    PaymentsLedger *ledger = [[PaymentsLedger alloc] init];
    for (long cents = 500; cents < 20000; cents += 1500)
        [self tryToCharge:cents with:ledger];
}
- (void)tryToCharge:(long)cents with:(PaymentsLedger *)ledger {
    @try {
        [ledger charge:cents];
    } @catch (NSException *error) {
        // Thrown in another module, caught here, three frames up.
        if (![[error name] isEqualToString:PaymentsRefused])
            @throw;
        _refused++;
    }
}
- (void)viewDidAppear:(BOOL)animated {
    [super viewDidAppear:animated];
    [[AnalyticsQueue shared] wait];
    NSLog(@"Shop is up: refused %u, sent %u, pages %u, initialized %u, loads %u, checksum %lx", _refused,
          [[AnalyticsQueue shared] sent], ShopPagesLoaded(), [KitClock initializeCount], [AnalyticsQueue loads],
          KitChecksum());
}
@end
