// Returns the protection of the page that contains an address.
#pragma once
#include <mach/mach.h>

static int rights(void *address) {
    vm_address_t at = (vm_address_t)address;
    vm_size_t size = 0;
    int info[9];
    mach_msg_type_number_t count = 9;
    mach_port_t object = 0;
    return vm_region_64(mach_task_self(), &at, &size, VM_REGION_BASIC_INFO_64, info, &count, &object) ? -1 : info[0];
}
