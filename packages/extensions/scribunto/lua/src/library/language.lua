local core = ...
local mw, ask, askAt, check, base = core.mw, core.ask, core.askAt, core.check, core.base
local error, format, ipairs, setmetatable, tonumber, tostring, type = error, string.format, ipairs, setmetatable, tonumber, tostring, type
local ustring, pairs, select, rawget = mw.ustring, base.pairs, select, rawget

local language = {}
mw.language = language

local codes = setmetatable({}, { __mode = 'k' })
local methods = {}

local function codeOf(self, method)
  local code = type(self) == 'table' and codes[self]
  if not code then
    error('mw.language: invalid language object. Did you call ' .. method .. ' with a dot instead of a colon, i.e. lang.' .. method ..
      '() instead of lang:' .. method .. '()?', 3)
  end
  return code
end

local meta = { __index = methods }

local function new(code)
  local made = setmetatable({ code = code }, meta)
  codes[made] = code
  return made
end

function language.new(code)
  check('new', 1, code, 'string')
  return new(string.lower(code))
end
mw.getLanguage = language.new

function language.getContentLanguage() return new(ask('contentLanguage')) end
mw.getContentLanguage = language.getContentLanguage

for _, name in ipairs { 'isKnownLanguageTag', 'isSupportedLanguage', 'isValidBuiltInCode', 'isValidCode', 'getFallbacksFor' } do
  language[name] = function(code)
    check(name, 1, code, 'string')
    return ask(name, code)
  end
end

function language.fetchLanguageName(code, inLanguage)
  check('fetchLanguageName', 1, code, 'string')
  check('fetchLanguageName', 2, inLanguage, 'string', true)
  return ask('languageName', code, inLanguage)
end
function language.fetchLanguageNames(inLanguage)
  check('fetchLanguageNames', 1, inLanguage, 'string', true)
  return ask('languageNames', inLanguage)
end

function methods:getCode() return codeOf(self, 'getCode') end
function methods:toBcp47Code() return ask('bcp47', codeOf(self, 'toBcp47Code')) end
function methods:isRTL() return ask('isRTL', codeOf(self, 'isRTL')) end
function methods:getFallbackLanguages() return ask('getFallbacksFor', codeOf(self, 'getFallbackLanguages')) end
function methods:getDir() return self:isRTL() and 'rtl' or 'ltr' end
local function directionMark(rtl, ltr)
  return function(self, opposite) return self:isRTL() ~= not not opposite and rtl or ltr end
end
methods.getDirMark = directionMark('\226\128\143', '\226\128\142')
methods.getDirMarkEntity = directionMark('&rlm;', '&lrm;')
local ARROWS = { forwards = { '→', '←' }, backwards = { '←', '→' }, left = { '←', '←' }, right = { '→', '→' }, up = { '↑', '↑' }, down = { '↓', '↓' } }
function methods:getArrow(direction)
  local arrows = ARROWS[direction or 'forwards']
  if not arrows then error("bad argument #1 to 'getArrow'", 2) end
  return arrows[self:isRTL() and 2 or 1]
end

local function textArgument(name, value)
  value = type(value) == 'number' and tostring(value) or value
  check(name, 1, value, 'string')
  return value
end
local function byRules(name)
  methods[name] = function(self, value)
    local code = codeOf(self, name)
    return ask('letterCase', code, textArgument(name, value), name)
  end
end
for _, name in ipairs { 'lc', 'uc', 'lcfirst', 'ucfirst', 'caseFold' } do byRules(name) end

function methods:formatNum(number, options)
  local code = codeOf(self, 'formatNum')
  if type(number) ~= 'number' and type(number) ~= 'string' then
    error("bad argument #1 to 'formatNum' (number expected, got " .. type(number) .. ')', 2)
  end
  return ask('formatNum', code, tostring(number), type(options) == 'table' and options.noCommafy and true or false)
end
function methods:parseFormattedNumber(value)
  local code = codeOf(self, 'parseFormattedNumber')
  return ask('parseNumber', code, tostring(value))
end
function methods:formatDate(pattern, timestamp, isLocal)
  local code = codeOf(self, 'formatDate')
  check('formatDate', 1, pattern, 'string')
  if timestamp ~= nil then timestamp = tostring(timestamp) end
  return askAt(2, 'formatDate', code, pattern, timestamp or '', isLocal and true or false)
end
function methods:convertPlural(number, ...)
  local forms = type((...)) == 'table' and (...) or { ... }
  return ask('plural', codeOf(self, 'convertPlural'), tonumber(number) or 0, forms)
