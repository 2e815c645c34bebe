// Declares only the locale of C, in place of the C library's header.
#pragma once
struct lconv {
    char *decimal_point;
};
struct lconv *localeconv(void);
