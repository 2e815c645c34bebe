// Implements files in the host's container folder, and the three standard streams.
#include <phone/hostcall.h>
#include "internal.h"

struct __sFILE { int fd; bool used, end; };
static struct __sFILE standard[3] = { { 0, true, false }, { 1, true, false }, { 2, true, false } };
FILE *__stdinp = &standard[0], *__stdoutp = &standard[1], *__stderrp = &standard[2];

// The arguments with which a descriptor was opened: fstat and pread require the path, O_APPEND the flag.
enum { FDS = 256 };
static struct { char *path; int flags; } opened[FDS];

int open(const char *path, int flags, ...) {
    va_list args;
    va_start(args, flags);
    int mode = flags & O_CREAT ? va_arg(args, int) : 0;
    va_end(args);
    long fd = phone_result(HOST3(HOST_OPEN, path, flags, mode));
    if (fd >= 0 && fd < FDS) {
        opened[fd].path = strdup(path);
        opened[fd].flags = flags;
    }
    return (int)fd;
}
int close(int fd) {
    long result = phone_result(HOST1(HOST_CLOSE, fd));
    if (result >= 0 && fd >= 0 && fd < FDS) {
        free(opened[fd].path);
        opened[fd].path = 0;
    }
    return (int)result;
}
ssize_t read(int fd, void *to, size_t n) { return phone_result(HOST3(HOST_READ, fd, to, n)); }
ssize_t write(int fd, const void *from, size_t n) {
    if (fd == 1 || fd == 2) { HOST2(HOST_LOG, from, n); return (ssize_t)n; }
    if (fd >= 0 && fd < FDS && opened[fd].flags & O_APPEND) HOST3(HOST_SEEK, fd, 0, SEEK_END);
    return phone_result(HOST3(HOST_WRITE, fd, from, n));
}
off_t lseek(int fd, off_t offset, int whence) { return phone_result(HOST3(HOST_SEEK, fd, offset, whence)); }
ssize_t pread(int fd, void *to, size_t n, off_t offset) {
    off_t old = lseek(fd, 0, SEEK_CUR);
    if (old < 0 || lseek(fd, offset, SEEK_SET) < 0) return -1;
    ssize_t result = read(fd, to, n);
    lseek(fd, old, SEEK_SET);
    return result;
}
ssize_t pwrite(int fd, const void *from, size_t n, off_t offset) {
    off_t old = lseek(fd, 0, SEEK_CUR);
    if (old < 0 || lseek(fd, offset, SEEK_SET) < 0) return -1;
    ssize_t result = write(fd, from, n);
    lseek(fd, old, SEEK_SET);
    return result;
}
int fsync(int fd) { return (int)phone_result(HOST1(HOST_SYNC, fd)); }
int fcntl(int fd, int command, ...) {
    if (command == F_FULLFSYNC) return fsync(fd);
    errno = EINVAL;
    return -1;
}
int stat(const char *path, struct stat *out) {
    struct host_stat s;
    if (phone_result(HOST2(HOST_STAT, path, &s)) < 0) return -1;
    memset(out, 0, sizeof *out);
    out->st_mode = (mode_t)s.mode;
    out->st_nlink = 1;
    out->st_size = (off_t)s.size;
    out->st_blksize = 4096;
    out->st_blocks = (int64_t)((s.size + 511) / 512);
    out->st_mtimespec = (struct timespec){ (time_t)(s.modified_ns / 1000000000), (long)(s.modified_ns % 1000000000) };
    return 0;
}
int lstat(const char *path, struct stat *out) { return stat(path, out); } // the container holds no links
int fstat(int fd, struct stat *out) {
    if (fd < 0 || fd >= FDS || !opened[fd].path) { errno = EBADF; return -1; }
    return stat(opened[fd].path, out);
}
int access(const char *path, int mode) {
    struct stat s;
    (void)mode; // everything that can be seen can be read; what cannot be written says so when it is
    return stat(path, &s);
}
int rename(const char *from, const char *to) { return (int)phone_result(HOST2(HOST_RENAME, from, to)); }
int unlink(const char *path) { return (int)phone_result(HOST1(HOST_UNLINK, path)); }
int rmdir(const char *path) { return unlink(path); }
int remove(const char *path) { return unlink(path); }
int mkdir(const char *path, mode_t mode) { return (int)phone_result(HOST2(HOST_MKDIR, path, mode)); }

struct __dir { char *path; unsigned long index; struct dirent entry; };
DIR *opendir(const char *path) {
    struct stat s;
    if (stat(path, &s) < 0) return 0;
    if (!S_ISDIR(s.st_mode)) { errno = ENOTDIR; return 0; }
    DIR *dir = calloc(1, sizeof *dir);
    dir->path = strdup(path);
    return dir;
}
struct dirent *readdir(DIR *dir) {
    long n = phone_result(HOST4(HOST_READDIR, dir->path, dir->index++, dir->entry.d_name, sizeof dir->entry.d_name - 1));
    if (n <= 0) return 0;
    dir->entry.d_name[n] = 0;
    dir->entry.d_namlen = (uint16_t)n;
    char *path;
    struct stat s;
    asprintf(&path, "%s/%s", dir->path, dir->entry.d_name);
    dir->entry.d_type = stat(path, &s) == 0 && S_ISDIR(s.st_mode) ? DT_DIR : DT_REG;
    free(path);
    return &dir->entry;
}
int closedir(DIR *dir) {
    free(dir->path);
    free(dir);
    return 0;
}

// -- streams without a buffer: each write is one host call
FILE *fopen(const char *path, const char *mode) {
    bool plus = strchr(mode, '+');
    int flags = *mode == 'r' ? (plus ? O_RDWR : O_RDONLY) : (plus ? O_RDWR : O_WRONLY) | O_CREAT | (*mode == 'a' ? O_APPEND : O_TRUNC);
    int fd = open(path, flags, 0644);
    if (fd < 0) return 0;
    FILE *file = calloc(1, sizeof *file);
    file->fd = fd;
    return file;
}
int fclose(FILE *file) {
    int result = close(file->fd);
    if (file < standard || file >= standard + 3) free(file);
    return result;
}
size_t fwrite(const void *from, size_t size, size_t count, FILE *file) {
    if (!size || !count) return 0;
    ssize_t n = write(file->fd, from, size * count);
    return n < 0 ? 0 : (size_t)n / size;
}
size_t fread(void *to, size_t size, size_t count, FILE *file) {
    if (!size || !count) return 0;
    ssize_t n = read(file->fd, to, size * count);
    return n < 0 ? 0 : (size_t)n / size;
}
int fseek(FILE *file, long offset, int whence) { return lseek(file->fd, offset, whence) < 0 ? -1 : 0; }
long ftell(FILE *file) { return lseek(file->fd, 0, SEEK_CUR); }
int fflush(FILE *file) { (void)file; return 0; }
int fputs(const char *s, FILE *file) { fwrite(s, 1, strlen(s), file); return 0; }
int fputc(int c, FILE *file) { char b = (char)c; fwrite(&b, 1, 1, file); return c; }
int putchar(int c) { return fputc(c, stdout); }
int puts(const char *s) { printf("%s\n", s); return 0; }
