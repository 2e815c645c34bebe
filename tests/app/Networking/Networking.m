#import "Networking.h"
#import "../Kit/Kit.h"

// Plain C between two methods: its cost belongs to the method that calls it, its name to nobody's trace.
__attribute__((noinline)) static unsigned long digest(NSString *text) {
    unsigned long value = 5381;
    for (const char *at = [text UTF8String]; *at; at++)
        value = value * 33 + (unsigned char)*at;
    KitWork("Networking.digest", 30);
    return value;
}

@implementation NetworkingParser
- (NSDictionary *)parse:(NSString *)text {
    NSMutableDictionary *answer = [[NSMutableDictionary alloc] init];
    for (NSString *line in [text componentsSeparatedByString:@"\n"])
        [self parseLine:line into:answer];
    if (KitNew("Networking"))
        [self validate:answer];
    return answer;
}
- (void)parseLine:(NSString *)line into:(NSMutableDictionary *)answer {
    NSArray *parts = [line componentsSeparatedByString:@"="];
    if ([parts count] != 2)
        [NSException raise:@"NetworkingBadLine" format:@"no '=' in %@", line];
    [answer setObject:[parts objectAtIndex:1] forKey:[parts objectAtIndex:0]];
    KitWork("Networking.line", 15);
}
- (void)validate:(NSDictionary *)answer { KitWork("Networking.validate", 2500); }
@end

@implementation NetworkingRequest {
    NSString *_path;
}
- (instancetype)initWithPath:(NSString *)path {
    if ((self = [super init]))
        _path = [path copy];
    return self;
}
- (void)send:(void (^)(NSDictionary *, NSException *))done {
    NSString *answer = digest(_path) % 2 ? @"name=shop\nitems=3" : @"name=shop\nitems=5";
    if ([_path hasPrefix:@"/broken"])
        answer = @"name";
    @try {
        done([[[NetworkingParser alloc] init] parse:answer], nil);
    } @catch (NSException *error) {
        done(nil, error);
    }
}
@end
