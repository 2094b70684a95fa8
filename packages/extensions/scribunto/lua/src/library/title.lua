local core = ...
local mw, ask, askAt, check, pairs = core.mw, core.ask, core.askAt, core.check, core.base.pairs
local error, find, format, ipairs, rawequal, setmetatable, sub, tostring, type = error, string.find, string.format, ipairs, rawequal,
  setmetatable, string.sub, tostring, type
local concat, select = table.concat, select

local title = {}
mw.title = title

-- The data of title objects, out of the reach of modules.
local facts = setmetatable({}, { __mode = 'k' })
local meta, methods, fields, wrap

local function factsOf(self, method)
  local own = type(self) == 'table' and facts[self]
  if not own then
    error('title:' .. method .. ': invalid title object. Did you call ' .. method .. ' with a dot instead of a colon, i.e. title.' ..
      method .. '() instead of title:' .. method .. '()?', 3)
  end
  return own
end

local function stored(own)
  if own.stored == nil then
    if own.interwiki ~= '' or own.namespace < 0 then
      own.stored = { id = 0, exists = own.namespace == -1 and own.isKnownSpecial or false, isRedirect = false }
    else
      own.stored = askAt(3, 'titleFacts', own.namespace, own.text)
    end
  end
  return own.stored
end

local function make(namespace, text, fragment, interwiki)
  return wrap(ask('makeTitle', namespace, text, fragment or '', interwiki or ''))
end

local lazy = {
  id = function(own) return stored(own).id end,
  exists = function(own) return stored(own).exists end,
  isRedirect = function(own) return stored(own).isRedirect end,
  contentModel = function(own) return stored(own).contentModel or own.defaultModel end,
  basePageTitle = function(own) return make(own.namespace, own.baseText) end,
  rootPageTitle = function(own) return make(own.namespace, own.rootText) end,
  subjectPageTitle = function(own) return make(own.subjectNamespace, own.text) end,
  talkPageTitle = function(own) return own.talkNamespace and make(own.talkNamespace, own.text) or nil end,
  redirectTarget = function(own)
    if own.target == nil then
      own.target = own.interwiki == '' and own.namespace >= 0 and wrap(ask('redirectTarget', own.namespace, own.text)) or false
    end
    return own.target
  end,
  protectionLevels = function(own)
    own.protection = own.protection or ask('protectionLevels', own.namespace, own.text)
    return own.protection
  end,
  cascadingProtection = function() return { restrictions = {}, sources = false } end,
  fileExists = function(own) return own.interwiki == '' and ask('fileExists', own.namespace, own.text) or false end,
  file = function(own)
    if own.namespace ~= 6 and own.namespace ~= -2 then return nil end
    return { exists = ask('fileExists', own.namespace, own.text) }
  end,
  content = function(own) return ask('content', own.namespace, own.text) end,
  pageLang = function() return mw.language.getContentLanguage() end,
}

