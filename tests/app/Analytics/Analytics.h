// Analytics: works on a background thread of its own while the app starts.
#import <Foundation/Foundation.h>

@interface AnalyticsEvent : NSObject
+ (AnalyticsEvent *)named:(NSString *)name value:(float)value;
- (NSString *)name;
- (float)value;
@end

@interface AnalyticsQueue : NSObject
+ (AnalyticsQueue *)shared;
- (void)record:(AnalyticsEvent *)event;
- (void)start; // begins to work on its thread
- (void)wait;  // until it is through
- (unsigned)sent;
+ (unsigned)loads; // how many +load ran: the class's and its category's
@end
