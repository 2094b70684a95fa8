-- Base of all libraries: host functions, environments, modules, and calls.
local core, host = ...

local error, ipairs, next, pairs, pcall, rawget, rawset, select = error, ipairs, next, pairs, pcall, rawget, rawset, select
local getmetatable, setmetatable, metatableOf = getmetatable, setmetatable, debug.getmetatable
local setfenv, type, xpcall = setfenv, type, xpcall
local loadstring, tostring, traceback = loadstring, tostring, debug.traceback
local concat, dump, format, gsub = table.concat, string.dump, string.format, string.gsub

local function askAt(level, name, ...)
  local isRight, value = host(name, ...)
  if not isRight then error(value, level > 0 and level + 1 or 0) end
  return value
end
core.askAt = askAt
function core.ask(name, ...)
  local isRight, value = host(name, ...)
  if not isRight then error(value, 3) end
  return value
end

-- Respects `__pairs` and `__ipairs`, as Lua 5.2 does.
local function walk(method, usual)
  return function(t, ...)
    local meta = metatableOf(t)
    local own = type(meta) == 'table' and meta[method]
    if own then return own(t, ...) end
    return usual(t, ...)
  end
end

local base = {
  _VERSION = _VERSION,
  assert = assert, error = error, next = next, pcall = pcall, rawequal = rawequal, rawget = rawget, rawset = rawset,
  select = select, setmetatable = setmetatable, tonumber = tonumber, type = type, unpack = unpack, xpcall = xpcall,
  pairs = walk('__pairs', pairs), ipairs = walk('__ipairs', ipairs),
  string = string, table = table, math = math,
  debug = { traceback = traceback },
}
core.base = base

-- The metatable of strings is shared by all modules.
function base.getmetatable(t)
  if type(t) == 'table' then return getmetatable(t) end
  return nil
end

-- Hides addresses, which differ in each run.
function base.tostring(value)
  local kind = type(value)
  if kind == 'table' then
    local meta = metatableOf(value)
    if type(meta) == 'table' and meta.__tostring then
      return tostring(value)
    end
    return 'table'
  elseif kind == 'function' or kind == 'userdata' or kind == 'thread' then
    return kind
  end
  return tostring(value)
end
core.tostring = base.tostring

string.dump = nil
string.gfind = nil

local mw = {}
base.mw = mw
core.mw = mw

--- Copies a value and its tables, but shares metatables.
local function clone(value, copies)
  if type(value) ~= 'table' then return value end
  local copy = copies[value]
  if copy then return copy end
  copy = {}
  copies[value] = copy
  for key, each in next, value do rawset(copy, clone(key, copies), clone(each, copies)) end
  local meta = getmetatable(value)
  if type(meta) == 'table' then setmetatable(copy, meta) end
  return copy
end
function mw.clone(value) return clone(value, {}) end

--- Checks the type of an argument. Raises errors for the caller of the function.
function core.check(name, position, value, expected, optional)
  local kind = type(value)
  if kind == expected or (optional and value == nil) then return end
  error(format("bad argument #%d to '%s' (%s expected, got %s)", position, name, expected, kind), 3)
end

--- Returns a text argument, which may be a number. Raises errors like `core.check`.
function core.text(name, value)
  local kind = type(value)
  if kind == 'number' then return tostring(value) end
  if kind ~= 'string' then error(format("bad argument #1 to '%s' (string expected, got %s)", name, kind), 3) end
  return value
end

local compiled = {}
local own = {}
core.own = own

--- Returns the function of a module page in an environment, or nil for a missing page.
local function chunkOf(title, env)
  local code = compiled[title]
  if code == nil then
    local text = askAt(0, 'module', title)
    if text == nil then return nil end
    -- Bytecode could escape the sandbox.
    if text:sub(1, 1) == '\27' then error('attempt to load chunk with wrong mode', 0) end
    local chunk, problem = loadstring(text, '=' .. title)
    if not chunk then error(problem, 0) end
    code = dump(chunk)
    compiled[title] = code
  end
  return setfenv(loadstring(code, '=' .. title), env)
end

local newEnvironment

local function requirer(env, loaded)
  local loading = {}
  return function(name)
    core.check('require', 1, name, 'string')
    local known = loaded[name]
    if known == loading then error("loop or previous error loading module '" .. name .. "'", 2) end
    if known ~= nil then return known end
    local preload = env.package.preload[name]
    local chunk = preload or (own[name] and setfenv(loadstring(own[name], '=' .. name .. '.lua'), env))
    if not chunk then
      local title = askAt(0, 'moduleTitle', name)
      chunk = title and chunkOf(title, env)
    end
    if not chunk then error("module '" .. name .. "' not found", 2) end
    loaded[name] = loading
    local result = chunk(name)
    if result ~= nil then loaded[name] = result
    elseif loaded[name] == loading then loaded[name] = true end
    return loaded[name]
  end
end

function newEnvironment()
  local env = clone(base, {})
  env._G = env
  local loaded = { _G = env, string = env.string, table = env.table, math = env.math, os = env.os, debug = env.debug, mw = env.mw }
  for name, library in pairs(env.mw) do
    if type(library) == 'table' then loaded['mw.' .. name] = library end
  end
  loaded.ustring = env.mw.ustring
  env.package = { loaded = loaded, preload = {}, loaders = {} }
  env.require = requirer(env, loaded)
  loaded.package = env.package
  return env
end

local data = {}