end
methods.plural = methods.convertPlural
function methods:gender(what, ...)
  local forms = type((...)) == 'table' and (...) or { ... }
  return ask('gender', codeOf(self, 'gender'), tostring(what), forms)
end
function methods:convertGrammar(word, case)
  return ask('grammar', codeOf(self, 'convertGrammar'), tostring(word), tostring(case))
end
function methods:grammar(case, word) return self:convertGrammar(word, case) end

local UNITS = {
  { 'millennia', 31556952000, 'duration-millennia' }, { 'centuries', 3155695200, 'duration-centuries' }, { 'decades', 315569520, 'duration-decades' },
  { 'years', 31556952, 'duration-years' }, { 'weeks', 604800, 'duration-weeks' }, { 'days', 86400, 'duration-days' },
  { 'hours', 3600, 'duration-hours' }, { 'minutes', 60, 'duration-minutes' }, { 'seconds', 1, 'duration-seconds' },
}

function methods:getDurationIntervals(seconds, units)
  local set = units and {}
  for _, unit in ipairs(units or {}) do set[unit] = true end
  local out, last = {}, nil
  for _, unit in ipairs(UNITS) do
    if not set or set[unit[1]] then
      last = unit[1]
      local count = math.floor(seconds / unit[2])
      if count > 0 then
        out[unit[1]] = count
        seconds = seconds - count * unit[2]
      end
    end
  end
  if next(out) == nil and last then out[last] = 0 end
  return out
end

