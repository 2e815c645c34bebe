// Opens a plug-in without Objective-C, uses it and closes it again, ROUNDS times in the window. The window ends after the last round.
#import <Foundation/Foundation.h>
#include <dlfcn.h>
#include <mach-o/dyld.h>
#include <stdio.h>
#include <stdlib.h>

@interface User : NSObject
- (void *)open;
- (int)use:(int (*)(int))plug with:(int)i;
- (void)end;
@end
@implementation User
- (void *)open { return dlopen("@executable_path/Frameworks/Plug", RTLD_NOW); }
- (int)use:(int (*)(int))plug with:(int)i { return plug(i); }
- (void)end {}
@end

int main(void) {
    User *user = [[User alloc] init];
    uint32_t before = _dyld_image_count();
    int sum = 0;
    for (int i = 1; i <= atoi(getenv("ROUNDS")); i++) {
        void *handle = [user open];
        sum += [user use:(int (*)(int))dlsym(handle, "plug") with:i];
        dlclose(handle);
    }
    printf("sum %d, %d images more\n", sum, (int)(_dyld_image_count() - before));
    [user end];
    return 0;
}
