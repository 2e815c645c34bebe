// Methods of an app that use RapidJSON, a JSON parser in C++: they create, parse, change and refuse documents.
#include <Foundation/Foundation.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#define RAPIDJSON_HAS_CXX11 0
#define RAPIDJSON_HAS_CXX11_RVALUE_REFS 0
#define RAPIDJSON_HAS_CXX11_TYPETRAITS 0
#define RAPIDJSON_NOMEMBERITERATORCLASS 1
#define RAPIDJSON_ENDIAN RAPIDJSON_LITTLEENDIAN
#define __thread // one thread asks for it
#include "rapidjson/document.h"
#undef __thread

using rapidjson::Document;
using rapidjson::Value;

@interface Orders : NSObject
- (char *)text:(int)count;
- (long)sum:(const char *)text;
- (bool)grow:(Document *)document;
@end
@implementation Orders
- (char *)text:(int)count {
    char *text = (char *)malloc(64 * (size_t)count + 64), *end = text + sprintf(text, "{\"orders\":[");
    for (int at = 0; at < count; at++)
        end += sprintf(end, "%s{\"id\":%d,\"name\":\"order \\u00e4%d\",\"open\":%s}", at ? "," : "", at, at, at % 3 ? "true" : "null");
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
    return [self grow:&document] ? sum : -2;
}
- (bool)grow:(Document *)document {
    Value more(rapidjson::kArrayType);
    for (int at = 0; at < 2000; at++) more.PushBack(at, document->GetAllocator());
    document->AddMember("more", more, document->GetAllocator());
    return (*document)["more"].Size() == 2000;
}
@end

int main(void) {
    Orders *orders = [[Orders alloc] init];
    long sum = 0;
    for (int count = 1; count < 500; count *= 3) {
        char *text = [orders text:count];
        sum += [orders sum:text];
        free(text);
    }
    if ([orders sum:"{\"orders\": [1, 2"] != -1) abort();
    printf("%ld\n", sum);
    usleep(2000000);
    return 0;
}