methods = {
  isSubpageOf = function(self, other)
    local own, parent = factsOf(self, 'isSubpageOf'), factsOf(other, 'isSubpageOf')
    return own.interwiki == parent.interwiki and own.namespace == parent.namespace and sub(own.text, 1, #parent.text + 1) == parent.text .. '/'
  end,
  inNamespace = function(self, name)
    local own = factsOf(self, 'inNamespace')
    local namespace = mw.site.namespaces[name]
    return namespace ~= nil and namespace.id == own.namespace
  end,
  inNamespaces = function(self, ...)
    for i = 1, select('#', ...) do
      if methods.inNamespace(self, (select(i, ...))) then return true end
    end
    return false
  end,
  hasSubjectNamespace = function(self, name)
    local own = factsOf(self, 'hasSubjectNamespace')
    local namespace = mw.site.namespaces[name]
    return namespace ~= nil and namespace.id == own.subjectNamespace
  end,
  subPageTitle = function(self, text)
    local own = factsOf(self, 'subPageTitle')
    return title.makeTitle(own.namespace, own.text .. '/' .. tostring(text))
  end,
  partialUrl = function(self) return ask('partialUrl', factsOf(self, 'partialUrl').text) end,
  getContent = function(self)
    local own = factsOf(self, 'getContent')
    if own.interwiki ~= '' then return nil end
    return ask('content', own.namespace, own.text)
  end,
}
for _, kind in ipairs { 'full', 'local', 'canonical' } do
  local name = kind .. 'Url'
  methods[name] = function(self, query)
    local own = factsOf(self, name)
    return ask('titleUrl', kind, own.namespace, own.text, own.fragment, own.interwiki, core.queryText(query))
  end
end

fields = {}
for _, name in ipairs { 'interwiki', 'namespace', 'fragment', 'nsText', 'subjectNsText', 'talkNsText', 'text', 'prefixedText', 'rootText',
  'baseText', 'subpageText', 'canTalk', 'isContentPage', 'isExternal', 'isLocal', 'isSpecialPage', 'isSubpage', 'isTalkPage', 'thePartialUrl' } do
  fields[name] = true
end

local function fullText(own) return own.fragment ~= '' and own.prefixedText .. '#' .. own.fragment or own.prefixedText end

local function compare(a, b)
  local x, y = facts[a], facts[b]
  if x.interwiki ~= y.interwiki then return x.interwiki < y.interwiki and -1 or 1 end
  if x.namespace ~= y.namespace then return x.namespace < y.namespace and -1 or 1 end
  if x.text ~= y.text then return x.text < y.text and -1 or 1 end
  return 0
end

meta = {
  __index = function(self, key)
    local own = facts[self]
    if fields[key] then return own[key] end
    if key == 'fullText' then return fullText(own) end
    if lazy[key] then return lazy[key](own) end
    return methods[key]
  end,
  __newindex = function(self, key, value)
    if key == 'fragment' then
      if type(value) ~= 'string' then error("value for index 'fragment' must be string, " .. type(value) .. ' given', 2) end
      facts[self].fragment = value
      return
    end
    if fields[key] or lazy[key] or methods[key] or key == 'fullText' then
      error("index '" .. tostring(key) .. "' is read only", 2)
    end
    rawset(self, key, value)
  end,
  __eq = function(a, b) return compare(a, b) == 0 end,
  __lt = function(a, b) return compare(a, b) < 0 end,
  __le = function(a, b) return compare(a, b) <= 0 end,
  __tostring = function(self) return facts[self].prefixedText end,
  __pairs = function(self)
    local all = {}
    for name in next, fields do all[name] = facts[self][name] end
    return next, all, nil
  end,
  __metatable = false,
}

function wrap(own)
  if not own then return nil end
  local made = setmetatable({}, meta)
  facts[made] = own
  return made
end

function title.equals(a, b) return compare(a, b) == 0 end
function title.compare(a, b) return compare(a, b) end

function title.new(text, namespace)
  if facts[text] then return text end
  if type(text) == 'number' then return wrap(ask('titleById', text)) end
  if type(text) ~= 'string' then
    error("bad argument #1 to 'title.new' (number or string expected, got " .. type(text) .. ')', 2)
  end
  if namespace ~= nil then
    local known = mw.site.namespaces[namespace]
    if not known then error("bad argument #2 to 'title.new' (unrecognized namespace name '" .. tostring(namespace) .. "')", 2) end
    namespace = known.id
  end
  return wrap(ask('newTitle', text, namespace))
end

function title.makeTitle(namespace, text, fragment, interwiki)
  local known = mw.site.namespaces[namespace]
  if not known then
    error("bad argument #1 to 'makeTitle' (unrecognized namespace name '" .. tostring(namespace) .. "')", 2)
  end
  if type(text) ~= 'string' and type(text) ~= 'number' then
    error("bad argument #2 to 'makeTitle' (string expected, got " .. type(text) .. ')', 2)
  end
  return make(known.id, tostring(text), fragment, interwiki)
end

function title.getCurrentTitle() return wrap(ask('currentTitle')) end
