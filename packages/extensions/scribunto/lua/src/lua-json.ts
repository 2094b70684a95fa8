/** Implements `mw.text.jsonEncode` and `mw.text.jsonDecode`. */
import { LuaFailure } from './lua-failure.ts';
import type { FromLua } from './lua-state.ts';

const [PRESERVES_KEYS, TRIES, PRETTY] = [1, 2, 4];

/** Encodes a Lua value. An empty table becomes a list. Throws `LuaFailure` for values that have no JSON form. */
export function toLuaJson(value: FromLua, flags: number): string {
  const plain = (each: FromLua): unknown => {
    if (each === undefined) return null;
    if (typeof each === 'number') {
      if (!Number.isFinite(each)) throw new LuaFailure('mw.text.jsonEncode: Unable to encode value');
      return each;
    }
    if (Array.isArray(each)) {
      if ((flags & PRESERVES_KEYS) === 0) return each.map(plain);
      return new Map(each.map((item, i) => [String(i + 1), plain(item)]));
    }
    if (each instanceof Map) {
      if (each.size === 0) return [];
      const keys = [...each.keys()];
      if (keys.some(key => typeof key === 'boolean')) throw new LuaFailure("mw.text.jsonEncode: Cannot use type 'boolean' as a table key");
      if ((flags & PRESERVES_KEYS) !== 0 && keys.every((_, i) => each.has(i))) return keys.map((_, i) => plain(each.get(i)));
      return new Map(keys.map(key => [String(key), plain(each.get(key))]));
    }
    return each;
  };
  return write(plain(value), (flags & PRETTY) !== 0 ? '\n' : undefined);
}

function write(value: unknown, line: string | undefined): string {
  const inner = line === undefined ? undefined : `${line}    `;
  const joined = (open: string, parts: readonly string[], close: string): string => {
    if (parts.length === 0) return open + close;
    return inner === undefined ? open + parts.join(',') + close : open + inner + parts.join(`,${inner}`) + line + close;
  };
  if (Array.isArray(value)) {
    const items = value.map(each => write(each, inner));
    return joined('[', items, ']');
  }
  if (value instanceof Map) {
    const colon = line === undefined ? ':' : ': ';
    const members = Array.from(value as Map<string, unknown>, ([key, each]) => quote(key) + colon + write(each, inner));
    return joined('{', members, '}');
  }
  if (typeof value === 'number') return formatNumber(value);
  return typeof value === 'string' ? quote(value) : JSON.stringify(value);
}

/** Formats a number as PHP does. Very large and very small numbers differ from JavaScript's. */
function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 63) return String(BigInt(value));
  const exponent = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  if (exponent >= -5 && exponent < 15) return String(value);
  const [digits = '', power = ''] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}e${power}`;
}

/** Quotes a string as PHP does, which also escapes JavaScript's line separators. */
const quote = (value: string): string =>
  JSON.stringify(value).replaceAll(/[\u2028\u2029\u007f]/g, sign => (sign === '\u007f' ? sign : `\\u${sign.charCodeAt(0).toString(16)}`));

export function fromLuaJson(source: string, flags: number): unknown {
  let value: unknown;
  try {
    value = JSON.parse((flags & TRIES) !== 0 ? source.trim().replaceAll(/,(\s*[\]}])/g, '$1') : source);
  } catch {
    throw new LuaFailure('mw.text.jsonDecode: Syntax error');
  }
  return toLua(value, (flags & PRESERVES_KEYS) !== 0);
}

/** Converts a decoded JSON value for Lua, with numbers for integer keys. Lists start at 1, or at 0 with `keepsKeys`. */
export function toLua(value: unknown, keepsKeys: boolean): unknown {
  if (Array.isArray(value)) {
    const items = value.map(each => toLua(each, keepsKeys));
    return keepsKeys ? new Map(items.map((each, i) => [i, each])) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return new Map(
    Object.entries(value).map(([key, each]) => [/^(?:0|-?[1-9]\d{0,14})$/.test(key) ? Number(key) : key, toLua(each, keepsKeys)]),
  );
}
