-- Raises errors for undeclared globals.
local meta = getmetatable(_G) or {}
local declared = { arg = true }
setmetatable(_G, meta)
meta.__newindex = function(t, name, value)
  if name ~= 'arg' then error('assign to undeclared variable \'' .. tostring(name) .. "'", 2) end
  rawset(t, name, value)
end
meta.__index = function(_, name)
  if name ~= 'arg' then error('variable \'' .. tostring(name) .. "' is not declared", 2) end
  return nil
end
