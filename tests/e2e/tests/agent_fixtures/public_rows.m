// An app that stores rows in SQLite: nested methods create tables, insert rows in a transaction, and query them by an index and sorted.
#include <Foundation/Foundation.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "sqlite3.h"

@interface Rows : NSObject
- (void)open:(const char *)path;
- (void)put:(int)count;
- (long)sum:(int)above;
- (void)close;
@end
@implementation Rows {
    sqlite3 *database;
}
- (void)open:(const char *)path {
    if (sqlite3_open(path, &database) != SQLITE_OK) abort();
    [self run:"create table rows (id integer primary key, name text, worth integer); create index by_worth on rows (worth)"];
}
- (void)run:(const char *)text {
    char *why = NULL;
    if (sqlite3_exec(database, text, NULL, NULL, &why) == SQLITE_OK) return;
    printf("%s: %s\n", text, why);
    abort();
}
- (void)put:(int)count {
    [self run:"begin"];
    sqlite3_stmt *put = NULL;
    if (sqlite3_prepare_v2(database, "insert into rows (name, worth) values (?, ?)", -1, &put, NULL) != SQLITE_OK) abort();
    for (int at = 0; at < count; at++) {
        char name[32];
        snprintf(name, sizeof name, "row %d", at * 7919 % 1000);
        sqlite3_bind_text(put, 1, name, -1, SQLITE_TRANSIENT);
        sqlite3_bind_int(put, 2, at * 31 % 97);
        if (sqlite3_step(put) != SQLITE_DONE) abort();
        sqlite3_reset(put);
    }
    sqlite3_finalize(put);
    [self run:"commit"];
}
- (long)sum:(int)above {
    sqlite3_stmt *ask = NULL;
    const char *text = "select name, sum(worth) from rows where worth > ? group by name order by 2 desc, name";
    if (sqlite3_prepare_v2(database, text, -1, &ask, NULL) != SQLITE_OK) abort();
    sqlite3_bind_int(ask, 1, above);
    long sum = 0;
    while (sqlite3_step(ask) == SQLITE_ROW) sum += sqlite3_column_int(ask, 1);
    sqlite3_finalize(ask);
    return sum;
}
- (void)close { if (sqlite3_close(database) != SQLITE_OK) abort(); }
@end

int main(void) {
    char path[256];
    snprintf(path, sizeof path, "%s/Library/Caches/rows", getenv("HOME") ? getenv("HOME") : "");
    unlink(path);
    Rows *rows = [[Rows alloc] init];
    [rows open:path];
    for (int round = 0; round < 3; round++) [rows put:60];
    long sum = [rows sum:20] + [rows sum:60];
    [rows close];
    long expected = 0;
    for (int at = 0; at < 60; at++) for (int above = 20; above <= 60; above += 40) if (at * 31 % 97 > above) expected += 3 * (at * 31 % 97);
    if (sum != expected) abort();
    usleep(2000000);
    return 0;
}
