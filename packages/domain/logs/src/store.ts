import { isoTimestamp, parseTimestamp } from '@wikiquery/core';
import { type Serializable, serializePhp } from '@wikiquery/text-storage';

type Shown = { readonly [field: string]: Serializable };
/** Key of a stored field, and the conversion of its value. Undefined: derived from other fields. Of a title, field `_title` is stored. */
type Stored = readonly [key: string, write?: (value: Serializable) => Serializable] | undefined;

/** Serializes the result of `showLogParams` as MediaWiki stores parameters. `revisionId`: the associated revision, or 0. */
export function storeLogParams({ type, action }: { readonly type: string; readonly action: string }, shown: Shown, revisionId = 0): string {
  const fields: Readonly<Record<string, Stored>> = { ...FIELDS.get(type), ...FIELDS.get(`${type}/${action}`) };
  const stored: Record<string, Serializable> = {};
  let number = 4;
  for (const [field, value] of Object.entries(shown)) {
    const name = nameOf(field, shown);
    if (name === undefined) continue;
    if (Object.hasOwn(fields, name)) {
      const [key, write] = fields[name] ?? [];
      if (key !== undefined) stored[key] = write ? write(value) : value;
    } else if (/^\d+$/.test(name)) stored[name] = value;
    else if (name === field) stored[`${number++}::${name}`] = value;
    else
      stored[`${number++}:title:${name}`] =
        shown[`${name}_ns`] === -1 && typeof value === 'string' ? value.replace(/^[^:]*:Badtitle\//, '') : value;
  }
  if (revisionId > 0) stored.associated_rev_id = revisionId;
  return serializePhp(stored);
}

function nameOf(field: string, shown: Shown): string | undefined {
  const title = /^(.+)_(ns|title)$/s.exec(field);
  if (!title || !Object.hasOwn(shown, `${title[1]}_ns`) || !Object.hasOwn(shown, `${title[1]}_title`)) return field;
  return title[2] === 'title' ? title[1] : undefined;
}

/** Converts ISO timestamps to MediaWiki's format. Returns other values, such as `infinite`, unchanged. */
const time = (value: Serializable): Serializable => {
  const digits = typeof value === 'string' ? parseTimestamp(value) : undefined;
  return digits === undefined || typeof value !== 'string' || isoTimestamp(digits) !== value ? value : digits;
};
const expiry = (value: Serializable): Serializable => (value === 'infinite' ? 'infinity' : time(value));
const flag = (value: Serializable): Serializable => (value === true ? '1' : '0');
const each =
  (write: (item: Record<string, Serializable>) => Serializable) =>
  (value: Serializable): Serializable =>
    Array.isArray(value) ? value.map(item => write(item as Record<string, Serializable>)) : value;
const bits = (value: Serializable): Serializable => (value as { readonly bitmask?: Serializable } | null)?.bitmask ?? 0;

const withExpiry = each(item => ({ ...item, ...('expiry' in item && { expiry: expiry(item.expiry as Serializable) }) }));
const memberships = each(item => {
  const { group: _group, expiry: end = null, ...rest } = item;
  return { ...rest, expiry: end === 'infinity' ? null : time(end) };
});

function restrictions(value: Serializable): Serializable {
  const { pages, ...rest } = value as { readonly [key: string]: Serializable };
  if (!Array.isArray(pages)) return value;
  return { ...rest, pages: pages.map(page => (page as { readonly page_title: string }).page_title) };
}

const BLOCK: Readonly<Record<string, Stored>> = {
  duration: ['5::duration'],
  flags: ['6::flags', value => (Array.isArray(value) ? value.join(',') : value)],
  restrictions: ['7::restrictions', restrictions],
  sitewide: ['sitewide'],
  expiry: undefined,
  'duration-l10n': undefined,
};
const HIDING: Readonly<Record<string, Stored>> = { type: ['4::type'], ids: ['5::ids'], old: ['6::ofield', bits], new: ['7::nfield', bits] };
const HIDING_ENTRIES: Readonly<Record<string, Stored>> = {
  type: undefined,
  ids: ['4::ids'],
  old: ['5::ofield', bits],
  new: ['6::nfield', bits],
};

/** Keys of `log_params` by log type, or by type and action. Parameters that are not listed get a key such as `4::name`. */
const FIELDS: ReadonlyMap<string, Readonly<Record<string, Stored>>> = new Map(
  Object.entries<Readonly<Record<string, Stored>>>({
    block: BLOCK,
    'suppress/block': BLOCK,
    'suppress/reblock': BLOCK,
    'delete/revision': HIDING,
    'suppress/revision': HIDING,
    'delete/event': HIDING_ENTRIES,
    'suppress/event': HIDING_ENTRIES,
    'delete/restore': { count: [':assoc:count'] },
    merge: {
      dest: ['4::dest'],
      src: ['4::src'],
      mergepoint: ['5::mergepoint', time],
      mergerevid: ['6::mergerevid'],
      mergestart: ['7::mergestart', time],
      mergestartid: ['8::mergestartid'],
    },
    move: { target: ['4::target'], suppressredirect: ['5::noredir', flag] },
    newusers: { userid: ['4::userid'] },
    patrol: { curid: ['4::curid'], previd: ['5::previd'], auto: ['6::auto', value => Number(value)] },
    protect: {
      description: ['4::description'],
      cascade: ['5:bool:cascade'],
      details: ['details', withExpiry],
      oldtitle: ['4::oldtitle'],
    },
    renameuser: { olduser: ['4::olduser'], newuser: ['5::newuser'], edits: ['6::edits'] },
    rights: {
      oldgroups: ['4::oldgroups'],
      newgroups: ['5::newgroups'],
      oldmetadata: ['oldmetadata', memberships],
      newmetadata: ['newmetadata', memberships],
    },
    upload: { img_sha1: ['img_sha1'], img_timestamp: ['img_timestamp', time] },
  }),
);
