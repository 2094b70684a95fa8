local core = ...
local mw, ask, check, pairs = core.mw, core.ask, core.check, core.base.pairs
local error, find, format, gsub, ipairs, match, next, rawget, rawset = error, string.find, string.format, string.gsub, ipairs,
  string.match, next, rawget, rawset
local setmetatable, sub, tonumber, tostring, type = setmetatable, string.sub, tonumber, tostring, type
local byte, char, concat, select = string.byte, string.char, table.concat, select

local uri = {}
mw.uri = uri

local function percent(sign) return format('%%%02X', byte(sign)) end

function uri.encode(value, kind)
  value = core.text('encode', value)
  kind = kind == nil and 'QUERY' or string.upper(tostring(kind))
  if kind == 'QUERY' then return (gsub(gsub(value, '[^A-Za-z0-9%-_.~ ]', percent), ' ', '+')) end
  if kind == 'PATH' then return (gsub(value, '[^A-Za-z0-9%-_.~]', percent)) end
  if kind == 'WIKI' then return (gsub(gsub(value, ' ', '_'), '[^A-Za-z0-9%-_.~!*();@$,/:]', percent)) end
  error("bad argument #2 to 'encode' (expected QUERY, PATH, or WIKI)", 2)
end

function uri.decode(value, kind)
  value = core.text('decode', value)
  kind = kind == nil and 'QUERY' or string.upper(tostring(kind))
  if kind == 'QUERY' then value = gsub(value, '%+', ' ')
  elseif kind == 'WIKI' then value = gsub(value, '_', ' ')
  elseif kind ~= 'PATH' then error("bad argument #2 to 'decode' (expected QUERY, PATH, or WIKI)", 2) end
  return (gsub(value, '%%(%x%x)', function(code) return char(tonumber(code, 16)) end))
end

function uri.anchorEncode(value) return ask('anchorEncode', tostring(value)) end

-- The order of names in parsed queries.
local orders = setmetatable({}, { __mode = 'k' })

local function sorted(values)
  local keys, positions = {}, {}
  for i, name in ipairs(orders[values] or {}) do positions[name] = positions[name] or i end
  for key in pairs(values) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b)
    if positions[a] or positions[b] then return (positions[a] or 1e9) < (positions[b] or 1e9) end
    if type(a) == type(b) then return a < b end
    return type(a) < type(b)
  end)
  return keys
end

