local core = ...
local mw, pairs = core.mw, core.base.pairs
local error, find, format, getmetatable, gsub, ipairs, setmetatable, tostring, type = error, string.find, string.format, getmetatable,
  string.gsub, ipairs, setmetatable, tostring, type
local concat = table.concat

local builder = {}
local meta = { __index = builder }
local VOID = {}
for _, name in ipairs { 'area', 'base', 'br', 'col', 'command', 'embed', 'hr', 'img', 'input', 'keygen', 'link', 'meta', 'param', 'source', 'track', 'wbr' } do
  VOID[name] = true
end

local ESCAPES = { ['<'] = '&lt;', ['>'] = '&gt;', ['"'] = '&quot;' }
local function escaped(value)
  -- Strip markers stay as they are.
  return (gsub(gsub(tostring(value), '&', '&amp;'), '[<>"]', ESCAPES))
end

local function scalar(name, position, value)
  if type(value) ~= 'string' and type(value) ~= 'number' then
    error(format("bad argument #%d to '%s' (string or number expected, got %s)", position, name, type(value)), 3)
  end
end

local function styleText(styles)
  local out = {}
  for _, style in ipairs(styles) do
    if style.raw then
      out[#out + 1] = style.raw
    elseif style.value ~= nil then
      out[#out + 1] = style.name .. ':' .. style.value
    end
  end
  return concat(out, ';')
end

local function write(self, out)
  if self.name then
    out[#out + 1] = '<' .. self.name
    for _, attribute in ipairs(self.attributes) do
      local value = attribute.value
      if attribute.name == 'class' then value = #self.classes > 0 and concat(self.classes, ' ') or nil end
      if value then out[#out + 1] = ' ' .. attribute.name .. '="' .. escaped(value) .. '"' end
    end
    if #self.styles > 0 then out[#out + 1] = ' style="' .. escaped(styleText(self.styles)) .. '"' end
    if self.closes then
      out[#out + 1] = ' />'
      return
    end
    out[#out + 1] = '>'
  end
  for _, node in ipairs(self.nodes) do
    if type(node) == 'table' and getmetatable(node) == meta then
      write(node, out)
    else
      out[#out + 1] = tostring(node)
    end
  end
  if self.name then out[#out + 1] = '</' .. self.name .. '>' end
end

function meta.__tostring(self)
  local out = {}
  write(self, out)
  return concat(out)
end
meta.__concat = function(a, b) return tostring(a) .. tostring(b) end

local function new(name, options)
  return setmetatable({
    name = name,
    parent = options and options.parent,
    closes = VOID[name] or (options and options.selfClosing) or false,
    attributes = {}, classes = {}, styles = {}, nodes = {},
  }, meta)
end

function builder:node(node)
  if node ~= nil then self.nodes[#self.nodes + 1] = node end
  return self
end

function builder:wikitext(...)
  for i = 1, select('#', ...) do
    local value = (select(i, ...))
    if value == nil then break end
    scalar('wikitext', i, value)
    self.nodes[#self.nodes + 1] = value
  end
  return self
end

function builder:newline()
  self.nodes[#self.nodes + 1] = '\n'
  return self
end

local function checkedName(name)
  if name == nil then return nil end
  if type(name) ~= 'string' then error(format("bad argument #1 to 'create' (string expected, got %s)", type(name)), 3) end
  if name ~= '' and not find(name, '^%w+$') then error("invalid tag name '" .. name .. "'", 3) end
  return name ~= '' and name or nil
end

function builder:tag(name, options)
  name = checkedName(name)
  local child = new(name, { parent = self, selfClosing = options and options.selfClosing })
  self.nodes[#self.nodes + 1] = child
  return child
end

local function attributeOf(self, name)
  for i, attribute in ipairs(self.attributes) do
    if attribute.name == name then return attribute, i end
  end
end

function builder:getAttr(name)
  if name == 'class' then return #self.classes > 0 and concat(self.classes, ' ') or nil end
  local attribute = attributeOf(self, name)
  return attribute and attribute.value
end

local function setAttribute(self, name, value, caller)
  if type(name) ~= 'string' and type(name) ~= 'number' then
    error(format("bad argument #1 to '%s' (%s expected, got %s)", caller, 'string', type(name)), 4)
  end
  name = tostring(name)
  if value ~= nil and type(value) ~= 'string' and type(value) ~= 'number' then
    error(format("bad argument #2 to '%s' (string, number or nil expected, got %s)", caller, type(value)), 4)
  end
  if name == 'style' then
    self.styles = value ~= nil and { { raw = tostring(value) } } or {}
    return
  end
  if name == 'class' then
    self.classes = {}
    if value ~= nil then self:addClass(value) end
    return
  end
  if not find(name, '^[%a_:][%w_:%.%-]*$') then error("bad argument #1 to '" .. caller .. "' (invalid attribute name '" .. name .. "')", 4) end
  local attribute, position = attributeOf(self, name)
  if value == nil then
    if position then table.remove(self.attributes, position) end
  elseif attribute then
    attribute.value = value
  else
    self.attributes[#self.attributes + 1] = { name = name, value = value }
  end
end

function builder:attr(name, value)
  if type(name) == 'table' then
    if value ~= nil then error("bad argument #2 to 'attr' (if argument #1 is a table, argument #2 must be left empty)", 2) end
    for key, each in pairs(name) do setAttribute(self, key, each, 'attr') end
  else
    setAttribute(self, name, value, 'attr')
  end
  return self
end

function builder:addClass(class)
  if class == nil then return self end
  scalar('addClass', 1, class)
  if not attributeOf(self, 'class') then self.attributes[#self.attributes + 1] = { name = 'class', value = '' } end
  self.classes[#self.classes + 1] = tostring(class)
  return self
end

local function setStyle(self, name, value)
  name = tostring(name)
  for i, style in ipairs(self.styles) do
    if style.name == name then
      if value == nil then table.remove(self.styles, i) else style.value = value end
      return
    end
  end
  if value ~= nil then self.styles[#self.styles + 1] = { name = name, value = value } end
end

function builder:css(name, value)
  if type(name) == 'table' then
    if value ~= nil then error("bad argument #2 to 'css' (if argument #1 is a table, argument #2 must be left empty)", 2) end
    for key, each in pairs(name) do
      scalar('css', 1, key)
      scalar('css', 2, each)
      setStyle(self, key, each)
    end
  else
    scalar('css', 1, name)
    if value ~= nil then scalar('css', 2, value) end
    setStyle(self, name, value)
  end
  return self
end

function builder:cssText(css)
  if css == nil then return self end
  scalar('cssText', 1, css)
  self.styles[#self.styles + 1] = { raw = tostring(css) }
  return self
end

function builder:done() return self.parent or self end
function builder:allDone()
  while self.parent do self = self.parent end
  return self
end

mw.html = {}
function mw.html.create(name, options) return new(checkedName(name), options) end
