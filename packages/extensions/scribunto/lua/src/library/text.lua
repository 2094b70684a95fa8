local core = ...
local mw, ask, check, pairs = core.mw, core.ask, core.check, core.base.pairs
local ustring = mw.ustring
local error, ipairs, format, gsub, next, sub, tostring, type = error, ipairs, string.format, string.gsub, next, string.sub, tostring, type
local find = string.find
local concat = table.concat

local text = { JSON_PRESERVE_KEYS = 1, JSON_TRY_FIXING = 2, JSON_PRETTY = 4 }
mw.text = text

function text.trim(value, characters)
  if characters == nil then characters = '\t\r\n\f ' end
  value = core.text('trim', value)
  local set = '[' .. characters .. ']*'
  value = ustring.gsub(value, '^' .. set, '')
  -- From the end, because an unanchored pattern would take quadratic time.
  local last = ustring.len(value)
  local one = '^[' .. characters .. ']$'
  while last > 0 and ustring.find(ustring.sub(value, last, last), one) do last = last - 1 end
  return last == ustring.len(value) and value or ustring.sub(value, 1, last)
end

function text.gsplit(value, pattern, isPlain)
  value = core.text('gsplit', value)
  check('gsplit', 2, pattern, 'string')
  local pieces, at = text.split(value, pattern, isPlain), 0
  return function()
    at = at + 1
    return pieces[at]
  end
end

