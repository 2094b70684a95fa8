-- Strings as sequences of characters. Lua's own library handles ASCII.
local core = ...
local mw, ask, check = core.mw, core.ask, core.check
local byte, char, find, floor, format, gsub, len, rep, sub = string.byte, string.char, string.find, math.floor, string.format,
  string.gsub, string.len, string.rep, string.sub
local error, ipairs, pcall, select, tonumber, tostring, type, unpack = error, ipairs, pcall, select, tonumber, tostring, type, unpack
local concat = table.concat
local asTable = table

local ustring = { maxPatternLength = 10000, maxStringLength = 2097152 }
mw.ustring = ustring

local function isAscii(text) return not find(text, '[\128-\255]') end

--- Returns a text argument, and whether it is ASCII. Accepts numbers.
local function textOf(name, position, value)
  if type(value) == 'number' then value = tostring(value) end
  if type(value) ~= 'string' then
    error(format("bad argument #%d to '%s' (string expected, got %s)", position, name, value == nil and 'nil' or type(value)), 3)
  end
  if isAscii(value) then return value, true end
  if not ask('isUtf8', value) then error(format("bad argument #%d to '%s' (string is not UTF-8)", position, name), 3) end
  return value, false
end

local function numberOf(name, position, value, usual)
  if value == nil then return usual end
  local number = tonumber(value)
  if not number then
    error(format("bad argument #%d to '%s' (number expected, got %s)", position, name, type(value)), 3)
  end
  return number < 0 and -floor(-number) or floor(number)
end

function ustring.isutf8(text)
  if type(text) == 'number' then return true end
  if type(text) ~= 'string' then error(format("bad argument #1 to 'isutf8' (string expected, got %s)", type(text)), 2) end
  return isAscii(text) or ask('isUtf8', text)
end

ustring.byte = byte
ustring.rep = rep

function ustring.format(pattern, ...)
  return format(textOf('format', 1, pattern), ...)
end

local function encoded(code)
  if code < 0x80 then return char(code) end
  if code < 0x800 then return char(0xC0 + floor(code / 0x40), 0x80 + code % 0x40) end
  if code < 0x10000 then return char(0xE0 + floor(code / 0x1000), 0x80 + floor(code / 0x40) % 0x40, 0x80 + code % 0x40) end
  return char(0xF0 + floor(code / 0x40000), 0x80 + floor(code / 0x1000) % 0x40, 0x80 + floor(code / 0x40) % 0x40, 0x80 + code % 0x40)
end

function ustring.char(...)
  local out = {}
  for i = 1, select('#', ...) do
    local value = (select(i, ...))
    local code = tonumber(value)
    if not code then error(format("bad argument #%d to 'char' (number expected, got %s)", i, type(value)), 2) end
    code = floor(code)
    if code < 0 or code > 0x10FFFF then
      error(format("bad argument #%d to 'char' (value out of range)", i), 2)
    end
    out[i] = encoded(code)
  end
  return concat(out)
end

function ustring.len(text)
  if type(text) == 'string' and not isAscii(text) and not ask('isUtf8', text) then return nil end
  local ascii
  text, ascii = textOf('len', 1, text)
  if ascii then return len(text) end
  return select(2, gsub(text, '[^\128-\191]', ''))
end

function ustring.sub(text, first, last)
  local ascii
  text, ascii = textOf('sub', 1, text)
  first, last = numberOf('sub', 2, first, 1), numberOf('sub', 3, last, -1)
  if ascii then return sub(text, first, last) end
  return ask('sub', text, first, last)
end

for _, name in ipairs { 'upper', 'lower' } do
  local usual = string[name]
  ustring[name] = function(text)
    text = core.text(name, text)
    if isAscii(text) or not ask('isUtf8', text) then return usual(text) end
    return ask(name, text)
  end
end

for _, form in ipairs { 'NFC', 'NFD', 'NFKC', 'NFKD' } do
  ustring['to' .. form] = function(text)
    text = core.text('to' .. form, text)
    if isAscii(text) then return text end
    if not ask('isUtf8', text) then return nil end
    return ask('normalize', text, form)
  end
end

function ustring.codepoint(text, first, last)
  text = textOf('codepoint', 1, text)
  first = numberOf('codepoint', 2, first, 1)
  last = numberOf('codepoint', 3, last, first)
  local codes = ask('codepoints', text, first, last)
  if #codes == 0 then return nil end
  return unpack(codes)
end

