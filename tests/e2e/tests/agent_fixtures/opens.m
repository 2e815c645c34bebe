// Opens a framework late and twice, with and without methods, and does work before, during and after the opening.
#include <Foundation/Foundation.h>
#include <dlfcn.h>
#include <stdlib.h>

static inline void *kept(void *block) { __asm volatile("" : "+r"(block)); return block; }

@interface Opener : NSObject
- (void)open:(const char *)path;
@end
@implementation Opener
- (void)open:(const char *)path {
    free(kept(malloc(5)));
    void *handle = dlopen(path, RTLD_NOW);
    if (!handle || !dlsym(handle, "arrived")) abort();
    free(kept(malloc(6)));
}
@end

int main(void) {
    free(kept(malloc(1)));
    Opener *opener = [[Opener alloc] init];
    for (int i = 0; i < 2; i++) [opener open:"@executable_path/Frameworks/Opened"];
    usleep(2000000);
    return 0;
}
