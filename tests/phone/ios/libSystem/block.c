// The runtime of blocks: copies blocks to the heap, and retains what blocks and __block variables contain.
#include "internal.h"

void *_NSConcreteStackBlock[32], *_NSConcreteGlobalBlock[32], *_NSConcreteMallocBlock[32];

struct descriptor { unsigned long reserved, size; void (*copy)(void *, const void *), (*dispose)(const void *); };
struct block { void *isa; volatile int32_t flags; int32_t reserved; void (*invoke)(void *, ...); struct descriptor *descriptor; };
struct byref { void *isa; struct byref *forwarding; volatile int32_t flags; uint32_t size; void (*keep)(struct byref *, struct byref *), (*destroy)(struct byref *); };
// In the compiler's layout, bit 0 means that deallocation began, and bits 1-15 are the count in steps of two.
enum { COUNT_MASK = 0xfffe, COUNT_ONE = 2, NEEDS_FREE = 1 << 24, HAS_COPY = 1 << 25, IS_GLOBAL = 1 << 28, FIELD_OBJECT = 3, FIELD_BLOCK = 7, FIELD_BYREF = 8, FIELD_WEAK = 16, BYREF_CALLER = 128 };

static void nothing(const void *o) { (void)o; }
static void (*retain)(const void *) = nothing, (*release)(const void *) = nothing;
void phone_block_hooks(void (*r)(const void *), void (*l)(const void *)) { retain = r; release = l; }

static bool drop(volatile int32_t *flags) { return (__atomic_fetch_sub(flags, COUNT_ONE, __ATOMIC_ACQ_REL) & COUNT_MASK) == COUNT_ONE; }

void *_Block_copy(const void *from) {
    struct block *b = (struct block *)from;
    if (!b || b->flags & IS_GLOBAL) return b;
    if (b->flags & NEEDS_FREE) { __atomic_fetch_add(&b->flags, COUNT_ONE, __ATOMIC_RELAXED); return b; }
    struct block *copy = malloc(b->descriptor->size);
    memcpy(copy, b, b->descriptor->size);
    copy->flags = (b->flags & ~(COUNT_MASK | 1)) | NEEDS_FREE | COUNT_ONE;
    copy->isa = _NSConcreteMallocBlock;
    if (copy->flags & HAS_COPY) copy->descriptor->copy(copy, b);
    return copy;
}
void _Block_release(const void *block) {
    struct block *b = (struct block *)block;
    if (!b || !(b->flags & NEEDS_FREE) || !drop(&b->flags)) return;
    if (b->flags & HAS_COPY) b->descriptor->dispose(b);
    free(b);
}
static struct byref *copy_byref(struct byref *from) {
    struct byref *f = from->forwarding;
    if (f->flags & NEEDS_FREE) { __atomic_fetch_add(&f->flags, COUNT_ONE, __ATOMIC_RELAXED); return f; }
    struct byref *copy = malloc(from->size);
    memcpy(copy, from, from->size);
    copy->flags = (from->flags & ~(COUNT_MASK | 1)) | NEEDS_FREE | 2 * COUNT_ONE; // one for the heap, one for the frame
    copy->forwarding = from->forwarding = copy;
    if (copy->flags & HAS_COPY) copy->keep(copy, from);
    return copy;
}
void _Block_object_assign(void *to, const void *from, int kind) {
    const void **slot = to;
    switch (kind & ~BYREF_CALLER & ~FIELD_WEAK) {
    case FIELD_OBJECT: if (!(kind & BYREF_CALLER)) retain(from); *slot = from; break;
    case FIELD_BLOCK: *slot = kind & BYREF_CALLER ? from : _Block_copy(from); break;
    case FIELD_BYREF: *slot = copy_byref((struct byref *)from); break;
    default: *slot = from;
    }
}
void _Block_object_dispose(const void *what, int kind) {
    if (kind & BYREF_CALLER) return;
    switch (kind & ~FIELD_WEAK) {
    case FIELD_OBJECT: release(what); break;
    case FIELD_BLOCK: _Block_release(what); break;
    case FIELD_BYREF: {
        struct byref *f = ((struct byref *)what)->forwarding;
        if (!(f->flags & NEEDS_FREE) || !drop(&f->flags)) break;
        if (f->flags & HAS_COPY) f->destroy(f);
        free(f);
    }
    }
}
