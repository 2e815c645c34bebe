// Declarations of the C library that the small iOS lacks; included before all other headers.
#pragma once
#include <stddef.h>
#include <stdio.h>
#include <time.h>
typedef int sig_atomic_t;
#ifndef BUFSIZ
#define BUFSIZ 1024
#endif
double floor(double), ceil(double), fmod(double, double), pow(double, double), frexp(double, int *), ldexp(double, int);
double sqrt(double), fabs(double), log(double), exp(double);
#define HUGE_VAL __builtin_huge_val()
FILE *freopen(const char *, const char *, FILE *);
int getc(FILE *), feof(FILE *), ferror(FILE *);
long clock(void);
size_t strspn(const char *, const char *), strcspn(const char *, const char *);
char *strpbrk(const char *, const char *);
int strcoll(const char *, const char *);
