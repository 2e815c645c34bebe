// Tables, closures, coroutines, patterns, metatables, errors that jump over frames.
#include "idle.h"
#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"
#include <stdio.h>

static int out(lua_State *lua) {
    printf("%s\n", luaL_tolstring(lua, 1, 0));
    return 0;
}

static const char program[] =
    "local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end out(fib(15))\n"
    "local t = {} for i = 1, 500 do t[i] = (i * 7919) % 1000 end table.sort(t) out(t[1] .. ' ' .. t[250] .. ' ' .. t[500])\n"
    "local words = {} for w in ('a start of an app is a list of calls'):gmatch('%a+') do words[#words + 1] = w end out(table.concat(words, ','))\n"
    "local co = coroutine.wrap(function() for i = 1, 4 do coroutine.yield(i * i) end end) out(co() + co() + co())\n"
    "local v = setmetatable({x = 2}, {__add = function(a, b) return a.x + b.x end, __index = function(_, k) return k end}) out(v + v) out(v.name)\n"
    "out(select(2, pcall(function() local function deep(n) if n == 0 then error('far down', 0) end deep(n - 1) end deep(30) end)))\n"
    "out(string.format('%5d|%-4s|%q', 42, 'x', 'line')) out(('abc'):rep(3, '-'):upper():gsub('B', '%0%0'))\n"
    "for i = 1, 200 do local garbage = {} for k = 1, 20 do garbage[k] = {k} end end collectgarbage() out(#tostring(t) > 5)\n";

int main(void) {
    lua_State *lua = luaL_newstate();
    luaL_requiref(lua, "_G", luaopen_base, 1);
    luaL_requiref(lua, "table", luaopen_table, 1);
    luaL_requiref(lua, "string", luaopen_string, 1);
    luaL_requiref(lua, "coroutine", luaopen_coroutine, 1);
    lua_register(lua, "out", out);
    if (luaL_dostring(lua, program)) printf("error: %s\n", lua_tostring(lua, -1));
    lua_close(lua);
    idle();
    return 0;
}
