// Runs Lua programs with tables, closures, coroutines, patterns, metatables, and errors that jump over frames.
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
    "out(#string.pack('>i4zd', 7, 'text', 2.5)) out(string.unpack('<h', 'ab')) out(table.unpack({1, 2, 3}, 2)) out(table.remove(table.move({1, 2, 3}, 1, 3, 2)))\n"
    "local f = load(string.dump(function(a, b) return a // b, a % b, a ~ b, a & b, a | b, a << 2, a >> 1, ~a, -a, not a, a ^ b end)) out(f(17, 5))\n"
    "local m = setmetatable({}, {__call = function(_, a) return a end, __len = function() return 9 end, __eq = function() return true end, __lt = function() return true end, __le = function() return false end, __concat = function() return 'joined' end, __newindex = rawset, __unm = function() return 1 end, __close = function() out('closed') end, __tostring = function() return 'm' end, __name = 'M', __gc = function() end})\n"
    "do local c <close> = m local k <const> = 4 out(m(k) + #m) out(m == setmetatable({}, getmetatable(m))) out(m < m, m <= m) out(m .. 'x') out(-m) m.y = 3 out(rawget(m, 'y'), rawlen({1}), rawequal(m, m), tostring(m)) end\n"
    "for i = 10, 1, -3 do if i == 4 then goto last end end ::last:: for x = 1.0, 2.0, 0.25 do out(x) end local n = 3 repeat n = n - 1 until n == 0 while n < 2 do n = n + 1 end\n"
    "out(('key = value, other = thing'):find('(%w+) = (%w+)', 5)) out(('x^2'):find('^', 1, true)) out(('  trim '):match('^%s*(.-)%s*$')) out(('%d'):format(3), ('abc'):byte(1, -1)) out(string.char(104, 105), ('aXb'):lower(), ('abc'):reverse(), ('abc'):sub(-2)) out(('THE (quick) fox'):gsub('%((%a+)%)', {quick = 'slow'})) out(('f(a(b)c)d'):match('%b()')) out(('THE'):gsub('%f[%a]%a', string.lower))\n"
    "local c2 = coroutine.create(function(...) local x = coroutine.yield(...) error({code = x}) end) out(coroutine.resume(c2, 1, 2)) out(select('#', coroutine.resume(c2, 3))) out(coroutine.status(c2), coroutine.isyieldable(), coroutine.close(c2)) out(xpcall(function() local nothing return nothing.x end, function(text) return 'handled ' .. text end)) out(pcall(load, 'x =')) out(load('return ...', 'chunk', 't', {})(5)) out(tonumber('0x1p4'), tonumber('zz', 36), tonumber('1e'), math == nil, 7 // 0.0, 2^53 | 0, 10 / 2, '10' + 5, 0x7fffffffffffffff + 1) for k, v in pairs({a = 1, 2}) do out(k) end for i, v in ipairs({5, 6}) do out(v) end out(next({})) out(pcall(error)) out(assert(true, 'fine')) collectgarbage('generational') collectgarbage('step') collectgarbage('incremental') out(collectgarbage('count') > 0)\n"
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
