import { type Env, f, isInvalid, isoTimestamp, parseTimestamp, type Timestamp, type Titles } from '@wikiquery/core';
import { isPhpArray, type PhpArray, type PhpValue, toJsonValue, toText } from '@wikiquery/text-storage';
import { momentOf } from './durations.ts';

/** Properties of a log entry that determine the meaning of its parameters. */
export interface LogEntry {
  readonly type: string;
  readonly action: string;
  readonly timestamp: Timestamp;
}

type Names = Pick<Env, 'site' | 'titles' | 'users'> & {
  /** Formats the duration of a block. Undefined: `duration-l10n` is omitted. */
  readonly writeDuration?: ((span: BlockSpan) => string) | undefined;
};

/** Start and end of a block. The end can be `infinity`. */
export interface BlockSpan {
  readonly from: Timestamp;
  readonly to: Timestamp;
}

/** Converts stored parameters to `params` of `list=logevents`, in MediaWiki's order. Unnamed parameters of old entries get names. */
export function showLogParams(entry: LogEntry, stored: PhpArray, names: Names): Record<string, unknown> {
  const name = nameOf(entry);
  const named = name ? name(new Map(stored), entry, names) : stored;
  const shown: Shown = {};
  for (const [key, value] of named) {
    const { kind, name } = readKey(String(key));
    if (kind === undefined) show(shown, name, toJsonValue(value));
    else showValue(shown, name, kind, value, names);
  }
  FINISHED.get(entry.type)?.(shown, names);
  return shown;
}

/** Returns the time zone of the wiki (`$wgLocaltimezone`). */
export const timeZoneOf = ({ site }: Pick<Env, 'site'>): string => (site.general.timezone as string | undefined) ?? 'UTC';

/** Field of the parameters of a log entry, with MediaWiki's XML element names. */
export const logParams = () =>
  f.assoc().element('param').within({
    flags: 'f',
    pages: 'p',
    namespaces: 'ns',
    ids: 'id',
    oldgroups: 'g',
    newgroups: 'g',
    oldmetadata: 'g',
    newmetadata: 'g',
  });

type Shown = Record<string, unknown>;

/** Adds a parameter. Skips internal parameters, which begin with `_`, and repeated names. */
function show(shown: Shown, field: string, value: unknown): void {
  if (!field.startsWith('_') && !Object.hasOwn(shown, field)) shown[field] = value;
}

/** Splits a key such as `5:bool:suppressredirect` into kind and name. Any other key is a name. */
function readKey(key: string): { readonly kind: string | undefined; readonly name: string } {
  const first = key.indexOf(':');
  const second = first === -1 ? -1 : key.indexOf(':', first + 1);
  return second === -1 ? { kind: undefined, name: key } : { kind: key.slice(first + 1, second), name: key.slice(second + 1) };
}

function showValue(shown: Shown, name: string, kind: string, value: PhpValue, { titles, users }: Names): void {
  switch (kind.trim().toLowerCase()) {
    case 'bool':
      show(shown, name, isTrue(value));
      break;
    case 'number':
      show(shown, name, typeof value === 'number' ? value : Number.parseFloat(toText(value)) || 0);
      break;
    case 'timestamp':
      show(shown, name, isoOf(value));
      break;
    case 'title':
    case 'title-link': {
      const fields = titleFields(name, toText(value), titles);
      for (const field in fields) show(shown, field, fields[field]);
      break;
    }
    case 'user':
    case 'user-link':
      show(shown, name, users.read(toText(value), ['name', 'temp'])?.name ?? value);
      break;
    case 'msg':
    case 'msg-content':
      // The messages of extensions are not available, so the text has the form of a missing message in MediaWiki.
      show(shown, `${name}_key`, value);
      show(shown, `${name}_text`, `⧼${toText(value)}⧽`);
      break;
    default:
      show(shown, name, toJsonValue(value));
  }
}

function titleFields(name: string, text: string, titles: Titles): Record<string, unknown> {
  const title = titles.parse(text);
  return isInvalid(title)
    ? { [`${name}_ns`]: -1, [`${name}_title`]: titles.text({ namespace: -1, dbkey: `Badtitle/${text}` }) }
    : { [`${name}_ns`]: title.namespace, [`${name}_title`]: titles.text(title) };
}

type Params = Map<string | number, PhpValue>;
type Name = (params: Params, entry: LogEntry, names: Names) => PhpArray;

const nameMove: Name = params => {
  rename(params, [0, '4:title:target'], [1, '5:bool:suppressredirect']);
  rename(params, ['4::target', '4:title:target'], ['5::noredir', '5:bool:suppressredirect']);
  if (isUnset(params, '5:bool:suppressredirect')) params.set('5:bool:suppressredirect', false);
  return params;
};

