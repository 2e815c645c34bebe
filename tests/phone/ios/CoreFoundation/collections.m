// Implements arrays and dictionaries. Mutable and immutable collections share their storage class; an immutable collection is never
// changed.
#include <Foundation/Foundation.h>
#include <phone/system.h>

static void out_of_range(NSUInteger i, NSUInteger count) {
    [NSException raise:NSRangeException format:@"index %lu beyond bounds [0 .. %ld]", i, (long)count - 1];
}

@interface NSArray () { @public id *items; NSUInteger count, capacity; unsigned long changes; }
@end
static void append(NSArray *a, id o) {
    if (!o) [NSException raise:NSInvalidArgumentException format:@"attempt to insert nil object"];
    if (a->count == a->capacity) {
        a->capacity = a->capacity ? a->capacity * 2 : 4;
        a->items = realloc(a->items, a->capacity * sizeof(id));
    }
    a->items[a->count++] = [o retain];
    a->changes++;
}
@implementation NSArray
@synthesize count;
+ (id)array { return [[[self alloc] init] autorelease]; }
+ (id)arrayWithObject:(id)o { return [[[self alloc] initWithObjects:&o count:1] autorelease]; }
+ (id)arrayWithObjects:(const id[])objects count:(NSUInteger)n { return [[[self alloc] initWithObjects:objects count:n] autorelease]; }
+ (id)arrayWithObjects:(id)first, ... {
    NSArray *a = [[[self alloc] init] autorelease];
    va_list args;
    va_start(args, first);
    for (id o = first; o; o = va_arg(args, id)) append(a, o);
    va_end(args);
    return a;
}
+ (id)arrayWithArray:(NSArray *)from { return [[[self alloc] initWithArray:from] autorelease]; }
- (id)initWithObjects:(const id[])objects count:(NSUInteger)n {
    if ((self = [self init])) for (NSUInteger i = 0; i < n; i++) append(self, objects[i]);
    return self;
}
- (id)initWithArray:(NSArray *)from { return [self initWithObjects:from->items count:from->count]; }
- (void)dealloc {
    for (NSUInteger i = 0; i < count; i++) [items[i] release];
    free(items);
    [super dealloc];
}
- (id)copyWithZone:(NSZone *)zone { return [[NSArray alloc] initWithArray:self]; }
- (id)mutableCopyWithZone:(NSZone *)zone { return [[NSMutableArray alloc] initWithArray:self]; }
- (id)objectAtIndex:(NSUInteger)i {
    if (i >= count) out_of_range(i, count);
    return items[i];
}
- (id)objectAtIndexedSubscript:(NSUInteger)i { return [self objectAtIndex:i]; }
- (id)firstObject { return count ? items[0] : nil; }
- (id)lastObject { return count ? items[count - 1] : nil; }
- (NSUInteger)indexOfObject:(id)o {
    for (NSUInteger i = 0; i < count; i++) if (items[i] == o || [items[i] isEqual:o]) return i;
    return (NSUInteger)NSNotFound;
}
- (BOOL)containsObject:(id)o { return [self indexOfObject:o] != (NSUInteger)NSNotFound; }
- (void)enumerateObjectsUsingBlock:(void (^)(id, NSUInteger, BOOL *))block {
    BOOL stop = NO;
    for (NSUInteger i = 0; i < count && !stop; i++) block(items[i], i, &stop);
}
- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState *)state objects:(id[])buffer count:(NSUInteger)n {
    if (state->state) return 0;
    state->state = 1;
    state->itemsPtr = items;
    state->mutationsPtr = &changes;
    return count;
}
// Sorts by merging, because Foundation's sort is stable.
static void sort(id *a, id *scratch, NSUInteger n, NSComparisonResult (^compare)(id, id)) {
    if (n < 2) return;
    NSUInteger half = n / 2, i = 0, k = half, at = 0;
    sort(a, scratch, half, compare);
    sort(a + half, scratch, n - half, compare);
    while (i < half && k < n) scratch[at++] = compare(a[i], a[k]) <= 0 ? a[i++] : a[k++];
    while (i < half) scratch[at++] = a[i++];
    while (k < n) scratch[at++] = a[k++];
    memcpy(a, scratch, n * sizeof *a);
}
static void sort_array(NSArray *a, NSComparisonResult (^compare)(id, id)) {
    id *scratch = malloc(a->count * sizeof(id) + 1);
    sort(a->items, scratch, a->count, compare);
    free(scratch);
}
- (NSArray *)sortedArrayUsingComparator:(NSComparisonResult (^)(id, id))compare {
    NSArray *a = [NSArray arrayWithArray:self];
    sort_array(a, compare);
    return a;
}
- (NSArray *)sortedArrayUsingSelector:(SEL)s {
    return [self sortedArrayUsingComparator:^(id a, id b) { return ((NSComparisonResult(*)(id, SEL, id))objc_msgSend)(a, s, b); }];
}
- (NSArray *)arrayByAddingObject:(id)o {
    NSArray *a = [NSArray arrayWithArray:self];
    append(a, o);
    return a;
}
- (NSString *)componentsJoinedByString:(NSString *)s {
    NSMutableString *text = [NSMutableString string];
    for (NSUInteger i = 0; i < count; i++) {
        if (i) [text appendString:s];
        [text appendString:[items[i] description]];
    }
    return text;
}
- (BOOL)isEqual:(id)o {
    if (![o isKindOfClass:[NSArray class]] || ((NSArray *)o)->count != count) return NO;
    for (NSUInteger i = 0; i < count; i++) if (![items[i] isEqual:((NSArray *)o)->items[i]]) return NO;
    return YES;
}
- (NSUInteger)hash { return count; }
- (NSString *)description { return [NSString stringWithFormat:@"(%@)", [self componentsJoinedByString:@", "]]; }
@end
@implementation NSMutableArray
+ (id)arrayWithCapacity:(NSUInteger)n { return [self array]; }
- (id)initWithCapacity:(NSUInteger)n { return [self init]; }
- (void)addObject:(id)o { append(self, o); }
- (void)addObjectsFromArray:(NSArray *)a { for (NSUInteger i = 0, n = a->count; i < n; i++) append(self, a->items[i]); }
- (void)insertObject:(id)o atIndex:(NSUInteger)i {
    if (i > count) out_of_range(i, count);
    append(self, o);
    memmove(items + i + 1, items + i, (count - 1 - i) * sizeof *items);
    items[i] = o;
}
- (void)removeObjectAtIndex:(NSUInteger)i {
    if (i >= count) out_of_range(i, count);
    id gone = items[i];
    memmove(items + i, items + i + 1, (count - 1 - i) * sizeof *items);
    count--;
    changes++;
    [gone release];
}
- (void)removeObject:(id)o {
    NSUInteger i;
    while ((i = [self indexOfObject:o]) != (NSUInteger)NSNotFound) [self removeObjectAtIndex:i];
}
- (void)removeLastObject { [self removeObjectAtIndex:count - 1]; }
- (void)removeAllObjects { while (count) [self removeObjectAtIndex:count - 1]; }
- (void)replaceObjectAtIndex:(NSUInteger)i withObject:(id)o {
    if (i >= count) out_of_range(i, count);
    id old = items[i];
    items[i] = [o retain];
    [old release];
}
- (void)setObject:(id)o atIndexedSubscript:(NSUInteger)i {
    if (i == count) append(self, o);
    else [self replaceObjectAtIndex:i withObject:o];
}
- (void)sortUsingComparator:(NSComparisonResult (^)(id, id))compare { sort_array(self, compare); }
@end

