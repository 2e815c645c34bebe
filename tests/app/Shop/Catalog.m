#import "Pages.h"
#import "../Checkout/Checkout-Swift.h"
#import "../Geometry/Geometry.h"
#import "../Imaging/Imaging.h"
#import "../Networking/Networking.h"
#include <dlfcn.h>

@interface CatalogItem : NSObject
@property(nonatomic, copy) NSString *title;
@property(nonatomic) long cents;
@property(nonatomic) CGRect frame;
@end

@implementation CatalogItem
@end

@implementation CatalogController {
    NSMutableArray *_items;
    ImagingLayout *_layout;
    ImagingDecoder *_decoder;
}
- (instancetype)init {
    if ((self = [super init])) {
        _items = [[NSMutableArray alloc] init];
        _layout = [[ImagingLayout alloc] init];
        _decoder = [[ImagingDecoder alloc] init];
    }
    return self;
}
- (void)viewDidLoad {
    [super viewDidLoad];
    for (unsigned index = 0, count = KitRounds("Catalog.items", 40); index < count; index++)
        [_items addObject:[self makeItem:index]];
    [self decodeThumbnails];
    [self packThumbnails];
    [self fetch:@"/catalog"];
    [self fetch:@"/broken"];
    [self showBasket];
}
- (void)showBasket {
    CheckoutBasketController *basket = [[CheckoutBasketController alloc] init];
    [self addChildViewController:basket];
    [self.view addSubview:basket.view];
    [basket didMoveToParentViewController:self];
}
- (CatalogItem *)makeItem:(unsigned)index {
    CatalogItem *item = [[CatalogItem alloc] init];
    item.title = [NSString stringWithFormat:@"item %u", index];
    item.cents = 100 + 37 * (long)index;
    KitWork("Catalog.item", 12);
    return item;
}
- (void)decodeThumbnails {
    double sum = 0;
    for (CatalogItem *item in _items)
        sum += [_decoder decode:item.title rows:240];
    if (sum < 0)
        [NSException raise:@"ShopImpossible" format:@"negative light"];
}
- (void)packThumbnails {
    if (GeometryPack((GeometrySize){390, 844}, (long)[_items count]) < 0)
        [NSException raise:@"ShopImpossible" format:@"shapes that cover less than nothing"];
}
- (void)fetch:(NSString *)path {
    __block unsigned failures = 0;
    [[[NetworkingRequest alloc] initWithPath:path] send:^(NSDictionary *answer, NSException *error) {
        if (error)
            failures++;
    }];
    KitWork("Catalog.fetch", 40 + failures);
}
- (void)viewWillAppear:(BOOL)animated {
    [super viewWillAppear:animated];
    KitWork("Catalog.willAppear", 100);
}
- (void)viewDidLayoutSubviews {
    [super viewDidLayoutSubviews];
    CGRect bounds = self.view.bounds;
    for (CatalogItem *item in _items)
        item.frame = [_layout fit:(CGSize){3, 2} into:bounds scale:[[KitTheme shared] spacingForLevel:6]];
}
- (void)viewDidAppear:(BOOL)animated {
    [super viewDidAppear:animated];
    [self openPromotions];
    [self.navigationController pushViewController:[[CartController alloc] initWithItems:_items] animated:NO];
}
- (void)openPromotions {
    if (!dlopen("@rpath/Promotions.framework/Promotions", RTLD_NOW))
        [NSException raise:@"ShopNoPromotions" format:@"%s", dlerror()];
    id banner = [[NSClassFromString(@"PromotionsBanner") alloc] init];
    if (![[banner performSelector:@selector(title)] isEqualToString:@"Sale!"])
        [NSException raise:@"ShopWrongPromotion" format:@"no sale"];
}
@end
