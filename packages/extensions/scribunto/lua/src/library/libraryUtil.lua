local util = {}
local function expectation(list)
  if #list < 2 then return list[1] or '' end
  return table.concat(list, ', ', 1, #list - 1) .. ' or ' .. list[#list]
end

function util.checkType(name, position, value, expected, canBeNil)
  local kind = type(value)
  if kind == expected or (canBeNil and kind == 'nil') then return end
  error(string.format("bad argument #%d to '%s' (%s expected, got %s)", position, name, expected, kind), 3)
end

function util.checkTypeMulti(name, position, value, expected)
  local kind = type(value)
  for _, each in ipairs(expected) do
    if kind == each then return end
  end
  error(string.format("bad argument #%d to '%s' (%s expected, got %s)", position, name, expectation(expected), kind), 3)
end

function util.checkTypeForIndex(key, value, expected)
  local kind = type(value)
  if kind == expected then return end
  error(string.format("value for index '%s' must be %s, %s given", tostring(key), expected, kind), 3)
end

function util.checkTypeForNamedArg(name, argument, value, expected, canBeNil)
  local kind = type(value)
  if kind == expected or (canBeNil and kind == 'nil') then return end
  error(string.format("bad named argument %s to '%s' (%s expected, got %s)", argument, name, expected, kind), 3)
end

function util.makeCheckSelfFunction(library, variable, object, description)
  return function(self, method)
    if self ~= object then
      error(string.format('%s: invalid %s. Did you call %s with a dot instead of a colon, i.e. %s.%s() instead of %s:%s()?',
        library, description, method, variable, method, variable, method), 3)
    end
  end
end

return util
