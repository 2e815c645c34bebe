// The heap: size classes with free lists over blocks of HOST_VM_ALLOCATE; large allocations have their own pages.
// Invariant: every live pointer has a header with a magic number directly below it, so an invalid free is reported as such.
#include <phone/hostcall.h>
#include "internal.h"

enum { LIVE = 0x4d414c43, FREED = 0x66726565, CLASS_LARGE = 0xffff, CLASS_ALIGNED = 0xfffe, CLASSES = 45, LARGEST = 32768, CHUNK = 1 << 20 };
struct header { uint64_t size; uint32_t class, magic; }; // for CLASS_ALIGNED, size is the distance down to the real block
struct free_block { struct free_block *next; };

static os_unfair_lock heap_lock;
static struct free_block *lists[CLASSES];
static char *chunk, *chunk_end;

// Each power of two from 16 on has four classes: 16, 32, 48, 64, 80, 96, 112, 128, 160, ...
static unsigned class_of(size_t size) {
    if (size <= 128) return size ? (unsigned)((size - 1) >> 4) : 0;
    unsigned power = 63 - (unsigned)__builtin_clzl(size - 1); // size-1 is in [2^power, 2^(power+1)), power >= 7
    return 8 + (power - 7) * 4 + (unsigned)(((size - 1) >> (power - 2)) & 3);
}
static size_t size_of(unsigned class) {
    if (class < 8) return 16 * (class + 1);
    unsigned power = 7 + (class - 8) / 4;
    return (1UL << power) + ((class - 8) % 4 + 1) * (1UL << (power - 2));
}

static void *pages(size_t size) {
    long address = HOST2(HOST_VM_ALLOCATE, size, PROT_READ | PROT_WRITE);
    return address > 0 ? (void *)address : 0;
}

// Returns a block, and whether the host has just provided it, so that it is zero.
static void *allocate(size_t size, bool *fresh) {
    struct header *header;
    *fresh = false;
    if (size > LARGEST) {
        size_t whole = (size + sizeof *header + 0x3fff) & ~0x3fffUL;
        if (whole < size || !(header = pages(whole))) { errno = ENOMEM; return 0; }
        *header = (struct header){ size, CLASS_LARGE, LIVE };
        *fresh = true;
        return header + 1;
    }
    unsigned class = class_of(size);
    os_unfair_lock_lock(&heap_lock);
    if (lists[class]) {
        header = (struct header *)lists[class] - 1;
        lists[class] = lists[class]->next;
    } else {
        size_t block = size_of(class) + sizeof *header;
        if ((size_t)(chunk_end - chunk) < block) { // the end of the old chunk, at most 3 %, stays unused
            chunk = pages(CHUNK);
            if (!chunk) { chunk_end = 0; os_unfair_lock_unlock(&heap_lock); errno = ENOMEM; return 0; }
            chunk_end = chunk + CHUNK;
        }
        header = (struct header *)chunk;
        chunk += block;
        *fresh = true;
    }
    os_unfair_lock_unlock(&heap_lock);
    *header = (struct header){ size, class, LIVE };
    return header + 1;
}

static struct header *header_of(const void *pointer) {
    struct header *header = (struct header *)pointer - 1;
    if (header->magic == FREED) phone_fail("malloc: pointer was freed before");
    if (header->magic != LIVE) phone_fail("malloc: pointer being freed was not allocated");
    return header;
}

void *malloc(size_t size) { bool fresh; return allocate(size, &fresh); }
void *calloc(size_t count, size_t size) {
    size_t whole;
    bool fresh;
    if (__builtin_mul_overflow(count, size, &whole)) { errno = ENOMEM; return 0; }
    void *block = allocate(whole, &fresh);
    if (block && !fresh) memset(block, 0, whole);
    return block;
}
void free(void *pointer) {
    if (!pointer) return;
    struct header *header = header_of(pointer);
    if (header->class == CLASS_ALIGNED) {
        header->magic = FREED;
        free((char *)pointer - header->size);
        return;
    }
    if (header->class == CLASS_LARGE) {
        HOST2(HOST_VM_DEALLOCATE, header, (header->size + sizeof *header + 0x3fff) & ~0x3fffUL);
        return;
    }
    header->magic = FREED;
    struct free_block *block = pointer;
    os_unfair_lock_lock(&heap_lock);
    block->next = lists[header->class];
    lists[header->class] = block;
    os_unfair_lock_unlock(&heap_lock);
}
size_t malloc_size(const void *pointer) {
    if (!pointer || ((struct header *)pointer - 1)->magic != LIVE) return 0; // as on a phone: not the heap's
    struct header *header = header_of(pointer);
    if (header->class == CLASS_ALIGNED) return malloc_size((char *)pointer - header->size) - header->size;
    return header->class == CLASS_LARGE ? header->size : size_of(header->class);
}
size_t malloc_good_size(size_t size) { return size > LARGEST ? size : size_of(class_of(size)); }
void *realloc(void *pointer, size_t size) {
    if (!pointer) return malloc(size);
    size_t old = malloc_size(pointer);
    if (size <= old && size > old / 2) return pointer;
    void *block = malloc(size);
    if (!block) return 0;
    memcpy(block, pointer, old < size ? old : size);
    free(pointer);
    return block;
}
int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || alignment & (alignment - 1)) return EINVAL;
    if (alignment <= 16) return (*result = malloc(size)) ? 0 : ENOMEM;
    char *block = malloc(size + alignment + sizeof(struct header));
    if (!block) return ENOMEM;
    // There must be space for a second header between the block's start and the aligned address.
    char *aligned = (char *)(((uintptr_t)block + sizeof(struct header) + alignment - 1) & ~(alignment - 1));
    ((struct header *)aligned)[-1] = (struct header){ (uint64_t)(aligned - block), CLASS_ALIGNED, LIVE };
    *result = aligned;
    return 0;
}
void *aligned_alloc(size_t alignment, size_t size) {
    void *block;
    int error = posix_memalign(&block, alignment < 16 ? 16 : alignment, size);
    if (!error) return block;
    errno = error;
    return 0;
}
