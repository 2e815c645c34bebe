// Dispatch queues: each serial queue has a thread while it has work; global queues share a small pool of threads;
// the main run loop drains the main queue.
#pragma once
#include <phone/libc.h>
#ifdef __cplusplus
extern "C" {
#endif
typedef void (^dispatch_block_t)(void);
typedef void (*dispatch_function_t)(void *);
typedef struct phone_queue *dispatch_queue_t;
typedef struct phone_queue *dispatch_queue_global_t, *dispatch_queue_main_t, *dispatch_queue_serial_t;
typedef struct phone_group *dispatch_group_t;
typedef struct phone_semaphore *dispatch_semaphore_t;
typedef const void *dispatch_queue_attr_t;
typedef long dispatch_once_t;
typedef uint64_t dispatch_time_t;
#define DISPATCH_QUEUE_SERIAL ((dispatch_queue_attr_t)0)
#define DISPATCH_QUEUE_CONCURRENT ((dispatch_queue_attr_t)1)
#define DISPATCH_QUEUE_PRIORITY_HIGH 2
#define DISPATCH_QUEUE_PRIORITY_DEFAULT 0
#define DISPATCH_QUEUE_PRIORITY_LOW (-2)
#define DISPATCH_QUEUE_PRIORITY_BACKGROUND INT16_MIN
#define QOS_CLASS_USER_INTERACTIVE 0x21
#define QOS_CLASS_USER_INITIATED 0x19
#define QOS_CLASS_DEFAULT 0x15
#define QOS_CLASS_UTILITY 0x11
#define QOS_CLASS_BACKGROUND 0x09
#define DISPATCH_TIME_NOW 0ull
#define DISPATCH_TIME_FOREVER (~0ull)
#define NSEC_PER_SEC 1000000000ull
#define NSEC_PER_MSEC 1000000ull
#define NSEC_PER_USEC 1000ull
dispatch_queue_t dispatch_get_global_queue(long, unsigned long), dispatch_queue_create(const char *, dispatch_queue_attr_t);
extern struct phone_queue _dispatch_main_q;
#define dispatch_get_main_queue() (&_dispatch_main_q)
const char *dispatch_queue_get_label(dispatch_queue_t);
void dispatch_async(dispatch_queue_t, dispatch_block_t), dispatch_sync(dispatch_queue_t, dispatch_block_t), dispatch_barrier_async(dispatch_queue_t, dispatch_block_t);
void dispatch_async_f(dispatch_queue_t, void *, dispatch_function_t), dispatch_sync_f(dispatch_queue_t, void *, dispatch_function_t);
void dispatch_after(dispatch_time_t, dispatch_queue_t, dispatch_block_t), dispatch_apply(size_t, dispatch_queue_t, void (^)(size_t));
dispatch_time_t dispatch_time(dispatch_time_t, int64_t);
dispatch_group_t dispatch_group_create(void);
void dispatch_group_enter(dispatch_group_t), dispatch_group_leave(dispatch_group_t), dispatch_group_async(dispatch_group_t, dispatch_queue_t, dispatch_block_t);
void dispatch_group_notify(dispatch_group_t, dispatch_queue_t, dispatch_block_t);
long dispatch_group_wait(dispatch_group_t, dispatch_time_t);
dispatch_semaphore_t dispatch_semaphore_create(long);
long dispatch_semaphore_wait(dispatch_semaphore_t, dispatch_time_t), dispatch_semaphore_signal(dispatch_semaphore_t);
void dispatch_once_f(dispatch_once_t *, void *, dispatch_function_t), dispatch_once(dispatch_once_t *, dispatch_block_t);
void dispatch_retain(void *), dispatch_release(void *);
#ifdef __cplusplus
}
#endif
