local core = ...
local mw, ask, askAt, check, pairs = core.mw, core.ask, core.askAt, core.check, core.base.pairs
local error, format, setmetatable, tonumber, tostring, type = error, string.format, setmetatable, tonumber, tostring, type
local ipairs, next = ipairs, next

local newFrame

local function argumentsOf(id)
  local known, isComplete = {}, false
  local function key(name)
    local number = type(name) == 'string' and name:find('^-?[1-9]%d*$') and #name < 16 and tonumber(name)
    return number or name
  end
  local function all()
    if not isComplete then
      for name, value in next, askAt(0, 'allArguments', id) do
        if known[key(name)] == nil then known[key(name)] = value end
      end
      for name, value in next, known do
        if value == false then known[name] = nil end
      end
      isComplete = true
    end
    return known
  end
  return setmetatable({}, {
    __index = function(_, name)
      name = key(name)
      if type(name) ~= 'string' and type(name) ~= 'number' then return nil end
      local value = known[name]
      if value == nil and not isComplete then
        value = askAt(0, 'argument', id, tostring(name))
        known[name] = value == nil and false or value
      end
      return value or nil
    end,
    __pairs = function(t)
      local values = all()
      return function(_, name)
        local following, value = next(values, name)
        return following, value
      end, t, nil
    end,
    __ipairs = function(t)
      return function(_, i)
        local value = t[i + 1]
        if value ~= nil then return i + 1, value end
      end, t, 0
    end,
  })
end

local function plain(name, position, value)
  local kind = type(value)
  if kind == 'string' or kind == 'number' then return tostring(value) end
  if kind == 'boolean' then return value and '1' or '' end
  error(format("%s: invalid type %s for arg '%s'", name, kind, tostring(position)), 4)
end

local function plainArguments(name, args)
  local values = {}
  for key, value in pairs(args) do
    values[#values + 1] = { tostring(key), plain(name, key, value), type(key) == 'number' }
  end
  return values
end

local function parserValue(get) return { expand = get } end

local function named(name, first)
  if type(first) ~= 'table' then
    error(format("%s: expected named argument table", name), 4)
  end
  return first
end

local function ownFrame(self, name)
  if type(self) ~= 'table' or type(self.args) ~= 'table' then
    error(name .. ': invalid self object. Did you call ' .. name .. " with a dot instead of a colon?", 3)
  end
end

function newFrame(id, parentId)
  local frame = { args = argumentsOf(id) }
  local parent, title

  function frame:getParent()
    ownFrame(self, 'getParent')
    if parentId == nil then
      parentId = askAt(0, 'parentFrame', id) or false
    end
    if parentId and not parent then parent = newFrame(parentId) end
    return parent
  end

  function frame:getTitle()
    ownFrame(self, 'getTitle')
    title = title or askAt(0, 'frameTitle', id)
    return title
  end

  function frame:preprocess(text)
    if type(self) ~= 'table' then ownFrame(self, 'preprocess') end
    if type(text) == 'table' then text = text.text end
    return askAt(2, 'preprocess', id, tostring(text))
  end

  function frame:expandTemplate(options)
    ownFrame(self, 'expandTemplate')
    options = named('frame:expandTemplate', options)
    if options.title == nil then error("frame:expandTemplate: a title is required", 2) end
    local name = type(options.title) == 'table' and options.title.prefixedText and ':' .. options.title.prefixedText or tostring(options.title)
    local values = plainArguments('frame:expandTemplate', options.args or {})
    return askAt(2, 'expandTemplate', id, name, values)
  end

  function frame:callParserFunction(name, args, ...)
    ownFrame(self, 'callParserFunction')
    if type(name) == 'table' then
      name, args = name.name, name.args
      if args ~= nil and type(args) ~= 'table' then args = { args } end
    elseif type(args) ~= 'table' then
      args = { args, ... }
    end
    if name == nil then error("frame:callParserFunction: a function name is required", 2) end
    return askAt(2, 'callParserFunction', id, tostring(name), plainArguments('frame:callParserFunction', args or {}))
  end

  function frame:extensionTag(name, content, args)
    ownFrame(self, 'extensionTag')
    if type(name) == 'table' then name, content, args = name.name, name.content, name.args end
    if name == nil then error("frame:extensionTag: the 'name' parameter is required", 2) end
    if args ~= nil and type(args) ~= 'table' then args = { args } end
    local values = {}
    for key, value in pairs(args or {}) do
      if type(key) ~= 'number' then values[#values + 1] = { tostring(key), plain('frame:extensionTag', key, value) } end
    end
    table.sort(values, function(a, b) return a[1] < b[1] end)
    return askAt(2, 'extensionTag', id, tostring(name), content ~= nil and tostring(content) or '', values)
  end

  function frame:newChild(options)
    ownFrame(self, 'newChild')
    options = named('frame:newChild', options)
    local values = plainArguments('frame:newChild', options.args or {})
    return newFrame(askAt(2, 'newChild', id, options.title and tostring(options.title), values), id)
  end

  function frame:getArgument(options)
    ownFrame(self, 'getArgument')
    local name = type(options) == 'table' and options.name or options
    return parserValue(function() return self.args[name] end)
  end

  function frame:newParserValue(options)
    ownFrame(self, 'newParserValue')
    local text = type(options) == 'table' and options.text or options
    return parserValue(function() return self:preprocess(text) end)
  end

  function frame:newTemplateParserValue(options)
    ownFrame(self, 'newTemplateParserValue')
    return parserValue(function() return self:expandTemplate(options) end)
  end

  function frame:argumentPairs()
    ownFrame(self, 'argumentPairs')
    return pairs(self.args)
  end

  return frame
end

core.frame = newFrame

function mw.getCurrentFrame() return core.current end
