// Implements the guest's part of dyld: the list of images, the callbacks, thread-local variables, dlopen and similar functions. The host
// maps and binds images; this file contains the code that must run in the process.
#include <mach-o/loader.h>
#include <phone/hostcall.h>
#include "internal.h"

typedef void (*image_callback)(const struct mach_header *, intptr_t);
static struct host_image *images;
static uint32_t image_count, image_capacity;
static image_callback added[32], removed[32];
static unsigned added_count, removed_count;
// The loaded images, by their numbers among all images that were ever loaded.
static uint32_t *listed, listed_count;
// The lock is recursive, because an initialiser that runs inside dlopen may call dlopen.
static pthread_mutex_t loading = PTHREAD_RECURSIVE_MUTEX_INITIALIZER;

extern void *phone_tlv_get(void *) __asm__("_tlv_get_addr");
struct tlv_descriptor { void *(*thunk)(void *); unsigned long key, offset; };
struct tlv_image { pthread_key_t key; const void *initial; size_t filled, size; };
static struct tlv_image tlvs[64];
static unsigned tlv_count;

// Assigns a key to each image with thread-local variables, and sets the thunk in the image's descriptors.
static void prepare_tlvs(const struct host_image *image) {
    const struct mach_header_64 *header = (const void *)image->header;
    const struct load_command *command = (const void *)(header + 1);
    struct tlv_descriptor *first = 0, *last = 0;
    uintptr_t low = ~0UL, high = 0, filled = 0;
    for (uint32_t i = 0; i < header->ncmds; i++, command = (const void *)((const char *)command + command->cmdsize)) {
        if (command->cmd != LC_SEGMENT_64) continue;
        const struct segment_command_64 *segment = (const void *)command;
        const struct section_64 *section = (const void *)(segment + 1);
        for (uint32_t k = 0; k < segment->nsects; k++, section++) {
            uintptr_t start = section->addr + image->slide, end = start + section->size;
            switch (section->flags & SECTION_TYPE) {
            case S_THREAD_LOCAL_VARIABLES: first = (void *)start; last = (void *)end; break;
            case S_THREAD_LOCAL_REGULAR:
            case S_THREAD_LOCAL_ZEROFILL:
                if (start < low) low = start;
                if (end > high) high = end;
                if ((section->flags & SECTION_TYPE) == S_THREAD_LOCAL_REGULAR) filled = end;
            }
        }
    }
    if (!first) return;
    if (tlv_count == 64) phone_fail("dyld: more than 64 images with thread-local variables");
    struct tlv_image *tlv = &tlvs[tlv_count++];
    *tlv = (struct tlv_image){ 0, (const void *)low, filled > low ? filled - low : 0, high - low };
    if (pthread_key_create(&tlv->key, free)) phone_fail("dyld: no thread key left for thread-local variables");
    for (; first < last; first++) {
        first->thunk = phone_tlv_get;
        first->key = tlv->key;
    }
}
// The thunk in tlv.S calls this function at a thread's first use of an image's variables.
__attribute__((used)) void *phone_tlv_allocate(unsigned long key) {
    for (unsigned i = 0; i < tlv_count; i++) {
        if (tlvs[i].key != key) continue;
        void *block = 0;
        posix_memalign(&block, 64, tlvs[i].size);
        memcpy(block, tlvs[i].initial, tlvs[i].filled);
        memset((char *)block + tlvs[i].filled, 0, tlvs[i].size - tlvs[i].filled);
        pthread_setspecific(key, block);
        return block;
    }
    phone_fail("dyld: a thread-local variable of no image");
}
// This function is in the descriptors of an image until the image is prepared.
void _tlv_bootstrap(void) { phone_fail("dyld: a thread-local variable was used before its image was prepared"); }

// The addresses of an image's code and unwind tables, stored when the image is mapped, as in dyld, so that an exception reads no headers.
struct unwind_sections { const struct mach_header *header; const void *eh_frame; uintptr_t eh_frame_size; const void *compact; uintptr_t compact_size; };
static struct table { uintptr_t start, size; struct unwind_sections sections; } *tables;
static void note_tables(const struct host_image *image, struct table *table) {
    const struct mach_header_64 *header = (const void *)image->header;
    const struct load_command *command = (const void *)(header + 1);
    struct unwind_sections *s = &table->sections;
    *table = (struct table){ .sections.header = (const void *)header };
    for (uint32_t c = 0; c < header->ncmds; c++, command = (const void *)((const char *)command + command->cmdsize)) {
        const struct segment_command_64 *segment = (const void *)command;
        if (command->cmd != LC_SEGMENT_64 || strcmp(segment->segname, "__TEXT")) continue;
        table->start = segment->vmaddr + image->slide;
        table->size = segment->vmsize;
        const struct section_64 *section = (const void *)(segment + 1);
        for (uint32_t k = 0; k < segment->nsects; k++, section++) {
            const void *start = (const void *)(section->addr + image->slide);
            if (!strncmp(section->sectname, "__eh_frame", 16)) { s->eh_frame = start; s->eh_frame_size = section->size; }
            if (!strncmp(section->sectname, "__unwind_info", 16)) { s->compact = start; s->compact_size = section->size; }
        }
    }
}