function text.split(value, pattern, isPlain)
  value = core.text('split', value)
  check('split', 2, pattern, 'string')
  if find(value, '[\128-\255]') or find(pattern, '[\128-\255]') then return ask('split', value, pattern, isPlain and true or false) end
  local pieces, start, length = {}, 1, #value
  while true do
    local first, last = find(value, pattern, start, isPlain)
    if not first or start > length then
      pieces[#pieces + 1] = sub(value, start)
      break
    end
    if last < first then
      -- An empty separator splits into characters.
      pieces[#pieces + 1] = sub(value, start, first)
      if first >= length then break end
      start = first + 1
    else
      pieces[#pieces + 1] = sub(value, start, first - 1)
      start = last + 1
    end
  end
  return pieces
end

local WIKITEXT = {
  ['"'] = '&#34;', ['&'] = '&#38;', ["'"] = '&#39;', ['<'] = '&#60;', ['='] = '&#61;', ['>'] = '&#62;',
  ['['] = '&#91;', [']'] = '&#93;', ['{'] = '&#123;', ['|'] = '&#124;', ['}'] = '&#125;',
}
local AT_START = { ['#'] = '&#35;', ['*'] = '&#42;', [':'] = '&#58;', [';'] = '&#59;', [' '] = '&#32;', ['\t'] = '&#9;', ['\n'] = '&#10;', ['\r'] = '&#13;' }

local AROUND = { ['_'] = '&#95;', ['~'] = '&#126;', ['-'] = '&#45;' }

function text.nowiki(value)
  value = core.text('nowiki', value)
  value = gsub(value, '["&\'<=>%[%]{|};]', function(sign) return sign == ';' and '&#59;' or WIKITEXT[sign] end)
  -- Restores the semicolons of references written above.
  value = gsub(value, '(&#%d+)&#59;', '%1;')
  local atStart = AT_START[sub(value, 1, 1)]
  if atStart then value = atStart .. gsub(sub(value, 2), '^[\n\r]', AT_START) end
  value = gsub(value, '([\n\r])([#*: \t\n\r])', function(line, sign) return line .. AT_START[sign] end)
  value = gsub(value, '([\n\r])([\n\r])', function(line, sign) return line .. AT_START[sign] end)
  value = gsub(value, '^%-%-%-%-', '&#45;---')
  value = gsub(value, '([\n\r])%-%-%-%-', '%1&#45;---')
  value = gsub(gsub(value, '__', '_&#95;'), '~~~', '~~&#126;')
  -- The surrounding text may contain such signs, too.
  value = gsub(value, '^[_~-]', AROUND)
  value = gsub(value, '[_~]$', AROUND)
  value = gsub(value, '://', '&#58;//')
  for _, scheme in ipairs(ask('schemes')) do
    value = gsub(value, '(%f[%w]' .. scheme[1] .. '):', '%1&#58;')
  end
  for _, word in ipairs { 'ISBN', 'RFC', 'PMID' } do
    value = gsub(value, '(' .. word .. ')([ \t\n\r\f])', function(_, space) return word .. '&#' .. space:byte() .. ';' end)
  end
  return value
end

local ENTITIES = { ['>'] = '&gt;', ['<'] = '&lt;', ['&'] = '&amp;', ['"'] = '&quot;', ["'"] = '&#039;', ['\194\160'] = '&nbsp;' }

function text.encode(value, characters)
  value = core.text('encode', value)
  if characters == nil then
    return (gsub(gsub(value, '[<>&"\']', ENTITIES), '\194\160', '&nbsp;'))
  end
  return (ustring.gsub(value, '[' .. characters .. ']', function(sign)
    return ENTITIES[sign] or '&#' .. ustring.codepoint(sign) .. ';'
  end))
end

function text.decode(value, named)
  value = core.text('decode', value)
  if not find(value, '&', 1, true) then return value end
  return ask('decode', value, named and true or false)
end

local function unmarked(value) return type(value) == 'number' and tostring(value) or value end

function text.unstripNoWiki(value) return ask('unstripNoWiki', unmarked(value)) end
function text.unstrip(value) return ask('killMarkers', ask('unstripNoWiki', unmarked(value))) end
function text.killMarkers(value) return ask('killMarkers', unmarked(value)) end

function text.tag(name, attributes, content)
  if type(name) == 'table' then name, attributes, content = name.name, name.attrs, name.content end
  if type(name) ~= 'string' and type(name) ~= 'number' then
    error("bad named argument name to 'tag' (string expected, got " .. type(name) .. ')', 2)
  end
  if attributes ~= nil and type(attributes) ~= 'table' then
    error("bad argument #2 to 'tag' (table expected, got " .. type(attributes) .. ')', 2)
  end
  local out = { '<' .. name }
  local names = {}
  for key in pairs(attributes or {}) do names[#names + 1] = key end
  table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
  for _, key in ipairs(names) do
    local value = attributes[key]
    if type(key) ~= 'string' then error("bad named argument attrs to 'tag' (keys must be strings, found " .. type(key) .. ')', 2) end
    if find(key, '[%z\t\n\f\r "\'>/=]') or key == '' then
      error("bad named argument attrs to 'tag' (invalid key '" .. key .. "')", 2)
    end
    if type(value) == 'boolean' then
      if value then out[#out + 1] = ' ' .. key end
    elseif type(value) == 'string' or type(value) == 'number' then
      out[#out + 1] = ' ' .. key .. '="' .. text.encode(tostring(value)) .. '"'
    else
      error("bad named argument attrs to 'tag' (value for key '" .. key .. "' may not be " .. type(value) .. ')', 2)
    end
  end
  if content == nil then
    out[#out + 1] = '>'
  elseif content == false then
    out[#out + 1] = ' />'
  elseif type(content) == 'string' or type(content) == 'number' then
    out[#out + 1] = '>' .. content .. '</' .. name .. '>'
  else
    error("bad argument #3 to 'tag' (string expected, got " .. type(content) .. ')', 2)
  end
  return concat(out)
end

local function messageText(key) return mw.message.new(key):inLanguage(mw.language.getContentLanguage()):plain() end

function text.listToText(list, separator, conjunction)
  if type(list) ~= 'table' then error("bad argument #1 to 'listToText' (table expected, got " .. type(list) .. ')', 2) end
  local texts = {}
  for i, each in core.base.ipairs(list) do texts[i] = tostring(each) end
  if #texts == 0 then return '' end
  if #texts == 1 then return texts[1] end
  separator = separator or messageText('comma-separator')
  conjunction = conjunction or messageText('and') .. messageText('word-separator')
  local last = table.remove(texts)
  return concat(texts, separator) .. conjunction .. last
end

function text.truncate(value, length, ellipsis, adjusts)
  value = core.text('truncate', value)
  check('truncate', 2, length, 'number')
  local size = ustring.len(value)
  if size <= math.abs(length) then return value end
  if length == 0 then return '' end
  ellipsis = ellipsis == nil and messageText('ellipsis') or ellipsis
  local room = math.abs(length)
  if adjusts then
    room = room - ustring.len(ellipsis)
    if room < 0 then room = 0 end
  end
  local cut
  if length > 0 then
    cut =  gsub(ustring.sub(value, 1, room), '%s+$', '') .. ellipsis
  else
    cut = ellipsis .. gsub(room == 0 and '' or ustring.sub(value, -room), '^%s+', '')
  end
  return ustring.len(cut) < size and cut or value
end

function text.jsonEncode(value, flags)
  return core.askAt(2, 'jsonEncode', value, flags or 0)
end

function text.jsonDecode(value, flags)
  check('jsonDecode', 1, value, 'string')
  return core.askAt(2, 'jsonDecode', value, flags or 0)
end

local hash = {}
mw.hash = hash
function hash.hashValue(algorithm, value)
  check('hashValue', 1, algorithm, 'string')
  check('hashValue', 2, value, 'string')
  return core.askAt(2, 'hash', algorithm, value)
end
function hash.listAlgorithms() return ask('hashes') end