function methods:formatDuration(seconds, units)
  local intervals = self:getDurationIntervals(seconds, units)
  local texts = {}
  for _, unit in ipairs(UNITS) do
    if intervals[unit[1]] then
      texts[#texts + 1] = mw.message.new(unit[3], self:formatNum(intervals[unit[1]])):inLanguage(self):plain()
        :gsub('{{PLURAL:[^|}]*|([^|}]*)|?([^}]*)}}', function(one, many) return intervals[unit[1]] == 1 and one or many end)
    end
  end
  return mw.text.listToText(texts)
end

local message = {}
mw.message = message
local message_methods = {}
local message_meta = { __index = message_methods }
local states = setmetatable({}, { __mode = 'k' })

local function paramOf(value)
  if type(value) == 'table' then
    if value.raw ~= nil or value.num ~= nil then return value end
    return tostring(value)
  end
  if type(value) ~= 'string' and type(value) ~= 'number' then
    error('message params must be strings or numbers', 4)
  end
  return tostring(value)
end

local function addParams(self, ...)
  local list = type((...)) == 'table' and not ((...)).raw and not ((...)).num and (...) or { ... }
  for _, value in ipairs(list) do states[self].params[#states[self].params + 1] = paramOf(value) end
  return self
end

local function newMessage(keys, ...)
  local made = setmetatable({}, message_meta)
  states[made] = { keys = keys, params = {}, usesDatabase = true }
  return addParams(made, ...)
end

function message.new(key, ...)
  check('message.new', 1, key, 'string')
  return newMessage({ key }, ...)
end
function message.newFallbackSequence(...) return newMessage({ ... }) end
function message.newRawMessage(text, ...)
  check('message.newRawMessage', 1, text, 'string')
  local made = newMessage({}, ...)
  states[made].raw = text
  return made
end
function message.rawParam(value) return { raw = tostring(value) } end
function message.numParam(value) return { num = value } end
function message.getDefaultLanguage() return language.getContentLanguage() end

function message_methods:params(...) return addParams(self, ...) end
local function adding(convert)
  return function(self, ...)
    local params = states[self].params
    for _, value in ipairs(type((...)) == 'table' and (...) or { ... }) do params[#params + 1] = convert(value) end
    return self
  end
end
message_methods.rawParams, message_methods.numParams = adding(message.rawParam), adding(message.numParam)
function message_methods:inLanguage(code)
  states[self].language = type(code) == 'table' and code:getCode() or code
  return self
end
function message_methods:useDatabase(uses)
  states[self].usesDatabase = uses and true or false
  return self
end

local function textOf(self)
  local own = states[self]
  if own.raw then return own.raw end
  local code = own.language or ask('contentLanguage')
  for _, key in ipairs(own.keys) do
    local text = ask('message', key, code)
    if text then return text end
  end
  return nil
end

function message_methods:plain()
  local own = states[self]
  local text = textOf(self)
  if not text then return '⧼' .. base.tostring(own.keys[#own.keys] or '') .. '⧽' end
  return (text:gsub('%$(%d)', function(digit)
    local value = own.params[tonumber(digit)]
    if value == nil then return nil end
    if type(value) ~= 'table' then return value end
    if value.raw then return value.raw end
    return (own.language and new(own.language) or language.getContentLanguage()):formatNum(value.num)
  end))
end
message_meta.__tostring = message_methods.plain
message_meta.__concat = function(a, b) return tostring(a) .. tostring(b) end
function message_methods:exists() return textOf(self) ~= nil end
function message_methods:isBlank()
  local text = textOf(self)
  return text == nil or text == ''
end
function message_methods:isDisabled()
  local text = textOf(self)
  return text == nil or text == '' or text == '-'
end

local site = {}
mw.site = site
local described = ask('site')
for _, name in ipairs { 'siteName', 'server', 'scriptPath', 'stylePath', 'currentVersion' } do site[name] = described[name] end

local byName = {}
local function spaceTable(lookup) return setmetatable({}, lookup and { __index = function(_, key)
  if type(key) ~= 'string' then return nil end
  return byName[ustring.lower((key:gsub('_', ' '):gsub('^%s+', ''):gsub('%s+$', '')))]
    or (tonumber(key) and rawget(site.namespaces, tonumber(key))) or nil
end } or nil) end
site.namespaces, site.contentNamespaces = spaceTable(true), spaceTable(true)
site.subjectNamespaces, site.talkNamespaces = spaceTable(true), spaceTable(true)
for _, space in ipairs(described.namespaces) do
  site.namespaces[space.id] = space
  if space.isContent then site.contentNamespaces[space.id] = space end
  if space.isSubject then site.subjectNamespaces[space.id] = space end
  if space.isTalk then site.talkNamespaces[space.id] = space end
  for _, name in ipairs(space.names) do byName[ustring.lower(name)] = space end
  space.names = nil
end
for _, space in ipairs(described.namespaces) do
  space.subject = site.namespaces[space.subjectId]
  space.talk = space.talkId and site.namespaces[space.talkId] or nil
  space.associated = space.associatedId and site.namespaces[space.associatedId] or nil
  space.subjectId, space.talkId, space.associatedId = nil, nil, nil
end

local counts = {}
site.stats = setmetatable({
  pagesInCategory = function(name, which)
    check('pagesInCategory', 1, name, 'string')
    local sizes = ask('categorySize', name)
    if which == '*' then return sizes end
    if which == nil or which == 'all' then return sizes.all end
    if sizes[which] == nil then error("bad argument #2 to 'pagesInCategory' (invalid value: '" .. tostring(which) .. "')", 2) end
    return sizes[which]
  end,
  usersInGroup = function(name) return ask('groupSize', tostring(name)) end,
}, {
  __index = function(_, key)
    if counts.pages == nil then counts = ask('statistics') end
    return counts[key]
  end,
})
function site.interwikiMap(filter)
  if filter ~= nil and filter ~= 'local' and filter ~= '!local' then
    error("bad argument #1 to 'interwikiMap' (unknown filter '" .. tostring(filter) .. "')", 2)
  end
  return ask('interwikiMap', filter)
end

mw.ext = { ParserFunctions = { expr = function(text)
  return askAt(0, 'expr', tostring(text))
end } }

-- The current time is that of the page.
local function days(year, month, day)
  if month <= 2 then year = year - 1 end
  local era = math.floor(year / 400)
  local inEra = year - era * 400
  local inYear = math.floor((153 * (month + (month > 2 and -3 or 9)) + 2) / 5) + day - 1
  return era * 146097 + inEra * 365 + math.floor(inEra / 4) - math.floor(inEra / 100) + inYear - 719468
end
local date, clock = os.date, os.clock
base.os = {
  clock = clock,
  difftime = os.difftime,
  date = function(pattern, time)
    pattern = pattern == nil and '%c' or pattern
    if time == nil then time = ask('now') end
    if type(pattern) == 'string' and pattern:sub(1, 1) ~= '!' then pattern = '!' .. pattern end
    return date(pattern, time)
  end,
  time = function(parts)
    if parts == nil then return ask('now') end
    check('time', 1, parts, 'table')
    local function part(name, usual)
      local value = tonumber(parts[name]) or usual
      if not value then error("field '" .. name .. "' missing in date table", 3) end
      return value
    end
    local year, month, day = part('year'), part('month'), part('day')
    year, month = year + math.floor((month - 1) / 12), (month - 1) % 12 + 1
    return days(year, month, 1) * 86400 + (day - 1) * 86400 + part('hour', 12) * 3600 + part('min', 0) * 60 + part('sec', 0)
  end,
}
