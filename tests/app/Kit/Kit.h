// Kit: what all of Shop's modules share. A dynamic framework, so its sends pass its own pointers.
#import <Foundation/Foundation.h>
#import "Work.h"

@interface KitColor : NSObject
@property(nonatomic, readonly) double red, green, blue;
+ (KitColor *)colorWithRed:(double)red green:(double)green blue:(double)blue;
- (KitColor *)mixedWith:(KitColor *)other by:(float)share;
@end

@interface KitTheme : NSObject
+ (KitTheme *)shared;
- (KitColor *)accent;
- (double)spacingForLevel:(int)level;
@end

// A store that calls its observers back with blocks, in the order they came.
@interface KitStore : NSObject
- (void)observe:(void (^)(NSString *key, id value))block;
- (void)set:(id)value for:(NSString *)key;
- (id)get:(NSString *)key;
@end

// +initialize of a class in another image than its first sender.
@interface KitClock : NSObject
+ (unsigned)initializeCount;
+ (double)secondsSinceStart;
@end

unsigned KitStaticInitializerRuns(void);