// A dictionary contains its pairs in the order of insertion, and finds them with an open-addressed index of positions.
@interface NSDictionary () { @public id *keys, *values; NSUInteger count, capacity; unsigned *index; unsigned long changes; }
@end
static NSUInteger find(NSDictionary *d, id key) {
    if (!d->capacity) return ~0UL;
    for (NSUInteger mask = d->capacity * 2 - 1, i = [key hash] & mask;; i = (i + 1) & mask) {
        if (!d->index[i]) return ~0UL;
        id k = d->keys[d->index[i] - 1];
        if (k == key || [k isEqual:key]) return d->index[i] - 1;
    }
}
static void reindex(NSDictionary *d) {
    memset(d->index, 0, d->capacity * 2 * sizeof *d->index);
    for (NSUInteger n = 0, mask = d->capacity * 2 - 1; n < d->count; n++) {
        NSUInteger i = [d->keys[n] hash] & mask;
        while (d->index[i]) i = (i + 1) & mask;
        d->index[i] = (unsigned)n + 1;
    }
}
static void put(NSDictionary *d, id key, id value) {
    if (!key || !value) [NSException raise:NSInvalidArgumentException format:@"attempt to insert nil into a dictionary"];
    NSUInteger at = find(d, key);
    d->changes++;
    if (at != ~0UL) {
        id old = d->values[at];
        d->values[at] = [value retain];
        [old release];
        return;
    }
    if (d->count == d->capacity) {
        d->capacity = d->capacity ? d->capacity * 2 : 8;
        d->keys = realloc(d->keys, d->capacity * sizeof(id));
        d->values = realloc(d->values, d->capacity * sizeof(id));
        d->index = realloc(d->index, d->capacity * 2 * sizeof *d->index);
        reindex(d);
    }
    d->keys[d->count] = [key copy];
    d->values[d->count++] = [value retain];
    NSUInteger mask = d->capacity * 2 - 1, i = [key hash] & mask;
    while (d->index[i]) i = (i + 1) & mask;
    d->index[i] = (unsigned)d->count;
}
@implementation NSDictionary
@synthesize count;
+ (id)dictionary { return [[[self alloc] init] autorelease]; }
+ (id)dictionaryWithObject:(id)o forKey:(id)k { return [[[self alloc] initWithObjects:&o forKeys:&k count:1] autorelease]; }
+ (id)dictionaryWithObjects:(const id[])objects forKeys:(const id[])k count:(NSUInteger)n { return [[[self alloc] initWithObjects:objects forKeys:k count:n] autorelease]; }
+ (id)dictionaryWithDictionary:(NSDictionary *)d { return [[[self alloc] initWithObjects:d->values forKeys:d->keys count:d->count] autorelease]; }
- (id)initWithObjects:(const id[])objects forKeys:(const id[])k count:(NSUInteger)n {
    if ((self = [self init])) for (NSUInteger i = 0; i < n; i++) put(self, k[i], objects[i]);
    return self;
}
- (void)dealloc {
    for (NSUInteger i = 0; i < count; i++) { [keys[i] release]; [values[i] release]; }
    free(keys);
    free(values);
    free(index);
    [super dealloc];
}
- (id)copyWithZone:(NSZone *)zone { return [[NSDictionary alloc] initWithObjects:values forKeys:keys count:count]; }
- (id)mutableCopyWithZone:(NSZone *)zone { return [[NSMutableDictionary alloc] initWithObjects:values forKeys:keys count:count]; }
- (id)objectForKey:(id)k {
    NSUInteger at = k ? find(self, k) : ~0UL;
    return at == ~0UL ? nil : values[at];
}
- (id)objectForKeyedSubscript:(id)k { return [self objectForKey:k]; }
- (NSArray *)allKeys { return [NSArray arrayWithObjects:keys count:count]; }
- (NSArray *)allValues { return [NSArray arrayWithObjects:values count:count]; }
- (void)enumerateKeysAndObjectsUsingBlock:(void (^)(id, id, BOOL *))block {
    BOOL stop = NO;
    for (NSUInteger i = 0; i < count && !stop; i++) block(keys[i], values[i], &stop);
}
- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState *)state objects:(id[])buffer count:(NSUInteger)n {
    if (state->state) return 0;
    state->state = 1;
    state->itemsPtr = keys;
    state->mutationsPtr = &changes;
    return count;
}
- (BOOL)isEqual:(id)o {
    if (![o isKindOfClass:[NSDictionary class]] || [o count] != count) return NO;
    for (NSUInteger i = 0; i < count; i++) if (![values[i] isEqual:[o objectForKey:keys[i]]]) return NO;
    return YES;
}
- (NSUInteger)hash { return count; }
- (NSString *)description {
    NSMutableString *text = [NSMutableString string];
    for (NSUInteger i = 0; i < count; i++) [text appendFormat:@"%@ = %@; ", keys[i], values[i]];
    return [NSString stringWithFormat:@"{ %@}", text];
}
@end
@implementation NSMutableDictionary
+ (id)dictionaryWithCapacity:(NSUInteger)n { return [self dictionary]; }
- (void)setObject:(id)o forKey:(id)k { put(self, k, o); }
- (void)setObject:(id)o forKeyedSubscript:(id)k {
    if (o) put(self, k, o);
    else [self removeObjectForKey:k];
}
- (void)removeObjectForKey:(id)k {
    NSUInteger at = find(self, k);
    if (at == ~0UL) return;
    id key = keys[at], value = values[at];
    memmove(keys + at, keys + at + 1, (count - 1 - at) * sizeof *keys);
    memmove(values + at, values + at + 1, (count - 1 - at) * sizeof *values);
    count--;
    changes++;
    reindex(self);
    [key release];
    [value release];
}
- (void)removeAllObjects { while (count) [self removeObjectForKey:keys[count - 1]]; }
@end