const namePatrol: Name = params => {
  rename(params, [0, '4:number:curid'], [1, '5:number:previd'], [2, '6:bool:auto']);
  return rename(params, ['4::curid', '4:number:curid'], ['5::previd', '5:number:previd'], ['6::auto', '6:bool:auto']);
};

/** Names the parameters of a merge. `other`: `dest` for an entry on the source page, `src` for an entry on the destination page. */
const nameMergeOf =
  (other: 'dest' | 'src'): Name =>
  params => {
    rename(params, [0, `4:title:${other}`], [1, '5:timestamp:mergepoint']);
    rename(params, [`4::${other}`, `4:title:${other}`], ['5::mergepoint', '5:timestamp:mergepoint'], [2, '6::mergerevid']);
    const start = other === 'dest' ? '7:timestamp:mergestart' : '7:timestamp:mergestartid';
    return rename(params, ['7::mergestart', start], [3, '8::mergestartid']);
  };

const nameUpload: Name = params => rename(params, ['img_timestamp', ':timestamp:img_timestamp']);

const nameProtection: Name = params => {
  rename(params, [0, '4::description'], [1, '5:bool:cascade'], ['details', ':array:details']);
  const cascade = params.get('5:bool:cascade');
  if (typeof cascade === 'string') params.set('5:bool:cascade', cascade === 'cascade');
  return params;
};

const nameMovedProtection: Name = params => rename(params, [0, '4:title:oldtitle'], ['4::oldtitle', '4:title:oldtitle']);

const nameUnblock: Name = params => {
  rename(params, [0, '5::duration'], [1, '6:array:flags'], ['6::flags', '6:array:flags']);
  return new Map([...params].sort(([a], [b]) => compareKeys(a, b)));
};

const nameBlock: Name = (params, entry, names) => {
  const named = new Map(nameUnblock(params, entry, names));
  const duration = toText(named.get('5::duration') ?? 'infinity');
  const flags = named.get('6:array:flags') ?? '';
  named.set('5::duration', isInfinite(duration) ? 'infinity' : duration);
  if (!isPhpArray(flags)) named.set('6:array:flags', listOf(flags === '' ? [] : toText(flags).split(',')));
  const span = spanOf(duration, entry, names);
  if (span && span.to !== 'infinity') named.set(':timestamp:expiry', span.to);
  if (span && names.writeDuration) named.set(':plain:duration-l10n', names.writeDuration(span));
  return named;
};

function spanOf(duration: string, { timestamp: from }: LogEntry, names: Pick<Env, 'site'>): BlockSpan | undefined {
  const to = isInfinite(duration) ? 'infinity' : momentOf(duration, from, timeZoneOf(names));
  return to === undefined ? undefined : { from, to };
}

/** Returns start and end of the block in a log entry. Returns undefined for other entries and for an invalid duration. */
export function blockSpan(entry: LogEntry, stored: PhpArray, names: Pick<Env, 'site'>): BlockSpan | undefined {
  if (nameOf(entry) !== nameBlock) return undefined;
  return spanOf(toText(stored.get('5::duration') ?? stored.get(0) ?? 'infinity'), entry, names);
}

/** Names the parameters of entries about the visibility of revisions or (`event`) log entries. */
const nameHiding: Name = (params, { action }) => {
  // Entries of `event` store no type, so their unnamed parameters start one position earlier.
  const start = action === 'event' ? -1 : 0;
  if (action === 'event') params.set('4::type', 'logging');
  else rename(params, [0, '4::type']);
  const first = (...keys: (string | number)[]) => keys.map(key => params.get(key) ?? null).find(value => value !== null);
  const ids = first('4::ids', '5::ids', start + 1) ?? '';
  const before = first('5::ofield', '6::ofield', start + 2);
  const after = first('6::nfield', '7::nfield', start + 3);
  return new Map<string, PhpValue>([
    ['::type', params.get('4::type') ?? null],
    [':array:ids', isPhpArray(ids) ? ids : listOf(toText(ids).split(','))],
    ...(before === undefined ? [] : [[':assoc:old', hiddenParts(before)] as const]),
    ...(after === undefined ? [] : [[':assoc:new', hiddenParts(after)] as const]),
  ]);
};

const nameRestoring: Name = params => {
  const count = params.get(':assoc:count') ?? null;
  return new Map(count === null ? [] : [[':assoc:count', count]]);
};

const nameNothing: Name = () => new Map();

