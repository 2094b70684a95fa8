/** Lua functions that try to exceed a limit. Each must fail with an error or be harmless. */
export const ATTACKS = `local p = {}
function p.loop() while true do end end
function p.loop_in_pcall() while true do pcall(function() while true do end end) end end
function p.loop_of_an_error() error(setmetatable({}, { __tostring = function() while true do end end })) end
function p.backtracking() return string.match(string.rep('a', 200), string.rep('(a*)', 20) .. 'b') end
function p.backtracking_of_letters() return mw.ustring.match(string.rep('ä', 200), string.rep('(ä*)', 20) .. 'b') end
function p.bomb() return #string.rep('x', 1e9) end
function p.tables() local t, i = {}, 0 while true do i = i + 1 t[i] = { i } end end
function p.doubling() local s = 'x' while true do s = s .. s end end
function p.memory_in_pcall() local t = {} while true do local ok, r = pcall(string.rep, 'x', 1e7) if ok then t[#t + 1] = r .. #t end end end
function p.depth() local function f(n) return 1 + f(n + 1) end return f(1) end
function p.depth_in_pcall() local function f(n) pcall(f, n + 1) f(n + 1) end f(1) end
function p.depth_of_letters() return mw.ustring.find(string.rep('ä', 20000), string.rep('ä?', 15000) .. 'ö') end
function p.itself(frame) return frame:preprocess('{{#invoke:Attack|itself}}') end
function p.expansions(frame) while true do frame:preprocess('{{uc:a}}') end end
function p.frames(frame) while true do frame:newChild{ args = { 1 } } end end
function p.pages() for i = 1, 1e6 do local _ = mw.title.new('X' .. i):getContent() end end
function p.cycle() local t = {} t.t = t return mw.text.jsonEncode(t) end
function p.elements() local h = mw.html.create('a') h:node(h) return tostring(h) end
function p.replaced() return #(('x'):rep(1e6):gsub('', ('y'):rep(1e4))) end
function p.index() local t = setmetatable({}, { __index = function(t, k) return t[k + 1] end }) return t[1] end
return p`;

/** Lua functions that try to escape the sandbox. Each returns the forbidden values that it found; there must be none. */
export const ESCAPES = `local p = {}
local function list(...) local out = {} for i = 1, select('#', ...) do out[i] = tostring((select(i, ...))) end return table.concat(out, ' ') end
function p.functions() return list(getfenv, setfenv, loadstring, load, loadfile, dofile, io, coroutine, collectgarbage, newproxy, module, print, jit, ffi) end
function p.members() return list(debug.getregistry, debug.getupvalue, debug.sethook, debug.getinfo, debug.setmetatable, os.exit, os.getenv, os.remove, os.execute, os.tmpname,
  string.dump, package.loadlib, package.cpath, package.path, package.searchpath) end
function p.strings() return list(pcall(function() getmetatable('').__index = {} end), ('a'):upper()) end
function p.dump() return list(pcall(function() return ('x').dump(p.dump) end)) end
function p.globals() return list(rawequal(_G, getmetatable(_G)), package.loaded._G == _G, rawget(_G, 'host'), rawget(_G, 'core')) end
function p.libraries() local found = {} for _, name in ipairs{ 'io', 'ffi', 'jit', 'coroutine', 'wasmoon', '../core', 'core', '/etc/passwd' } do found[#found + 1] = (pcall(require, name)) end return list(unpack(found)) end
function p.titles() return list(getmetatable(mw.title.new('A'))) end
function p.trace() return list(debug.traceback():find('/', 1, true)) end
function p.leave() string.upper = function() return 'changed' end mw.text.trim = string.upper leak = 1 mw.leak = 1 package.loaded.leak = 1 mw.site.namespaces.leak = 1 return 'left' end
function p.find() return list(string.upper('a'), mw.text.trim(' b '), leak, mw.leak, package.loaded.leak, rawget(mw.site.namespaces, 'leak')) end
return p`;
