// The locale of C.
#pragma once
struct lconv {
    char *decimal_point;
};
struct lconv *localeconv(void);
