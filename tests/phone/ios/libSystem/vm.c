// Implements memory maps with the functions of POSIX and of Mach. Pages have 16 KiB.
#include <phone/hostcall.h>
#include "internal.h"

mach_port_t mach_task_self_ = 0x203;
vm_size_t vm_page_size = 16384, vm_kernel_page_size = 16384, vm_page_mask = 16383;
int getpagesize(void) { return 16384; }
static size_t whole(size_t n) { return (n + 16383) & ~16383UL; }

kern_return_t vm_allocate(vm_map_t task, vm_address_t *address, vm_size_t size, int flags) {
    if (task != mach_task_self_ || !(flags & VM_FLAGS_ANYWHERE)) return KERN_INVALID_ARGUMENT;
    if (!size) { *address = 0; return KERN_SUCCESS; }
    long result = HOST2(HOST_VM_ALLOCATE, whole(size), VM_PROT_READ | VM_PROT_WRITE);
    if (result <= 0) return KERN_NO_SPACE;
    *address = (vm_address_t)result;
    return KERN_SUCCESS;
}
kern_return_t vm_deallocate(vm_map_t task, vm_address_t address, vm_size_t size) {
    if (task != mach_task_self_) return KERN_INVALID_ARGUMENT;
    vm_address_t start = address & ~16383UL;
    long result = HOST2(HOST_VM_DEALLOCATE, start, whole(address + size - start)); // a kern_return_t, or minus an errno
    return result < 0 ? KERN_INVALID_ADDRESS : (kern_return_t)result;
}
// Includes every page of the range as a whole, as the kernel does.
kern_return_t vm_protect(vm_map_t task, vm_address_t address, vm_size_t size, boolean_t maximum, vm_prot_t protection) {
    if (task != mach_task_self_) return KERN_INVALID_ARGUMENT;
    vm_address_t start = address & ~16383UL;
    long result = HOST4(HOST_VM_PROTECT, start, whole(address + size - start), maximum, protection);
    return result < 0 ? KERN_INVALID_ADDRESS : (kern_return_t)result;
}
kern_return_t vm_region_64(vm_map_t task, vm_address_t *address, vm_size_t *size, int flavour, int *out, mach_msg_type_number_t *count, mach_port_t *object) {
    if (task != mach_task_self_ || flavour != VM_REGION_BASIC_INFO_64 || *count < VM_REGION_BASIC_INFO_COUNT_64) return KERN_INVALID_ARGUMENT;
    struct host_region region;
    if (HOST2(HOST_VM_REGION, *address, &region) < 0) return KERN_INVALID_ADDRESS;
    struct vm_region_basic_info_64 *info = (void *)out;
    memset(info, 0, sizeof *info);
    info->protection = (vm_prot_t)region.protection;
    info->max_protection = (vm_prot_t)region.maximum;
    *address = region.address;
    *size = region.size;
    *count = VM_REGION_BASIC_INFO_COUNT_64;
    if (object) *object = 0;
    return KERN_SUCCESS;
}
// Copies page by page and stops at the first page that cannot be read, because callers need an error in place of a fault.
kern_return_t vm_read_overwrite(vm_map_t task, vm_address_t from, vm_size_t size, vm_address_t to, vm_size_t *done) {
    if (task != mach_task_self_) return KERN_INVALID_ARGUMENT;
    for (vm_address_t at = from; at < from + size;) {
        struct host_region region;
        if (HOST2(HOST_VM_REGION, at, &region) < 0 || region.address > at) return KERN_INVALID_ADDRESS;
        if (!(region.protection & VM_PROT_READ)) return KERN_PROTECTION_FAILURE;
        at = region.address + region.size;
    }
    memcpy((void *)to, (const void *)from, size);
    *done = size;
    return KERN_SUCCESS;
}
kern_return_t mach_vm_allocate(vm_map_t t, mach_vm_address_t *a, mach_vm_size_t s, int f) { return vm_allocate(t, a, s, f); }
kern_return_t mach_vm_deallocate(vm_map_t t, mach_vm_address_t a, mach_vm_size_t s) { return vm_deallocate(t, a, s); }
kern_return_t mach_vm_protect(vm_map_t t, mach_vm_address_t a, mach_vm_size_t s, boolean_t m, vm_prot_t p) { return vm_protect(t, a, s, m, p); }
kern_return_t mach_vm_region(vm_map_t t, mach_vm_address_t *a, mach_vm_size_t *s, int f, int *i, mach_msg_type_number_t *c, mach_port_t *o) { return vm_region_64(t, a, s, f, i, c, o); }
kern_return_t mach_vm_read_overwrite(vm_map_t t, mach_vm_address_t f, mach_vm_size_t s, mach_vm_address_t to, mach_vm_size_t *d) { return vm_read_overwrite(t, f, s, to, d); }
char *mach_error_string(kern_return_t error) {
    static char *const names[] = { "(os/kern) successful", "(os/kern) invalid address", "(os/kern) protection failure", "(os/kern) no space available", "(os/kern) invalid argument", "(os/kern) failure" };
    return error >= 0 && error <= 5 ? names[error] : "(os/kern) unknown error";
}

void *mmap(void *hint, size_t size, int protection, int flags, int fd, off_t offset) {
    if (!size || flags & MAP_FIXED || (hint && flags & MAP_FIXED)) { errno = EINVAL; return MAP_FAILED; }
    if (!(flags & MAP_ANON) && flags & MAP_SHARED && protection & PROT_WRITE) phone_fail("mmap: writable shared file maps are not there");
    long address = HOST2(HOST_VM_ALLOCATE, whole(size), PROT_READ | PROT_WRITE);
    if (address <= 0) { errno = ENOMEM; return MAP_FAILED; }
    if (!(flags & MAP_ANON) && pread(fd, (void *)address, size, offset) < 0) {
        int error = errno;
        HOST2(HOST_VM_DEALLOCATE, address, whole(size));
        errno = error;
        return MAP_FAILED;
    }
    if (protection != (PROT_READ | PROT_WRITE)) HOST4(HOST_VM_PROTECT, address, whole(size), 0, protection);
    return (void *)address;
}
int munmap(void *address, size_t size) {
    if (!HOST2(HOST_VM_DEALLOCATE, address, whole(size))) return 0;
    errno = EINVAL;
    return -1;
}
int mprotect(void *address, size_t size, int protection) {
    if ((uintptr_t)address & 16383) { errno = EINVAL; return -1; }
    long result = HOST4(HOST_VM_PROTECT, address, whole(size), 0, protection);
    if (!result) return 0;
    errno = result == KERN_PROTECTION_FAILURE ? EACCES : result < 0 ? (int)-result : ENOMEM;
    return -1;
}
