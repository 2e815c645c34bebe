// Uses an SQLite database in memory: tables, indices, joins, windows, text, numbers, errors, and a transaction that is rolled back.
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
        "create view slow as select name, ns from method where ns > 90 union select 'none', 0 except select 'none', 1; select count(*) from slow",
        "create table log(at text default current_timestamp, id integer references method(id) on delete cascade, why text check(length(why) < 40), unique(id, why) on conflict replace) strict",
        "create trigger noted after update of ns on method when new.ns < 1 begin insert into log(id, why) values (new.id, 'ns ' || old.ns); end; update method set ns = .5 where id < 4; select id, why from log",
        "pragma foreign_keys = on; delete from method where id = 2; select count(*) from log; alter table log add column more integer default 5; alter table log rename column why to reason; select sum(more) from log",
        "select date('2026-02-28', '+1 day', 'weekday 1'), strftime('%j %W %s', '2026-11-25 10:11:12.5'), julianday('2000-01-01'), time(3661, 'unixepoch')",
        "insert into method(id, name, ns) values (3, 'again', 1) on conflict(id) do update set ns = excluded.ns + method.ns returning id, ns; select id, name from method where name in ('again', 'm5') order by name collate nocase desc, id limit 3 offset 1",
        "select group_concat(name, '+') filter (where id < 12), min(ns), avg(ns), sum(distinct id % 3), lead(id, 1) over w, first_value(id) over w, ntile(3) over w from method where id < 20 group by module window w as (order by id rows between 1 preceding and current row)",
        "select json_group_array(json_object('id', id)), json_set('{\"a\":1}', '$.b', json('[1,2]')), json_type('[null]', '$[0]') from method where id < 4; select key, value from json_each('{\"x\":1,\"y\":[2]}'); select json_patch('{\"a\":1}', '{\"a\":null}')",
        "select substr('launch', 2, 3), replace('a-b', '-', '+'), trim('  x '), instr('gate', 't'), quote(x'01ff'), round(2.567, 2), abs(-4), typeof(1.0), coalesce(null, 7), nullif(1, 1), unicode('h'), char(72, 105), like('%a_', 'gate'), glob('g*e', 'gate'), soundex('a'), zeroblob(3), random() is null, iif(1 > 2, 'a', 'b'), 7 % 4, 5 & 3 | 8, ~1, 1 << 4, cast('12x' as integer)",
        "explain query plan select * from method a left join log b using(id) where a.ns between 1 and 5 or a.module is null; analyze; select count(*) from sqlite_stat1; reindex; drop view slow; drop trigger noted; create index on_part on method(lower(name)) where ns > 3",
        "with recursive tree(id, up) as (values (1, 0) union select id + 1, id from tree where id < 40), odd as materialized (select id from tree where id % 2) select count(*), exists(select 1 from odd where id = 9), (select max(id) from odd) from odd where id not in (select up from tree where up > 30)",
        "savepoint a; insert into log(id, reason) values (5, 'x'); savepoint b; delete from log; rollback to b; release a; select count(*) from log; create temp table copy as select * from method order by ns desc limit 9; select count(*) from copy; drop table copy; vacuum; pragma table_info(method); pragma index_list(log)",
        "create table word(name text primary key, n int) without rowid; insert into word values ('b', 2), ('a', 1), ('c', 3); update word set n = n * 2 where name > 'a'; select * from word order by name desc; create virtual table none using nothing; select * from word natural join method; select 1 from word where (name, n) = ('c', 6); select raise(abort, 'no')",
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
