// An app during whose launch the phone may become slower.
#import <Foundation/Foundation.h>
#include <objc/runtime.h>
#include <stdio.h>
#include "mark.h"

@interface Thing : NSObject - (long)value; - (void)end; @end
@implementation Thing
- (long)value { return 1; }
- (void)end {}
@end
int main(void) {
    Thing *thing = class_createInstance(objc_getClass("Thing"), 0);
    long sum = 0;
    for (int i = 0; i < 1000; i++) sum += [thing value];
    mark(1);
    for (int i = 0; i < 1000; i++) sum += [thing value];
    [thing end];
    printf("sum %ld\n", sum);
    return 0;
}
