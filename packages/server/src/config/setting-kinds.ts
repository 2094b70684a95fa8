import { existsSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { withoutPassword } from '@wikiquery/database';
import type { ListenAddress } from '../http/bind.ts';
import type { ServiceFactories } from '../wiki/services.ts';
import { isIndexAddress } from './index-address.ts';

/** The type of a setting's value, with its parser. */
export interface SettingKind<T> {
  /** Placeholder for the value in the help, such as `FILE`; undefined for a switch and for an object. */
  readonly placeholder: string | undefined;
  readonly isList: boolean;
  /** Parses a flag, a variable or a file's value. Resolves paths from `folder`. Throws an Error whose message continues "NAME …". */
  read(value: unknown, folder: string): T;
}

const kind = <T>(placeholder: string | undefined, read: SettingKind<T>['read'], isList = false): SettingKind<T> => ({
  placeholder,
  read,
  isList,
});

/** A string that is not empty. `placeholder`: name of the value in the help. */
export const text = (placeholder: string): SettingKind<string> =>
  kind(placeholder, value => {
    if (typeof value !== 'string' || value === '') throw new Error('needs a value');
    return value;
  });

/** A whole number from `least` to `most`. `placeholder`: name of the value in the help. */
export const integer = (placeholder: string, least: number, most: number): SettingKind<number> =>
  kind(placeholder, value => {
    const number = typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;
    if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most) return number;
    throw new Error(`must be a whole number from ${least} to ${most}, not ${shown(value)}`);
  });

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** A duration such as `500ms`, `5s`, `2m` or `1h`, parsed into milliseconds from `least` to `most`. The unit is optional only for `0`. */
export const duration = (least: number, most: number): SettingKind<number> =>
  kind('DURATION', value => {
    const [, digits, unit = ''] = /^(\d+)(ms|s|m|h)?$/.exec(String(value).trim()) ?? [];
    const number = Number(digits) * (UNITS[unit] ?? (Number(digits) === 0 ? 0 : Number.NaN));
    if (number >= least && number <= most) return number;
    if (Number(digits) > 0 && unit === '') throw new Error(`needs a unit: write ${digits}ms, ${digits}s, ${digits}m or ${digits}h`);
    throw new Error(`must be a duration from ${showDuration(least)} to ${showDuration(most)}, such as 30s, not ${shown(value)}`);
  });

/** Formats milliseconds as a duration, with the largest unit that divides them. */
export function showDuration(milliseconds: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, each]) => milliseconds % each === 0) ?? ['ms', 1];
  return milliseconds === 0 ? '0' : `${milliseconds / size}${unit}`;
}

/** A switch, with the value `1` or `0`. */
export const flag: SettingKind<boolean> = kind(undefined, value => {
  if (value === true || value === '1' || value === 'true' || value === 'yes') return true;
  if (value === false || value === '' || value === '0' || value === 'false' || value === 'no') return false;
  throw new Error(`must be 1 or 0, not ${shown(value)}`);
});

/** An ISO 8601 date, with or without a time. */
export const moment: SettingKind<Date> = kind('TIME', value => {
  const date = typeof value === 'string' && /^\d{4}-\d\d-\d\d(T.*)?$/.test(value) ? new Date(value) : undefined;
  if (date && !Number.isNaN(date.getTime())) return date;
  throw new Error(`must be a time such as 2024-01-31T12:00:00Z, not ${shown(value)}`);
});

export const file: SettingKind<string> = kind('FILE', (value, folder) => existing(value, folder, 'file'));
export const folder: SettingKind<string> = kind('DIR', (value, base) => existing(value, base, 'folder'));
/** A folder that may not exist yet. */
export const newFolder: SettingKind<string> = kind('DIR', (value, base) => resolve(base, text('DIR').read(value, base)));

/** The location of a full-text index: a file that may not exist yet, the address of a database on a server, or `none`. */
export const indexPlace: SettingKind<string> = kind('FILE|ADDRESS', (value, base) => {
  const place = text('FILE|ADDRESS').read(value, base);
  return place === 'none' || isIndexAddress(place) ? place : resolve(base, place);
});

