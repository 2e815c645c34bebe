// Networking: full of blocks; parses a canned answer.
#import <Foundation/Foundation.h>

@interface NetworkingRequest : NSObject
- (instancetype)initWithPath:(NSString *)path;
- (void)send:(void (^)(NSDictionary *answer, NSException *error))done;
@end

@interface NetworkingParser : NSObject
- (NSDictionary *)parse:(NSString *)text; // throws NSException on a line without '='
@end
