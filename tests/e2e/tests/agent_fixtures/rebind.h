// Replaces this image's pointers to one target by pointers to another target, like fishhook.
#pragma once
#include "rights.h"
#include <dlfcn.h>
#include <mach-o/dyld.h>
#include <mach-o/loader.h>

// The value of the image's own pointer to an imported function.
#define POINTER(symbol) ({ void *to; __asm volatile("adrp %0, " symbol "@GOTPAGE\n\tldr %0, [%0, " symbol "@GOTPAGEOFF]" : "=r"(to)); to; })

static void rebind_slot(void **at, void *to) {
    vm_address_t page = (vm_address_t)at & ~0x3fffUL;
    int before = rights((void *)page);
    vm_protect(mach_task_self(), page, 0x4000, 0, VM_PROT_READ | VM_PROT_WRITE | VM_PROT_COPY);
    *at = to;
    vm_protect(mach_task_self(), page, 0x4000, 0, before);
}
extern const struct mach_header_64 _mh_execute_header;
// Replaces all pointers to `from`: older linkers emit one pointer for calls and another in the global offset table.
static int rebind(void *from, void *to) {
    int count = 0;
    intptr_t slide = _dyld_get_image_vmaddr_slide(0);
    const struct load_command *command = (const struct load_command *)(&_mh_execute_header + 1);
    for (unsigned c = 0; c < _mh_execute_header.ncmds; c++, command = (const struct load_command *)((const char *)command + command->cmdsize)) {
        if (command->cmd != LC_SEGMENT_64) continue;
        const struct segment_command_64 *segment = (const struct segment_command_64 *)command;
        const struct section_64 *section = (const struct section_64 *)(segment + 1);
        for (unsigned s = 0; s < segment->nsects; s++) {
            void **slots = (void **)(section[s].addr + slide);
            unsigned kind = section[s].flags & 0xff;
            for (unsigned long i = 0; (kind == 6 || kind == 7) && i < section[s].size / 8; i++)
                if (slots[i] == from) { rebind_slot(&slots[i], to); count++; }
        }
    }
    return count;
}
