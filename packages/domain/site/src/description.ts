import { SiteError } from './error.ts';

/** The parts of a saved siteinfo that the server reads. `meta=siteinfo` returns other parts unchanged. */
export interface Description {
  readonly [prop: string]: unknown;
  readonly general: {
    readonly [key: string]: unknown;
    readonly mainpage: string;
    readonly base: string;
    readonly sitename: string;
    readonly lang: string;
    readonly articlepath: string;
    readonly scriptpath: string;
    readonly script: string;
    readonly server: string;
    readonly wikiid: string;
  };
  readonly namespaces: Readonly<
    Record<
      string,
      {
        readonly id: number;
        readonly name: string;
        readonly canonical?: string;
        readonly case: 'first-letter' | 'case-sensitive';
        readonly subpages: boolean;
        readonly content: boolean;
        readonly nonincludable: boolean;
        readonly defaultcontentmodel?: string;
        readonly namespaceprotection?: string;
      }
    >
  >;
  readonly namespacealiases: readonly { readonly id: number; readonly alias: string }[];
  readonly interwikimap: readonly {
    readonly prefix: string;
    readonly url: string;
    /** Whether the interwiki URL is protocol-relative. In that case, `url` has the protocol of the request that fetched the siteinfo. */
    readonly protorel?: boolean;
    readonly local?: boolean;
    readonly trans?: boolean;
    readonly api?: string;
    readonly language?: string;
    readonly localinterwiki?: boolean;
    readonly extralanglink?: boolean;
  }[];
  readonly usergroups: readonly {
    readonly name: string;
    readonly rights: readonly string[];
    readonly add?: readonly string[] | true;
    readonly remove?: readonly string[] | true;
    readonly 'add-self'?: readonly string[] | true;
    readonly 'remove-self'?: readonly string[] | true;
  }[];
  readonly restrictions: {
    readonly types: readonly string[];
    readonly levels: readonly string[];
    readonly cascadinglevels: readonly string[];
    readonly semiprotectedlevels: readonly string[];
  };
  readonly extensions: readonly { readonly name?: string }[];
  readonly languages: readonly { readonly code: string; readonly bcp47: string; readonly name: string }[];
  /** Response to `meta=userinfo` for an anonymous user who has not chosen a language variant. */
  readonly userinfo?: { readonly options?: { readonly variant?: string } };
}

/** Validates the parts of a saved siteinfo that the server reads. Throws a {@link SiteError}. */
export const readDescription = (saved: unknown): Partial<Description> => {
  const outer = object(saved, 'The site description');
  if ('error' in outer || 'errors' in outer) {
    throw new SiteError('The site description is an error response. Request meta=siteinfo again and save the response.');
  }
  const info = 'query' in outer ? object(outer.query, '"query" of the site description') : outer;
  refuseFormatVersion1(info);
  for (const [prop, check] of Object.entries(CHECKS)) if (info[prop] !== undefined) check(info[prop], `"${prop}" of the site description`);
  return info as Partial<Description>;
};

type Value = Readonly<Record<string, unknown>>;
type Check = (value: unknown, where: string) => void;

// formatversion=1 stores names under `*`, and flags as empty strings.
const refuseFormatVersion1 = (info: Value): void => {
  const old = ['namespaces', 'namespacealiases', 'languages', 'general'].some(prop => {
    const value = info[prop];
    if (typeof value !== 'object' || value === null) return false;
    return prop === 'general'
      ? ['mainpageisdomainroot', 'misermode', 'rtl', 'langconversion'].some(flag => (value as Value)[flag] === '')
      : Object.values(value).some(entry => typeof entry === 'object' && entry !== null && '*' in entry);
  });
  if (old) throw new SiteError('The site description has formatversion 1. Request it again with formatversion=2.');
};

const object = (value: unknown, where: string): Value => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Value;
  throw new SiteError(`${where} must be an object, as in the response to action=query&meta=siteinfo&format=json&formatversion=2.`);
};

const shaped =
  (shape: Readonly<Record<string, 'string' | 'number' | 'boolean' | 'list'>>, optional: readonly string[] = []): Check =>
  (value, where) => {
    const entry = object(value, where);
    for (const [key, type] of Object.entries(shape)) {
      const found = entry[key];
      if (found === undefined && optional.includes(key)) continue;
      const right = type === 'list' ? Array.isArray(found) : typeof found === type;
      if (!right) throw new SiteError(`"${key}" in ${where} must be a ${type}, not ${JSON.stringify(found) ?? 'missing'}.`);
    }
  };

const listOf =
  (check: Check): Check =>
  (value, where) => {
    if (!Array.isArray(value)) throw new SiteError(`${where} must be a list.`);
    for (const [index, entry] of value.entries()) check(entry, `entry ${index + 1} of ${where}`);
  };

const GENERAL = [
  'mainpage',
  'base',
  'sitename',
  'lang',
  'articlepath',
  'scriptpath',
  'script',
  'server',
  'wikiid',
  'legaltitlechars',
  'linktrail',
  'invalidusernamechars',
];

const CHECKS: Readonly<Record<string, Check>> = {
  general: shaped(Object.fromEntries(GENERAL.map(key => [key, 'string' as const])), GENERAL),
  namespaces: (value, where) => {
    const check = shaped({
      id: 'number',
      name: 'string',
      case: 'string',
      subpages: 'boolean',
      content: 'boolean',
      nonincludable: 'boolean',
    });
    const all = object(value, where);
    for (const [id, namespace] of Object.entries(all)) check(namespace, `namespace ${id} in ${where}`);
    for (const id of ['-1', '0']) if (!(id in all)) throw new SiteError(`${where} lacks namespace ${id}.`);
  },
  namespacealiases: listOf(shaped({ id: 'number', alias: 'string' })),
  interwikimap: listOf(shaped({ prefix: 'string', url: 'string' })),
  usergroups: listOf(shaped({ name: 'string', rights: 'list' })),
  restrictions: shaped({ types: 'list', levels: 'list', cascadinglevels: 'list', semiprotectedlevels: 'list' }),
  extensions: listOf(shaped({ name: 'string' }, ['name'])),
  languages: listOf(shaped({ code: 'string', name: 'string' })),
  userinfo: (value, where) => {
    const { options } = object(value, where);
    if (options !== undefined) shaped({ variant: 'string' }, ['variant'])(options, `"options" in ${where}`);
  },
};
