import { readFileSync } from 'node:fs';

const read = (name: string): string => readFileSync(new URL(`./recorded/${name}`, import.meta.url), 'utf8');

/** Lua expressions, one per line. The functions of `Module:Lua cases N` return their values. */
const expressions: readonly string[] = read('expressions.txt').trimEnd().split('\n');

const IN_A_MODULE = 50;
/** Number of expressions in each expanded text. On slow machines, all expressions in one text would exceed the time limit. */
const IN_A_RUN = 20;

/** Lua code that serializes values, to compare the results of two implementations. */
const SHOW = `local function show(v, depth)
  local kind = type(v)
  if kind == 'string' then return '"' .. v:gsub('[%c"]', function(c) return '%' .. c:byte() .. ';' end) .. '"' end
  if kind ~= 'table' then return tostring(v) end
  if depth > 4 then return '...' end
  local keys, out = {}, {}
  for k in pairs(v) do keys[#keys + 1] = k end
  table.sort(keys, function(a, b) if type(a) == type(b) and type(a) ~= 'table' then return a < b end return tostring(a) < tostring(b) end)
  for i, k in ipairs(keys) do out[i] = show(k, 9) .. '=' .. show(v[k], depth + 1) end
  return '<' .. table.concat(out, ' ') .. '>'
end
local function all(...)
  local out = {}
  for i = 1, select('#', ...) do out[i] = show((select(i, ...)), 0) end
  return table.concat(out, '\\n')
end
local p = {}
`;

/** Wikitext of the pages that the expressions use, by title. */
export const pages: ReadonlyMap<string, string> = new Map([
  ...Object.entries(JSON.parse(read('pages.json')) as Record<string, string>),
  ...Array.from({ length: Math.ceil(expressions.length / IN_A_MODULE) }, (_, module): [string, string] => {
    const lines = expressions.slice(module * IN_A_MODULE, (module + 1) * IN_A_MODULE);
    const functions = lines.map((line, i) => `function p.c${i + 1}(frame) return all(${line}) end`);
    return [`Module:Lua cases ${module + 1}`, `${SHOW}${functions.join('\n')}\nreturn p`];
  }),
  [
    'Template:Lua run',
    `{{#switch:{{{part}}}${expressions
      .map((_, i) => {
        const begin = i % IN_A_RUN === 0 ? `|${i / IN_A_RUN + 1}=\n` : '';
        return `${begin}==${i + 1}==\n{{#invoke:Lua cases ${Math.floor(i / IN_A_MODULE) + 1}|c${(i % IN_A_MODULE) + 1}|A|x= y |3=c}}`;
      })
      .join('\n')}}}`,
  ],
]);

export const RUNS = Array.from({ length: Math.ceil(expressions.length / IN_A_RUN) }, (_, i) => `{{Lua run|P|part=${i + 1}}}`);

/** Returns the values of each expression, without line numbers of libraries and error ids, which differ from MediaWiki's. */
export function resultsOf(text: string): string[][] {
  return text
    .split(/^==\d+==$/m)
    .slice(1)
    .map(part =>
      part
        .trim()
        .replaceAll(/mw[\w.]*\.lua:\d+: |libraryUtil\.lua:\d+: |package\.lua:\d+: /g, '')
        .replaceAll(/mw-scribunto-error-\w+/g, 'mw-scribunto-error')
        .split('\n'),
    );
}