/** Lists the groups before and after a change, with expiries. Very old entries store comma-separated names. */
const nameRights: Name = params => {
  rename(params, [0, '4:array:oldgroups'], [1, '5:array:newgroups']);
  rename(params, ['4::oldgroups', '4:array:oldgroups'], ['5::newgroups', '5:array:newgroups']);
  for (const [key, details] of [
    ['4:array:oldgroups', 'oldmetadata'],
    ['5:array:newgroups', 'newmetadata'],
  ] as const) {
    const stored = params.get(key) ?? null;
    if (stored === null) continue;
    const groups = isPhpArray(stored)
      ? stored
      : listOf(
          stored === ''
            ? []
            : // Splitting by /\s*,\s*/ would take quadratic time on long runs of whitespace.
              toText(stored)
                .split(',')
                .map(group => group.trim()),
        );
    const known = params.get(details) ?? null;
    params.set(key, groups);
    params.delete(details);
    params.set(details, listOf([...groups].map(([at, group]) => membership(group, isPhpArray(known) ? known.get(at) : undefined))));
  }
  return params;
};

function membership(group: PhpValue, details: PhpValue | undefined): PhpArray {
  const all = new Map<string | number, PhpValue>([['group', group]]);
  if (isPhpArray(details)) for (const [key, value] of details) if (!all.has(key)) all.set(key, value);
  all.set('expiry', expiryOf(all.get('expiry') ?? null, 'infinity'));
  return all;
}

/** By `type/action`. */
const NAMED: ReadonlyMap<string, Name> = new Map(
  Object.entries<Readonly<Record<string, Name>>>({
    block: { block: nameBlock, reblock: nameBlock, unblock: nameUnblock },
    delete: {
      delete: nameNothing,
      delete_redir: nameNothing,
      delete_redir2: nameNothing,
      event: nameHiding,
      restore: nameRestoring,
      revision: nameHiding,
    },
    merge: { merge: nameMergeOf('dest'), 'merge-into': nameMergeOf('src') },
    move: { move: nameMove, move_redir: nameMove },
    patrol: { autopatrol: namePatrol, patrol: namePatrol },
    protect: { modify: nameProtection, move_prot: nameMovedProtection, protect: nameProtection },
    rights: { autopromote: nameRights, rights: nameRights },
    suppress: { block: nameBlock, delete: nameNothing, event: nameHiding, reblock: nameBlock, revision: nameHiding },
    upload: { overwrite: nameUpload, revert: nameUpload, upload: nameUpload },
  }).flatMap(([type, actions]) => Object.entries(actions).map(([action, name]) => [`${type}/${action}`, name] as const)),
);
const nameOf = ({ type, action }: LogEntry): Name | undefined => NAMED.get(`${type}/${action}`);

const FINISHED = new Map<string, (shown: Shown, names: Names) => void>([
  ['block', showRestrictions],
  ['suppress', showRestrictions],
  ['protect', showExpiries],
]);

function showExpiries({ details }: Shown): void {
  if (!Array.isArray(details)) return;
  for (const detail of details.filter(isObject)) if ('expiry' in detail) detail.expiry = expiryOf(detail.expiry as PhpValue, 'infinite');
}

function showRestrictions({ restrictions }: Shown, { titles }: Names): void {
  if (!isObject(restrictions)) return;
  const { pages } = restrictions;
  if (Array.isArray(pages)) restrictions.pages = pages.map(page => titleFields('page', String(page), titles));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Moves values to new keys at the end of the map. */
function rename(params: Params, ...pairs: (readonly [from: string | number, to: string])[]): Params {
  for (const [from, to] of pairs) {
    const value = params.get(from) ?? null;
    if (value === null) continue;
    params.set(to, value);
    params.delete(from);
  }
  return params;
}

const isUnset = (params: PhpArray, key: string): boolean => (params.get(key) ?? null) === null;

const compareKeys = (a: string | number, b: string | number): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : Number(String(a) > String(b));
};

const listOf = (values: readonly PhpValue[]): PhpArray => new Map(values.entries());

/** Describes the bits of `rev_deleted` or `log_deleted`. Old entries store them in the form `ofield=4`. */
function hiddenParts(stored: PhpValue): PhpArray {
  const bits = Number.parseInt(toText(stored).replace(/^.field=/, ''), 10) || 0;
  return new Map<string, PhpValue>([
    ['bitmask', bits],
    ['content', (bits & 1) !== 0],
    ['comment', (bits & 2) !== 0],
    ['user', (bits & 4) !== 0],
    ['restricted', (bits & 8) !== 0],
  ]);
}

const isTrue = (value: PhpValue): boolean => (isPhpArray(value) ? value.size > 0 : Boolean(value) && value !== '0');

/** Whether an expiry is one of MediaWiki's words for infinity. */
export const isInfinite = (text: string): boolean => ['infinite', 'indefinite', 'infinity', 'never'].includes(text);

const expiryOf = (value: PhpValue, infinity: string): PhpValue =>
  toText(value) === '' || isInfinite(toText(value)) ? infinity : isoOf(value);

const isoOf = (value: PhpValue): string | false => {
  const timestamp = parseTimestamp(toText(value));
  return timestamp === undefined ? false : isoTimestamp(timestamp);
};
