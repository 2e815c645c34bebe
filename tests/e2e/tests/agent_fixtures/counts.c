// Replaces the agent in an app whose functions are counted: marks the main thread in each image, and writes the counts at exit.
#include <mach-o/dyld.h>
#include <mach-o/loader.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct head {
    uint32_t magic, version, count, imports, state, records, code, zero, offsets[];
};
static const char *images[64];
static const struct head *heads[64];
static const char *names[64];
static int seen;

static void added(const struct mach_header *header, intptr_t slide) {
    const struct load_command *command = (const void *)((const struct mach_header_64 *)header + 1);
    for (uint32_t i = 0; i < header->ncmds; i++, command = (const void *)((const char *)command + command->cmdsize)) {
        const struct segment_command_64 *segment = (const void *)command;
        if (command->cmd != LC_SEGMENT_64 || strcmp(segment->segname, "__LG_TEXT") || seen == 64) continue;
        const struct head *head = (const void *)(segment->vmaddr + slide);
        if (head->magic != 0x5752474c || head->version != 1) continue;
        uint64_t thread;
        __asm__("mrs %0, TPIDRRO_EL0" : "=r"(thread));
        *(uint64_t *)((char *)header + head->state) = thread;
        images[seen] = (const char *)header;
        for (uint32_t k = 0; k < _dyld_image_count(); k++)
            if ((const void *)_dyld_get_image_header(k) == (const void *)header) names[seen] = _dyld_get_image_name(k);
        heads[seen++] = head;
    }
}

static void ended(void) {
    for (int i = 0; i < seen; i++) {
        const struct head *head = heads[i];
        const uint64_t *state = (const void *)(images[i] + head->state), *record = (const void *)(images[i] + head->records);
        const char *leaf = strrchr(names[i], '/');
        leaf = leaf ? leaf + 1 : names[i];
        printf("COUNTS %s %llx\n", leaf, (unsigned long long)state[1]);
        for (uint32_t k = 0; k < head->count; k++, record += 3)
            if (record[0])
                printf("COUNTED %s %x %llx %llx %llx\n", leaf, head->offsets[k], (unsigned long long)record[0],
                       (unsigned long long)(record[1] >> 44), (unsigned long long)(record[2] - (uint64_t)images[i]));
    }
}

__attribute__((constructor)) static void begin(void) {
    _dyld_register_func_for_add_image(added);
    atexit(ended);
}
