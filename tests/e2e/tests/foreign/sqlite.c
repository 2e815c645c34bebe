// A database in memory: tables, indices, joins, windows, text, numbers, errors, a transaction that is taken back.
#include "idle.h"
#include "sqlite3.h"
#include <stdio.h>
#include <string.h>

static int see(void *own, int count, char **values, char **names) {
    for (int i = 0; i < count; i++) printf("%s%s", i ? "|" : "", values[i] ? values[i] : "null");
    printf("\n");
    return 0;
}
static int chance(sqlite3_vfs *own, int size, char *to) { memset(to, 7, size); return size; }
static int now(sqlite3_vfs *own, double *to) { *to = 2461000.5; return SQLITE_OK; }
static int wait_for(sqlite3_vfs *own, int micros) { return micros; }
static int last_error(sqlite3_vfs *own, int size, char *to) { return 0; }
static int whole(sqlite3_vfs *own, const char *name, int size, char *to) { strlcpy(to, name, size); return SQLITE_OK; }
static int open_none(sqlite3_vfs *own, const char *name, sqlite3_file *file, int flags, int *more) {
    file->pMethods = 0;
    return SQLITE_CANTOPEN;
}
static int remove_none(sqlite3_vfs *own, const char *name, int sync) { return SQLITE_OK; }
static int is_there(sqlite3_vfs *own, const char *name, int flags, int *to) { *to = 0; return SQLITE_OK; }

int sqlite3_os_init(void) {
    static sqlite3_vfs none = {.iVersion = 1, .szOsFile = sizeof(sqlite3_file), .mxPathname = 200, .zName = "none",
        .xOpen = open_none, .xDelete = remove_none, .xAccess = is_there, .xFullPathname = whole,
        .xRandomness = chance, .xSleep = wait_for, .xCurrentTime = now, .xGetLastError = last_error};
    return sqlite3_vfs_register(&none, 1);
}
int sqlite3_os_end(void) { return SQLITE_OK; }

int main(void) {
    static const char *const all[] = {
        "create table method(id integer primary key, name text, module text, ns real); create index by_module on method(module, ns)",
        "with recursive n(x) as (select 1 union all select x + 1 from n where x < 300) insert into method select x, 'm' || (x * 37 % 101), 'module' || (x % 7), x * 1.5 from n",
        "select module, count(*), sum(ns), max(name) from method group by module order by 3 desc",
        "select a.name, b.ns from method a join method b on a.id = b.id + 3 where a.module = 'module2' order by b.ns limit 6",
        "select id, rank() over (partition by module order by ns desc) from method where id < 15 order by id",
        "update method set ns = ns / 3 where name like '%7%'; delete from method where id % 4 = 1; select total(ns) from method",
        "select json_extract('{\"k\":[5,{\"z\":\"q\"}]}', '$.k[1].z'), printf('%06.2f %s %x', 2.5, 'text', 4095), upper(hex(x'0aff'))",
        "begin; insert into method(name) values ('gone'); rollback; pragma integrity_check; select nothing from method",
    };
    sqlite3 *db;
    if (sqlite3_open(":memory:", &db)) return 1;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char *error = 0;
        if (sqlite3_exec(db, all[i], see, 0, &error)) printf("error: %s\n", error);
        sqlite3_free(error);
    }
    sqlite3_close(db);
    idle();
    return 0;
}