local function checkData(value, seen, name, isKey)
  local kind = type(value)
  if kind == 'table' then
    if isKey then error("data for '" .. name .. "' contains table as a key", 0) end
    if getmetatable(value) then error("data for '" .. name .. "' contains a table with a metatable", 0) end
    if not seen[value] then
      seen[value] = true
      for key, each in next, value do
        checkData(key, seen, name, true)
        checkData(each, seen, name)
      end
    end
  elseif kind ~= 'string' and kind ~= 'number' and kind ~= 'boolean' and kind ~= 'nil' then
    error("data for '" .. name .. "' contains unsupported data type '" .. kind .. "'", 0)
  end
end

local function readOnly(value, known)
  if type(value) ~= 'table' then return value end
  local view = known[value]
  if view then return view end
  view = {}
  known[value] = view
  local function step(_, key)
    local following, each = next(value, key)
    return following, readOnly(each, known)
  end
  local function count(_, i)
    local each = value[i + 1]
    if each == nil then return nil end
    return i + 1, readOnly(each, known)
  end
  return setmetatable(view, {
    __index = function(_, key) return readOnly(value[key], known) end,
    __newindex = function() error('table from mw.loadData is read-only', 2) end,
    __pairs = function() return step, view, nil end,
    __ipairs = function() return count, view, 0 end,
    mw_loadData = true,
  })
end

function mw.loadData(name)
  core.check('loadData', 1, name, 'string')
  local title = own[name] and name or askAt(2, 'moduleTitle', name)
  if data[title or name] == nil then
    local env = newEnvironment()
    env.mw.getCurrentFrame = function() return nil end
    env.mw.log = function() end
    local ok, result = pcall(env.require, name)
    if not ok then error(result, type(result) == 'string' and result:find('^module ') and 2 or 0) end
    if type(result) ~= 'table' then error(name .. ' returned ' .. type(result) .. ', table expected', 2) end
    local fine, problem = pcall(checkData, result, {}, 'mw.loadData')
    if not fine then error(problem, 2) end
    data[title or name] = result
  end
  return readOnly(data[title or name], {})
end

function mw.loadJsonData(name)
  core.check('loadJsonData', 1, name, 'string')
  local key = 'json:' .. name
  if data[key] == nil then data[key] = askAt(2, 'jsonPage', name) end
  return readOnly(data[key], {})
end

function mw.log() end
function mw.logObject() end
function mw.isSubsting() return false end
function mw.addWarning(text)
  core.check('addWarning', 1, text, 'string')
  core.ask('warning', text)
end
function mw.incrementExpensiveFunctionCount()
  if not core.ask('expensive') then error('too many expensive function calls', 2) end
end
function mw.allToString(...)
  local texts = {}
  for i = 1, select('#', ...) do texts[i] = base.tostring((select(i, ...))) end
  return concat(texts, '\t')
end

local function keyOrder(a, b)
  local ta, tb = type(a), type(b)
  if ta ~= tb then return ta < tb end
  if ta == 'number' or ta == 'string' then return a < b end
  return base.tostring(a) < base.tostring(b)
end

function mw.dumpObject(value)
  local numbers, count = {}, {}
  local function write(each, indent)
    local kind = type(each)
    if kind == 'string' then return format('%q', each) end
    if kind == 'nil' or kind == 'boolean' or kind == 'number' then return tostring(each) end
    local isNew = not numbers[each]
    if isNew then
      count[kind] = (count[kind] or 0) + 1
      local name = kind == 'table' and base.tostring(each) or kind
      numbers[each] = (name == '' and kind or name) .. '#' .. count[kind]
    end
    if kind ~= 'table' or not isNew then return numbers[each] end
    local lines = { numbers[each] .. ' {\n' }
    local inner = indent .. '    '
    local meta = getmetatable(each)
    if type(meta) == 'table' then lines[#lines + 1] = inner .. 'metatable = ' .. write(meta, inner) .. '\n' end
    local listed = {}
    for i, item in ipairs(each) do
      listed[i] = true
      lines[#lines + 1] = inner .. write(item, inner) .. ',\n'
    end
    local keys = {}
    for key in base.pairs(each) do
      if not listed[key] and type(each[key]) ~= 'function' then keys[#keys + 1] = key end
    end
    table.sort(keys, keyOrder)
    for _, key in ipairs(keys) do
      lines[#lines + 1] = inner .. '[' .. write(key, inner) .. '] = ' .. write(each[key], inner) .. ',\n'
    end
    return concat(lines) .. indent .. '}'
  end
  return write(value, '')
end

--- Calls a function of a module. Returns `ok` and its text, or the kind of an error and its details.
function core.invoke(title, name, frameId)
  local before = core.current
  local function run()
    local frame = core.frame(frameId)
    core.current = frame
    local env = newEnvironment()
    local chunk = chunkOf(title, env)
    if not chunk then return { 'nosuchmodule' } end
    local exports = chunk(title)
    if type(exports) ~= 'table' then return { 'notarrayreturn', type(exports) } end
    local called = exports[name]
    if called == nil then return { 'nosuchfunction' } end
    if type(called) ~= 'function' then return { 'notafunction' } end
    local results = { called(frame) }
    local texts = {}
    for i, result in ipairs(results) do texts[i] = base.tostring(result) end
    return { 'ok', concat(texts) }
  end
  local ok, result = xpcall(run, function(problem)
    local kind = type(problem)
    if kind == 'string' or kind == 'number' then return tostring(problem) end
    local fine, text = pcall(base.tostring, problem)
    return fine and text or kind
  end)
  core.current = before
  if ok then return result[1], result[2] end
  return 'error', base.tostring(result)
end