function ustring.gcodepoint(text, first, last)
  text = textOf('gcodepoint', 1, text)
  local codes = ask('codepoints', text, numberOf('gcodepoint', 2, first, 1), numberOf('gcodepoint', 3, last, -1))
  local at = 0
  return function()
    at = at + 1
    return codes[at]
  end
end

--- Returns the first byte of a character, counted from another byte.
function ustring.byteoffset(text, count, from)
  text = textOf('byteoffset', 1, text)
  count, from = numberOf('byteoffset', 2, count, 1), numberOf('byteoffset', 3, from, 1)
  if from < 0 then from = len(text) + from + 1 end
  if from < 1 or from > len(text) then return nil end
  local function begins(at) return not find(sub(text, at, at), '^[\128-\191]') end
  if count > 0 then
    if begins(from) then count = count - 1 end
    while count > 0 do
      from = from + 1
      if from > len(text) then return nil end
      if begins(from) then count = count - 1 end
    end
    return from
  end
  if count == 0 then
    while not begins(from) do from = from - 1 end
    return from
  end
  if not begins(from) then
    while not begins(from) do from = from - 1 end
    count = count + 1
  end
  while count < 0 do
    from = from - 1
    if from < 1 then return nil end
    if begins(from) then count = count + 1 end
  end
  return from
end

local function native(level, call, ...)
  local function pass(ok, ...)
    if not ok then error((...), level + 1) end
    return ...
  end
  return pass(pcall(call, ...))
end

for _, name in ipairs { 'find', 'match' } do
  local usual = string[name]
  ustring[name] = function(text, pattern, init, plain)
    local ascii, plainly
    text, ascii = textOf(name, 1, text)
    pattern, plainly = textOf(name, 2, pattern)
    init = numberOf(name, 3, init, 1)
    -- Unlike in Lua, a start beyond the end means the end.
    if init > len(text) + 1 and ascii then init = len(text) + 1 end
    if ascii and plainly then return native(2, usual, text, pattern, init, plain) end
    local found = ask(name, text, pattern, init, plain and true or false)
    if found then return unpack(found) end
    return nil
  end
end

function ustring.gmatch(text, pattern)
  local ascii, plainly
  text, ascii = textOf('gmatch', 1, text)
  pattern, plainly = textOf('gmatch', 2, pattern)
  if ascii and plainly and sub(pattern, 1, 1) ~= '^' then return string.gmatch(text, pattern) end
  local matches = ask('matches', text, pattern, -1)
  local at = 0
  return function()
    at = at + 1
    local found = matches[at]
    if not found then return nil end
    if #found > 2 then return unpack(found, 3) end
    return found[2]
  end
end

function ustring.gsub(text, pattern, replacement, most)
  local ascii, plainly
  text, ascii = textOf('gsub', 1, text)
  pattern, plainly = textOf('gsub', 2, pattern)
  local kind = type(replacement)
  if kind == 'number' then
    replacement, kind = tostring(replacement), 'string'
  elseif kind ~= 'string' and kind ~= 'table' and kind ~= 'function' then
    error(format("bad argument #3 to 'gsub' (function or table or string expected, got %s)", kind == 'nil' and 'nil' or kind), 2)
  end
  most = most ~= nil and numberOf('gsub', 4, most) or nil
  if ascii and plainly then return native(2, gsub, text, pattern, replacement, most) end
  local matches, rest = unpack(ask('substitutions', text, pattern, most or -1))
  local out = {}
  for _, found in ipairs(matches) do
    local whole = found[2]
    local first = found[3]
    if first == nil then first = whole end
    local value
    if kind == 'function' then
      if #found > 2 then value = replacement(unpack(found, 3)) else value = replacement(whole) end
    elseif kind == 'table' then
      value = replacement[first]
    else
      value = gsub(replacement, '%%(.?)', function(sign)
        if sign == '0' then return whole end
        if find(sign, '%d') then
          local capture = found[tonumber(sign) + 2]
          if capture == nil and sign == '1' then capture = whole end
          if capture == nil then error('invalid capture index %' .. sign .. ' in replacement string', 4) end
          return capture
        end
        return sign
      end)
    end
    if value == nil or value == false then value = whole
    elseif type(value) ~= 'string' and type(value) ~= 'number' then
      error('invalid replacement value (a ' .. type(value) .. ')', 2)
    end
    out[#out + 1] = found[1]
    out[#out + 1] = value
  end
  out[#out + 1] = rest
  return concat(out), #matches
end
