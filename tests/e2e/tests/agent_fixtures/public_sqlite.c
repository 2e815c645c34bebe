// SQLite as a library of an app. This file replaces its layer for files, since the small iOS has no file locks.
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define NDEBUG 1
#define INFINITY __builtin_inf()
struct tm { int of_no_use; };
#define gmtime(at) ((struct tm *)0)
#define strftime(...) 0
// Returns the length of the longest prefix that contains only characters of a set, or only other characters.
static unsigned long spanned(const char *text, const char *set, int in) {
    unsigned long n = 0;
    while (text[n] && (strchr(set, text[n]) != NULL) == in) n++;
    return n;
}
#define strspn(text, set) spanned(text, set, 1)
#define strcspn(text, set) spanned(text, set, 0)
#define SQLITE_OS_OTHER 1
#define SQLITE_THREADSAFE 0
#define SQLITE_OMIT_LOAD_EXTENSION 1
#define SQLITE_OMIT_DATETIME_FUNCS 1
#define SQLITE_OMIT_WAL 1
#define SQLITE_TEMP_STORE 3
#define SQLITE_WITHOUT_ZONEMALLOC 1
#include "sqlite3.c"

typedef struct { sqlite3_file base; int file; } Opened;
static int of(sqlite3_file *file) { return ((Opened *)file)->file; }
static int closed(sqlite3_file *file) { return close(of(file)) ? SQLITE_IOERR : SQLITE_OK; }
static int reads(sqlite3_file *file, void *into, int size, sqlite3_int64 at) {
    ssize_t got = pread(of(file), into, (size_t)size, at);
    if (got == size) return SQLITE_OK;
    if (got < 0) return SQLITE_IOERR_READ;
    memset((char *)into + got, 0, (size_t)(size - got));
    return SQLITE_IOERR_SHORT_READ;
}
static int writes(sqlite3_file *file, const void *from, int size, sqlite3_int64 at) {
    return pwrite(of(file), from, (size_t)size, at) == size ? SQLITE_OK : SQLITE_IOERR_WRITE;
}
static int cuts(sqlite3_file *file, sqlite3_int64 size) { return SQLITE_OK; }
static int syncs(sqlite3_file *file, int how) { return fsync(of(file)) ? SQLITE_IOERR : SQLITE_OK; }
static int sizes(sqlite3_file *file, sqlite3_int64 *size) {
    struct stat found;
    if (fstat(of(file), &found)) return SQLITE_IOERR;
    *size = found.st_size;
    return SQLITE_OK;
}
static int locks(sqlite3_file *file, int how) { return SQLITE_OK; }
static int locked(sqlite3_file *file, int *is) { *is = 0; return SQLITE_OK; }
static int controls(sqlite3_file *file, int what, void *of) { return SQLITE_NOTFOUND; }
static int sectors(sqlite3_file *file) { return 4096; }
static int traits(sqlite3_file *file) { return 0; }
static const sqlite3_io_methods methods =
    { 1, closed, reads, writes, cuts, syncs, sizes, locks, locks, locked, controls, sectors, traits };

static int opens(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
    int how = (flags & SQLITE_OPEN_READWRITE ? O_RDWR : O_RDONLY) | (flags & SQLITE_OPEN_CREATE ? O_CREAT : 0);
    int opened = open(path, how, 0600);
    file->pMethods = opened < 0 ? NULL : &methods;
    ((Opened *)file)->file = opened;
    if (out) *out = flags;
    return opened < 0 ? SQLITE_CANTOPEN : SQLITE_OK;
}
static int removes(sqlite3_vfs *vfs, const char *path, int sync) {
    return unlink(path) && errno != ENOENT ? SQLITE_IOERR_DELETE : SQLITE_OK;
}
static int exists(sqlite3_vfs *vfs, const char *path, int how, int *is) {
    *is = access(path, F_OK) == 0;
    return SQLITE_OK;
}
static int full(sqlite3_vfs *vfs, const char *path, int size, char *into) {
    strlcpy(into, path, (size_t)size);
    return SQLITE_OK;
}
static int chance(sqlite3_vfs *vfs, int size, char *into) { memset(into, 7, (size_t)size); return size; }
static int sleeps(sqlite3_vfs *vfs, int us) { return us; }
static int now(sqlite3_vfs *vfs, double *day) { *day = 2460000.5; return SQLITE_OK; }

int sqlite3_os_init(void) {
    static sqlite3_vfs vfs = { .iVersion = 1, .szOsFile = sizeof(Opened), .mxPathname = 512, .zName = "small",
        .xOpen = opens, .xDelete = removes, .xAccess = exists, .xFullPathname = full, .xRandomness = chance,
        .xSleep = sleeps, .xCurrentTime = now };
    return sqlite3_vfs_register(&vfs, 1);
}
int sqlite3_os_end(void) { return SQLITE_OK; }
