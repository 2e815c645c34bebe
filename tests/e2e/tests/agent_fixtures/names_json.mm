// An app that parses, changes and writes JSON with RapidJSON, a library of other authors, TIMES times during its start.
extern "C" { // which this one does not say itself
#include <UIKit/UIKit.h>
}
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef LG_COUNT
unsigned long lg_counts[1000];
#define LG_PLANT(number) lg_counts[number]++;
#else
#define LG_PLANT(number) if (number == LG_PLANTED) { unsigned long lg = LG_LOOPS; __asm volatile("0: subs %0, %0, #1\n\tb.ne 0b" : "+r"(lg) : : "cc"); }
#endif
#define RAPIDJSON_HAS_CXX11 0
#define RAPIDJSON_HAS_CXX11_RVALUE_REFS 0
#define RAPIDJSON_HAS_CXX11_TYPETRAITS 0
#define RAPIDJSON_NOMEMBERITERATORCLASS 1
#define RAPIDJSON_ENDIAN RAPIDJSON_LITTLEENDIAN
#define __thread // one thread asks for it
#include "rapidjson/document.h"
#include "rapidjson/prettywriter.h"
#include "rapidjson/stringbuffer.h"
#include "rapidjson/writer.h"
#undef __thread

using namespace rapidjson;

@interface Orders : NSObject
- (char *)text:(int)count;
- (long)sum:(const char *)text;
- (bool)grow:(Document *)document;
- (unsigned long)write:(const Document *)document;
@end
@implementation Orders
- (char *)text:(int)count {
    char *text = (char *)malloc(100 * (size_t)count + 64), *end = text + sprintf(text, "{\"orders\":[");
    for (int at = 0; at < count; at++)
        end += sprintf(end, "%s{\"id\":%d,\"name\":\"order \\u00e4%d\",\"price\":%d.%d25,\"big\":1%de17,\"open\":%s}", at ? "," : "", at, at, at, at % 9, at, at % 3 ? "true" : at % 2 ? "false" : "null");
    sprintf(end, "]}");
    return text;
}
- (long)sum:(const char *)text {
    Document document;
    document.Parse(text);
    if (document.HasParseError()) return -1;
    long sum = 0;
    const Value &orders = document["orders"];
    for (unsigned at = 0; at < orders.Size(); at++) sum += orders[at]["id"].GetInt() + (long)orders[at]["name"].GetStringLength();
    if (![self grow:&document]) return -2;
    return sum + (long)[self write:&document];
}
- (bool)grow:(Document *)document {
    Value more(kArrayType);
    for (int at = 0; at < 60; at++) more.PushBack(at, document->GetAllocator());
    document->AddMember("more", more, document->GetAllocator());
    Document copy;
    copy.CopyFrom(*document, copy.GetAllocator());
    copy["orders"].Erase(copy["orders"].Begin());
    return copy != *document && (*document)["more"].Size() == 60;
}
- (unsigned long)write:(const Document *)document {
    StringBuffer plain, pretty;
    Writer<StringBuffer> writer(plain);
    document->Accept(writer);
    PrettyWriter<StringBuffer> other(pretty);
    document->Accept(other);
    return plain.GetSize() + pretty.GetSize();
}
@end

@interface Delegate : UIResponder <UIApplicationDelegate>
@property (nonatomic, strong) UIWindow *window;
@end
@implementation Delegate
@synthesize window = _window;
- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
    Orders *orders = [[Orders alloc] init];
    long sum = 0, times = getenv("TIMES") ? atol(getenv("TIMES")) : 1;
    for (long round = 0; round < times; round++) {
        char *text = [orders text:40];
        sum += [orders sum:text];
        free(text);
    }
    if ([orders sum:"{\"orders\": [1, 2"] != -1) abort();
#ifdef LG_COUNT
    for (int number = 0; number < 1000; number++)
        if (lg_counts[number]) printf("count %d %lu\n", number, lg_counts[number]);
#endif
    printf("sum %ld\n", sum);
    self.window = [[UIWindow alloc] init];
    self.window.rootViewController = [[UIViewController alloc] init];
    [self.window makeKeyAndVisible];
    return YES;
}
@end

int main(int argc, char *argv[]) { return UIApplicationMain(argc, argv, nil, @"Delegate"); }
