// Provides files, queues and blocks for a program that makes every kind of request once.
#pragma once
#include <Foundation/Foundation.h>
#include <dispatch/dispatch.h>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <mach/mach.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

static long used;
static char home[200], path[256], other[256], folder[256], into[64];
static int file;
static FILE *stream;
static struct stat found;
static dispatch_queue_t queue;
static dispatch_group_t group;
static dispatch_semaphore_t semaphore;

// Hides the use of a result from the compiler, which would otherwise remove the call.
static inline void *kept(void *block) { __asm volatile("" : "+r"(block)); return block; }
static void nothing(void *context) { (void)context; }
static void *ended(void *context) { return context; }

// Runs outside of all methods, so its requests belong to no method.
static void prepared(void) {
    snprintf(home, sizeof home, "%s", getenv("HOME") ? getenv("HOME") : "");
    snprintf(path, sizeof path, "%s/Library/Caches/asked", home);
    snprintf(other, sizeof other, "%s/Library/Caches/other", home);
    snprintf(folder, sizeof folder, "%s/Library/Caches/folder", home);
    int first = open(path, O_RDWR | O_CREAT, 0600);
    write(first, "0123456789012345678901234567890123456789", 40);
    close(first);
    file = open(path, O_RDWR);
    stream = fopen(path, "r+");
    queue = dispatch_queue_create("one", DISPATCH_QUEUE_SERIAL);
    group = dispatch_group_create();
    semaphore = dispatch_semaphore_create(1);
}