void phone_images_mapped(unsigned long first, unsigned long count) {
    if (first + count > image_capacity) {
        image_capacity = (uint32_t)(first + count) * 2;
        images = realloc(images, image_capacity * sizeof *images);
        tables = realloc(tables, image_capacity * sizeof *tables);
        listed = realloc(listed, image_capacity * sizeof *listed);
    }
    for (unsigned long i = first; i < first + count; i++) {
        if (HOST2(HOST_DYLD_IMAGE, i, &images[i]) < 0) phone_fail("dyld: an image was announced that is not there");
        prepare_tlvs(&images[i]);
        note_tables(&images[i], &tables[i]);
        listed[listed_count++] = (uint32_t)i;
    }
    if (first + count > image_count) image_count = (uint32_t)(first + count);
}
void phone_images_announce(unsigned long first, unsigned long count) {
    for (unsigned c = 0; c < added_count; c++)
        for (unsigned long i = first; i < first + count; i++) added[c]((const void *)images[i].header, (intptr_t)images[i].slide);
}
// libobjc's hooks identify images by these numbers, which do not change when an image is removed.
const struct mach_header *phone_image_header(unsigned long i) { return (const void *)images[i].header; }
intptr_t phone_image_slide(unsigned long i) { return (intptr_t)images[i].slide; }
uint32_t _dyld_image_count(void) { return listed_count; }
const struct mach_header *_dyld_get_image_header(uint32_t i) { return i < listed_count ? (const void *)images[listed[i]].header : 0; }
intptr_t _dyld_get_image_vmaddr_slide(uint32_t i) { return i < listed_count ? (intptr_t)images[listed[i]].slide : 0; }
const char *_dyld_get_image_name(uint32_t i) { return i < listed_count ? images[listed[i]].path : 0; }
void _dyld_register_func_for_add_image(image_callback callback) {
    if (added_count == 32) phone_fail("dyld: more than 32 add-image callbacks");
    added[added_count++] = callback;
    for (uint32_t i = 0; i < listed_count; i++) callback((const void *)images[listed[i]].header, (intptr_t)images[listed[i]].slide);
}
void _dyld_register_func_for_remove_image(image_callback callback) {
    if (removed_count == 32) phone_fail("dyld: more than 32 remove-image callbacks");
    removed[removed_count++] = callback;
}
// Removes an image: calls its exit functions, then the callbacks while the image is still mapped, then unmaps its memory.
void phone_image_removed(unsigned long image) {
    const struct mach_header *header = (const void *)images[image].header;
    phone_finalize(header);
    for (unsigned c = 0; c < removed_count; c++) removed[c](header, (intptr_t)images[image].slide);
    uint32_t left = 0;
    for (uint32_t i = 0; i < listed_count; i++) if (listed[i] != image) listed[left++] = listed[i];
    listed_count = left;
    tables[image].size = 0;
    HOST1(HOST_DYLD_UNMAP, image);
}

int _NSGetExecutablePath(char *to, uint32_t *size) {
    const char *path = 0;
    for (uint32_t i = 0; i < listed_count; i++)
        if (((const struct mach_header_64 *)images[listed[i]].header)->filetype == 2) path = images[listed[i]].path;
    if (!path) path = phone_boot->argv[0];
    uint32_t need = (uint32_t)strlen(path) + 1;
    if (*size < need) { *size = need; return -1; }
    memcpy(to, path, need);
    return 0;
}
int dladdr(const void *address, Dl_info *info) {
    struct host_symbol s;
    if (HOST2(HOST_DYLD_ADDRESS, address, &s) < 0) return 0;
    *info = (Dl_info){ s.path, (void *)s.image, s.name, (void *)s.symbol };
    return 1;
}

// -- dlopen and similar functions. Errors are per thread on a phone; here dlerror returns the last error of the process.
static bool failed;
void *dlopen(const char *path, int mode) {
    if (!path) return RTLD_MAIN_ONLY;
    pthread_mutex_lock(&loading);
    long handle = HOST2(HOST_DYLD_OPEN, path, mode);
    failed = handle <= 0;
    if (!failed) phone_run_actions();
    pthread_mutex_unlock(&loading);
    return handle <= 0 ? 0 : (void *)handle;
}
int dlclose(void *handle) {
    if (handle == RTLD_MAIN_ONLY) return 0;
    pthread_mutex_lock(&loading);
    long result = HOST1(HOST_DYLD_CLOSE, handle);
    if (result >= 0) phone_run_actions();
    pthread_mutex_unlock(&loading);
    return 0; // a phone reports no error for closing a handle that is not open
}
void *dlsym(void *handle, const char *name) {
    long address = HOST3(HOST_DYLD_SYMBOL, handle, name, __builtin_return_address(0)); // RTLD_NEXT and _SELF ask who calls
    failed = !address;
    return (void *)address;
}
char *dlerror(void) {
    static char text[1024];
    if (!failed) return 0;
    failed = false;
    long n = HOST2(HOST_DYLD_ERROR, text, sizeof text - 1);
    if (n < 0) return "dlopen or dlsym failed";
    text[(size_t)n < sizeof text ? (size_t)n : sizeof text - 1] = 0;
    return text;
}

// -- unwind tables for libunwind: returns the image of an address, and the addresses of its two sections
bool _dyld_find_unwind_sections(void *address, struct unwind_sections *found) {
    for (uint32_t i = 0; i < image_count; i++) {
        if ((uintptr_t)address - tables[i].start >= tables[i].size) continue;
        *found = tables[i].sections;
        return true;
    }
    return false;
}

// Images linked for iOS 12 import this function for their lazy pointers. The host binds these at load, so it is never called.
void phone_stub_binder(void) __asm__("dyld_stub_binder");
void phone_stub_binder(void) { phone_fail("dyld: a lazy pointer was left unbound"); }
