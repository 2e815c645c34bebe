// Prepares the Objective-C data of an image when dyld maps it, and runs +load before the image is initialised.
#include "internal.h"

pthread_mutex_t runtime_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER;
const uintptr_t objc_debug_isa_class_mask = ISA_MASK, objc_debug_taggedpointer_mask = 1UL << 63;
// The number excludes the bits that mark a tagged pointer and the bits of its tag.
const uintptr_t objc_debug_taggedpointer_obfuscator = 0x15b329c74d8e61a8 & ~(3UL << 62 | 7);
Class objc_debug_taggedpointer_classes[8];
unsigned phone_tag_slot(unsigned tag) {
    static const unsigned char slots[8] = { 0, 3, 5, 1, 6, 2, 4, 7 };
    return slots[tag & 7];
}
void _objc_registerTaggedPointerClass(unsigned tag, Class c) { objc_debug_taggedpointer_classes[phone_tag_slot(tag)] = c; }

struct section { void **start; size_t count; };

// The linker may put a section into any of three segments, so only the name is compared.
static struct section section_of(unsigned long image, const char *name) {
    const struct mach_header_64 *header = (const void *)phone_image_header(image);
    intptr_t slide = phone_image_slide(image);
    const struct load_command *command = (const void *)(header + 1);
    for (uint32_t i = 0; i < header->ncmds; i++, command = (const void *)((const char *)command + command->cmdsize)) {
        const struct segment_command_64 *segment = (const void *)command;
        if (command->cmd != LC_SEGMENT_64 || strncmp(segment->segname, "__DATA", 6)) continue;
        const struct section_64 *s = (const void *)(segment + 1);
        for (uint32_t k = 0; k < segment->nsects; k++, s++)
            if (!strncmp(s->sectname, name, 16)) return (struct section){ (void **)(s->addr + (uintptr_t)slide), s->size / sizeof(void *) };
    }
    return (struct section){ 0, 0 };
}

static bool categories_begun;
static unsigned long mapped_count;

static void attach_categories(unsigned long image) {
    struct section list = section_of(image, "__objc_catlist");
    for (size_t i = 0; i < list.count; i++) attach_category(list.start[i]);
}

static void images_mapped(unsigned long first, unsigned long count) {
    lock_runtime();
    for (unsigned long image = first; image < first + count; image++) {
        struct section selectors = section_of(image, "__objc_selrefs");
        for (size_t i = 0; i < selectors.count; i++) {
            void *unique = unique_selector(selectors.start[i]);
            if (unique != selectors.start[i]) selectors.start[i] = unique;
        }
        struct section protocols = section_of(image, "__objc_protolist");
        for (size_t i = 0; i < protocols.count; i++) register_protocol(protocols.start[i]);
        struct section classes = section_of(image, "__objc_classlist");
        for (size_t i = 0; i < classes.count; i++) register_class(classes.start[i]);
    }
    // Classes with +load must be realised before their first message. The classes of all images are known at this point.
    for (unsigned long image = first; image < first + count; image++) {
        struct section eager = section_of(image, "__objc_nlclslist");
        for (size_t i = 0; i < eager.count; i++) realize_class(eager.start[i]);
        if (categories_begun) attach_categories(image);
    }
    if (first + count > mapped_count) mapped_count = first + count;
    static bool first_time = true;
    if (first_time) {
        first_time = false;
        init_blocks();
    }
    unlock_runtime();
}

// -- +load: superclasses first, then the image's classes in order, then its categories; the functions are called directly
struct loadable { Class class; IMP method; };
static struct loadable *class_loads, *category_loads;
static size_t class_load_count, category_load_count, class_load_capacity, category_load_capacity;

static void push(struct loadable **list, size_t *count, size_t *capacity, struct loadable one) {
    if (*count == *capacity) {
        *capacity = *capacity ? *capacity * 2 : 32;
        *list = realloc(*list, *capacity * sizeof **list);
    }
    (*list)[(*count)++] = one;
}
static IMP load_in(struct method_list *list) {
    Method m = list ? find_in_list(list, unique_selector("load")) : 0;
    return m ? method_getImplementation(m) : 0;
}
static void schedule(Class c) {
    if (!c || rw_of(c)->loaded) return;
    schedule(c->superclass);
    rw_of(c)->loaded = 1;
    // Only the class's own list is searched, because the +load of a category is called separately and later.
    IMP method = load_in(ro_of((Class)(c->isa & ISA_MASK))->methods);
    if (method) push(&class_loads, &class_load_count, &class_load_capacity, (struct loadable){ c, method });
}

static void image_load(unsigned long image) {
    static bool running;
    lock_runtime();
    struct section classes = section_of(image, "__objc_nlclslist"), categories = section_of(image, "__objc_nlcatlist");
    bool is_main = ((const struct mach_header_64 *)phone_image_header(image))->filetype == 2;
    // As on a phone, categories are first attached before the executable or the first image with a +load is initialised, not when mapped.
    if (!categories_begun && (classes.count || categories.count || is_main)) {
        categories_begun = true;
        for (unsigned long i = 0; i < mapped_count; i++) attach_categories(i);
    }
    for (size_t i = 0; i < classes.count; i++) schedule(realize_class(classes.start[i]));
    for (size_t i = 0; i < categories.count; i++) {
        struct category *category = categories.start[i];
        if (!category->class) continue; // a weak-linked class that is not there
        realize_class(category->class);
        fix_method_list(category->class_methods);
        IMP method = load_in(category->class_methods);
        if (method) push(&category_loads, &category_load_count, &category_load_capacity, (struct loadable){ category->class, method });
    }
    unlock_runtime();
    if (running) return; // a +load opened this image: the loop below, further up the stack, goes on with it
    running = true;
    SEL sel = sel_registerName("load");
    size_t class_next = 0, category_next = 0;
    for (;;) {
        for (; class_next < class_load_count; class_next++) ((void (*)(Class, SEL))class_loads[class_next].method)(class_loads[class_next].class, sel);
        if (category_next == category_load_count) break;
        struct loadable l = category_loads[category_next++];
        ((void (*)(Class, SEL))l.method)(l.class, sel);
    }
    class_load_count = category_load_count = 0;
    running = false;
}

static const struct phone_objc_hooks hooks = { images_mapped, image_load };
// libSystem calls this function before it announces the first image.
void _objc_init(void) {
    init_autorelease();
    init_exceptions();
    phone_dyld_register_objc(&hooks);
}
