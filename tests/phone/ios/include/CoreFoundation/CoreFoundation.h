// CoreFoundation: the run loop, and reference counting. As on a phone, this library also contains collections and
// strings, whose headers are those of Foundation.
#pragma once
#include <phone/libc.h>
#ifdef __cplusplus
extern "C" {
#endif
typedef const void *CFTypeRef;
typedef const struct __CFString *CFStringRef;
typedef const struct __CFAllocator *CFAllocatorRef;
typedef struct __CFRunLoop *CFRunLoopRef;
typedef struct __CFRunLoopObserver *CFRunLoopObserverRef;
typedef struct __CFRunLoopTimer *CFRunLoopTimerRef;
typedef CFStringRef CFRunLoopMode;
typedef double CFTimeInterval, CFAbsoluteTime;
typedef long CFIndex;
typedef unsigned long CFOptionFlags;
typedef unsigned char Boolean;
#define kCFAllocatorDefault ((CFAllocatorRef)0)
enum {
    kCFRunLoopEntry = 1, kCFRunLoopBeforeTimers = 2, kCFRunLoopBeforeSources = 4, kCFRunLoopBeforeWaiting = 32, kCFRunLoopAfterWaiting = 64, kCFRunLoopExit = 128,
    kCFRunLoopAllActivities = 0x0fffffff,
};
typedef CFOptionFlags CFRunLoopActivity;
enum { kCFRunLoopRunFinished = 1, kCFRunLoopRunStopped = 2, kCFRunLoopRunTimedOut = 3, kCFRunLoopRunHandledSource = 4 };
extern const CFRunLoopMode kCFRunLoopDefaultMode, kCFRunLoopCommonModes;
typedef struct { CFIndex version; void *info; const void *(*retain)(const void *); void (*release)(const void *); CFStringRef (*copyDescription)(const void *); } CFRunLoopObserverContext, CFRunLoopTimerContext;
typedef void (*CFRunLoopObserverCallBack)(CFRunLoopObserverRef, CFRunLoopActivity, void *info);
typedef void (*CFRunLoopTimerCallBack)(CFRunLoopTimerRef, void *info);
CFRunLoopRef CFRunLoopGetMain(void), CFRunLoopGetCurrent(void);
void CFRunLoopRun(void), CFRunLoopStop(CFRunLoopRef), CFRunLoopWakeUp(CFRunLoopRef);
int CFRunLoopRunInMode(CFRunLoopMode, CFTimeInterval, Boolean);
CFRunLoopObserverRef CFRunLoopObserverCreate(CFAllocatorRef, CFOptionFlags, Boolean repeats, CFIndex order, CFRunLoopObserverCallBack, CFRunLoopObserverContext *);
void CFRunLoopAddObserver(CFRunLoopRef, CFRunLoopObserverRef, CFRunLoopMode), CFRunLoopRemoveObserver(CFRunLoopRef, CFRunLoopObserverRef, CFRunLoopMode), CFRunLoopObserverInvalidate(CFRunLoopObserverRef);
CFRunLoopTimerRef CFRunLoopTimerCreate(CFAllocatorRef, CFAbsoluteTime, CFTimeInterval, CFOptionFlags, CFIndex, CFRunLoopTimerCallBack, CFRunLoopTimerContext *);
void CFRunLoopAddTimer(CFRunLoopRef, CFRunLoopTimerRef, CFRunLoopMode), CFRunLoopTimerInvalidate(CFRunLoopTimerRef);
CFAbsoluteTime CFAbsoluteTimeGetCurrent(void);
CFTypeRef CFRetain(CFTypeRef);
void CFRelease(CFTypeRef);
#ifdef __BLOCKS__
void CFRunLoopPerformBlock(CFRunLoopRef, CFTypeRef mode, void (^)(void));
CFRunLoopObserverRef CFRunLoopObserverCreateWithHandler(CFAllocatorRef, CFOptionFlags, Boolean, CFIndex, void (^)(CFRunLoopObserverRef, CFRunLoopActivity));
#endif
#ifdef __cplusplus
}
#endif