/** A file that may not exist yet, or `none`. */
export const newFile: SettingKind<string> = kind('FILE', (value, base) => {
  const path = text('FILE').read(value, base);
  return path === 'none' ? path : resolve(base, path);
});

/** The address of a database. The path of a SQLite file may be relative. */
export const databaseAddress: SettingKind<string> = kind('ADDRESS', (value, base) => {
  const address = text('ADDRESS').read(value, base);
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(address)?.[1];
  return path === undefined ? address : `sqlite:${resolve(base, path)}`;
});

/** An address to listen on: a port on 127.0.0.1, HOST:PORT, or the path of a Unix socket. */
export const place: SettingKind<ListenAddress> = kind('[HOST:]PORT', value => {
  const given = String(value).trim();
  if (given.startsWith('/')) return { path: given };
  const [, host = '127.0.0.1', port = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(given) ?? [];
  if (port !== '' && Number(port) <= 65_535) return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
  throw new Error(`must be a port, HOST:PORT or the path of a Unix socket, not ${shown(value)}`);
});

/** A sampling rate from 0 (`off`) to 1 (`on`). */
export const share: SettingKind<number> = kind('SHARE', value => {
  if (value === 'off' || value === false) return 0;
  if (value === 'on' || value === true) return 1;
  const number = typeof value === 'string' && /^(?:0|1|0?\.\d+)$/.test(value.trim()) ? Number(value) : value;
  if (typeof number === 'number' && number >= 0 && number <= 1) return number;
  throw new Error(`must be "off", "on" or a fraction from 0 to 1, not ${shown(value)}`);
});

/** An HTTP or HTTPS URL. */
export const webAddress: SettingKind<URL> = kind('URL', value => {
  const url = value instanceof URL ? value : URL.parse(text('URL').read(value, ''));
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new Error(`must be a URL such as https://wiki.example/w/api.php, not ${shown(value)}`);
});

/** The address of a change feed, or `poll`. It stays a text, because settings are compared and passed on as text. */
export const changeFeed: SettingKind<string> = kind('poll|ADDRESS', value => {
  const given = text('poll|ADDRESS').read(value, '');
  if (given === 'poll' || URL.canParse(given)) return given;
  throw new Error(`must be "poll" or an address such as https://stream.example/recentchange, not ${shown(withoutPassword(given))}`);
});

/** The beginning of HTTP URLs, which may end with a path, but has no query. */
export const publicUrl: SettingKind<URL> = kind('URL', value => {
  const url = value instanceof URL ? value : URL.parse(text('URL').read(value, ''));
  if (url && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username + url.password === '') return url;
  throw new Error(`must be a URL such as https://wiki.example, not ${shown(value)}`);
});

/**
 * An e-mail address or an HTTP URL that the comment of a `User-Agent` can contain: at most 200 visible ASCII characters, without
 * parentheses and without a password.
 */
export const contact: SettingKind<string> = kind('CONTACT', value => {
  const given = text('CONTACT').read(value, '');
  if (/^[!-~]{1,200}$/.test(given) && !/[()<>"\\]/.test(given)) {
    if (/^[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+$/.test(given)) return given;
    const url = /^https?:\/\//i.test(given) ? URL.parse(given) : null;
    if (url && url.username === '' && url.password === '') return given;
  }
  throw new Error(
    `must be an e-mail address or a URL, such as ops@wiki.example or https://wiki.example/contact, of at most 200 ASCII characters without spaces, parentheses and passwords, not ${shown(value).slice(0, 220)}`,
  );
});

/** Trusted proxies: an address, a network, a range such as `loopback` that `proxy-addr` defines, or a number of hops. */
export const proxy: SettingKind<string> = kind('ADDRESS', value => {
  const [address = '', bits = '0'] = String(value).split('/');
  if (/^(?:loopback|linklocal|uniquelocal|\d+)$/.test(String(value))) return String(value);
  if (isIP(address) && /^\d{1,3}$/.test(bits)) return String(value);
  throw new Error(`must be an address, a network such as 10.0.0.0/8, "loopback" or a number of hops, not ${shown(value)}`);
});

/** Several values: repeated flags, comma-separated values, or an array in the configuration file. */
export const listOf = <T>(item: SettingKind<T>): SettingKind<readonly T[]> =>
  kind(
    item.placeholder,
    (value, base) => {
      const values = Array.isArray(value) ? value : [value];
      return values
        .flatMap(each => (typeof each === 'string' ? each.split(',').filter(part => part.trim() !== '') : [each]))
        .map(each => item.read(typeof each === 'string' ? each.trim() : each, base));
    },
    true,
  );

/** An object from the configuration file. Its keys and values are not validated. */
export const object = <T extends object>(): SettingKind<T> =>
  kind(undefined, value => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as T;
    throw new Error(`must be an object, not ${shown(value)}`);
  });

export const serviceFactories: SettingKind<ServiceFactories> = kind(undefined, value => {
  const isFactory = (one: Partial<ServiceFactories[number]> | null | undefined): boolean =>
    typeof one?.name === 'string' && typeof one.create === 'function';
  if (Array.isArray(value) && value.every(isFactory)) return value;
  throw new Error('must be a list of services, such as [weather.provide(() => new Forecast())] or [{ name: "weather", create: () => … }]');
});

/** The name of a character encoding. */
export const encoding: SettingKind<string> = kind('ENCODING', value => {
  try {
    return new TextDecoder(text('ENCODING').read(value, '')).encoding && String(value);
  } catch {
    throw new Error(`must be an encoding such as windows-1252, not ${shown(value)}`);
  }
});

/** Databases by name. Each is an address, or an object of `fields` that has `database` or the alternative field `instead`. */
export const databases = <T extends { readonly database?: string }>(
  fields: {
    readonly [F in Exclude<keyof T, 'database'>]-?: SettingKind<NonNullable<T[F]>>;
  },
  instead: keyof T & string = 'database',
): SettingKind<Readonly<Record<string, T>>> =>
  kind(undefined, (value, base) =>
    Object.fromEntries(
      Object.entries(object<object>().read(value, base)).map(([name, given]) => {
        const read = readFields(
          name,
          typeof given === 'string' ? { database: given } : given,
          { ...fields, database: databaseAddress },
          base,
        );
        if (!read.database && !read[instead]) throw new Error(`has no address for "${name}". Add the field "database"`);
        return [name, read as unknown as T];
      }),
    ),
  );

/** Objects of `fields` by name. */
export const objects = <N extends string, T extends object>(
  names: readonly N[],
  fields: { readonly [F in keyof T]-?: SettingKind<NonNullable<T[F]>> },
): SettingKind<Readonly<Partial<Record<N, T>>>> =>
  kind(undefined, (value, base) => {
    const given = Object.entries(object<object>().read(value, base));
    const unknown = given.find(([name]) => !names.includes(name as N));
    if (unknown) throw new Error(`has an unknown name "${unknown[0]}". The names are ${names.join(', ')}`);
    return Object.fromEntries(given.map(([name, each]) => [name, readFields(name, each, fields, base)])) as Partial<Record<N, T>>;
  });

function readFields(
  name: string,
  given: unknown,
  fields: Readonly<Record<string, SettingKind<unknown>>>,
  base: string,
): Record<string, unknown> {
  const parts = Object.entries(object<object>().read(given, base));
  const unknown = parts.find(([field]) => !Object.hasOwn(fields, field));
  if (unknown) throw new Error(`has an unknown field "${unknown[0]}" for "${name}". The fields are ${Object.keys(fields).join(', ')}`);
  return Object.fromEntries(parts.map(([field, part]) => [field, fields[field]?.read(part, base)]));
}

function existing(value: unknown, base: string, type: 'file' | 'folder'): string {
  const path = resolve(base, text('').read(value, base));
  if (!existsSync(path)) throw new Error(`names ${path}, which does not exist. Create it, or name another ${type}`);
  if (statSync(path).isDirectory() !== (type === 'folder')) throw new Error(`names ${path}, which is not a ${type}`);
  return path;
}

const shown = (value: unknown): string => (value === true ? 'nothing' : (JSON.stringify(value) ?? String(value)));