function uri.buildQueryString(values)
  if type(values) ~= 'table' then error("bad argument #1 to 'buildQueryString' (table expected, got " .. type(values) .. ')', 2) end
  local out = {}
  local function add(name, value)
    local kind = type(value)
    if kind == 'table' then
      for _, key in ipairs(sorted(value)) do add(type(key) == 'number' and name or name .. '[' .. tostring(key) .. ']', value[key]) end
    elseif kind == 'boolean' then
      if value == false then out[#out + 1] = uri.encode(name) end
    else
      out[#out + 1] = uri.encode(name) .. '=' .. uri.encode(tostring(value))
    end
  end
  for _, name in ipairs(sorted(values)) do add(tostring(name), values[name]) end
  return concat(out, '&')
end

function uri.parseQueryString(value, from, to)
  value = core.text('parseQueryString', value)
  value = sub(value, from or 1, to or -1)
  local query, order = {}, {}
  orders[query] = order
  if value ~= '' then
    for pair in string.gmatch(value .. '&', '([^&]*)&') do
      local equals = find(pair, '=', 1, true)
      local name = uri.decode(equals and sub(pair, 1, equals - 1) or pair)
      local content
      if equals then content = uri.decode(sub(pair, equals + 1)) else content = false end
      order[#order + 1] = name
      if query[name] == nil then
        query[name] = content
      elseif type(query[name]) == 'table' then
        query[name][#query[name] + 1] = content
      else
        query[name] = { query[name], content }
      end
    end
  end
  return query
end

local object = {}

local readers = {}
function readers.userInfo(self)
  local user, password = rawget(self, 'user'), rawget(self, 'password')
  if not user then return nil end
  return password and user .. ':' .. password or user
end
function readers.hostPort(self)
  local host, port = rawget(self, 'host'), rawget(self, 'port')
  if not host then return nil end
  return port and host .. ':' .. port or host
end
function readers.authority(self)
  local user, host = readers.userInfo(self), readers.hostPort(self)
  if not host then return user and user .. '@' or nil end
  return user and user .. '@' .. host or host
end
function readers.queryString(self)
  local query = rawget(self, 'query')
  return query and uri.buildQueryString(query) or nil
end
function readers.relativePath(self)
  local query, fragment = readers.queryString(self), rawget(self, 'fragment')
  return (rawget(self, 'path') or '') .. (query and '?' .. query or '') .. (fragment and '#' .. fragment or '')
end

local writers = {}
function writers.userInfo(self, value)
  local user, password = match(value, '^([^:]*):?(.*)$')
  rawset(self, 'user', user)
  rawset(self, 'password', find(value, ':', 1, true) and password or nil)
end
function writers.hostPort(self, value)
  local host, port = match(value, '^(%[[^%]]*%]):?(%d*)$')
  if not host then host, port = match(value, '^([^:]*):?(%d*)$') end
  rawset(self, 'host', host)
  rawset(self, 'port', port and port ~= '' and tonumber(port) or nil)
end
function writers.authority(self, value)
  local user, host = match(value, '^(.*)@(.*)$')
  if user then writers.userInfo(self, user) end
  writers.hostPort(self, host or value)
end
function writers.queryString(self, value)
  rawset(self, 'query', value ~= nil and uri.parseQueryString(value) or nil)
end
function writers.relativePath(self, value)
  local rest, fragment = match(value, '^([^#]*)#(.*)$')
  rest = rest or value
  local path, query = match(rest, '^([^?]*)%?(.*)$')
  rawset(self, 'path', path or rest)
  writers.queryString(self, query)
  rawset(self, 'fragment', fragment)
end

function object:parse(value)
  check('uri:parse', 1, value, 'string')
  local rest = value
  local scheme, after = match(rest, '^([%a][%w+%-.]*):(.*)$')
  if scheme then rest = after end
  local authority
  if sub(rest, 1, 2) == '//' then
    authority, rest = match(rest, '^//([^/?#]*)(.*)$')
  end
  for _, key in ipairs { 'protocol', 'user', 'password', 'host', 'port', 'path', 'query', 'fragment' } do rawset(self, key, nil) end
  rawset(self, 'protocol', scheme)
  if authority then writers.authority(self, authority) end
  writers.relativePath(self, rest)
  return true
end

local meta

function object:clone() return setmetatable(mw.clone(setmetatable(mw.clone(self), nil)), meta) end

function object:extend(values)
  if type(values) ~= 'table' then error("bad argument #1 to 'extend' (table expected, got " .. type(values) .. ')', 2) end
  local query = rawget(self, 'query') or {}
  for key, value in pairs(values) do query[key] = value end
  rawset(self, 'query', query)
  return self
end

function object:validate() return uri.validate(self) end

meta = {
  __index = function(self, key)
    if object[key] then return object[key] end
    return readers[key] and readers[key](self)
  end,
  __newindex = function(self, key, value)
    if writers[key] then writers[key](self, value) else rawset(self, key, value) end
  end,
  __tostring = function(self)
    local protocol, authority = rawget(self, 'protocol'), readers.authority(self)
    return (protocol and protocol .. ':' or '') .. (authority and '//' .. authority or '') .. readers.relativePath(self)
  end,
}

local function parsed(text)
  local made = setmetatable({}, meta)
  made:parse(text)
  return made
end

function uri.new(value)
  if value == nil then value = ask('scriptUrl') end
  if type(value) == 'table' then
    local made = setmetatable({}, meta)
    for key, each in pairs(value) do made[key] = mw.clone(each) end
    return made
  end
  if type(value) ~= 'string' then error("bad argument #1 to 'new' (string or table or nil expected, got " .. type(value) .. ')', 2) end
  return parsed(value)
end

function uri.validate(value)
  if type(value) ~= 'table' then error("bad argument #1 to 'validate' (table expected, got " .. type(value) .. ')', 2) end
  local problems = {}
  local protocol = value.protocol
  if protocol and (type(protocol) ~= 'string' or not find(protocol, '^%a[%w+%-.]*$')) then problems[#problems + 1] = 'invalid protocol' end
  if value.password and not value.user then problems[#problems + 1] = 'missing user' end
  if value.port and (type(value.port) ~= 'number' or value.port < 0 or value.port > 65535) then problems[#problems + 1] = 'invalid port' end
  if not value.path then problems[#problems + 1] = 'missing path' end
  if value.path and (value.host and value.path ~= '' and sub(value.path, 1, 1) ~= '/') then problems[#problems + 1] = 'invalid path' end
  return #problems == 0, concat(problems, ', ')
end

local function queryText(query)
  if type(query) == 'table' then return uri.buildQueryString(query) end
  return query and tostring(query) or ''
end
core.queryText = queryText

for _, kind in ipairs { 'local', 'full', 'canonical' } do
  uri[kind .. 'Url'] = function(page, query)
    local address = ask('pageUrl', kind, tostring(page), queryText(query))
    return address and parsed(address) or nil
  end
end
