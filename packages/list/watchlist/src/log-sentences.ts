import { type Timestamp, type Title, timestampMillis, toTimestamp } from '@wikiquery/core';
import { escapeSpecialChars } from '@wikiquery/html';
import { isInfinite, momentOf } from '@wikiquery/logs';
import { partsBetween } from '@wikiquery/messages';
import { isPhpArray, type PhpArray, type PhpValue, toText } from '@wikiquery/text-storage';
import type { Speech } from './speech.ts';

export interface LogSentenceEntry {
  readonly type: string;
  readonly action: string;
  readonly timestamp: Timestamp;
  /** Empty where it is hidden. */
  readonly performer: string;
  readonly target: Title;
  /** Parameters as they are stored: under keys like `4::target`, in old entries by number. */
  readonly stored: PhpArray;
}

/**
 * The sentence of a log entry: the message `logentry-TYPE-ACTION` with the performer (as it is shown, and by name), the target, and what the kind of
 * entry adds.
 */
export function sentenceOf(entry: LogSentenceEntry, performer: string, speech: Speech): string {
  const { type, action, target } = entry;
  const tell = TOLD[`${type}/${action}`];
  if (!tell) {
    const unknown = speech.say('log-unknown-action', speech.link(target), `${type}/${action}`);
    return `${performer}${speech.say('word-separator')}${unknown.replaceAll(/\[\[|\]\]/g, '')}`;
  }
  const values = positional(entry, speech);
  const {
    key = `logentry-${type}-${action}`,
    variant = '',
    third = speech.link(target),
    rest = values.map(value => toText(value ?? '')),
  } = tell(values, entry, speech);
  return speech.say(key + variant, performer, entry.performer, third, ...rest);
}

interface Told {
  /** Another message than usual, or an ending of the usual one's key. */
  readonly key?: string;
  readonly variant?: string;
  /** `$3`; a link to the target when left out. */
  readonly third?: string;
  /** `$4` and so on; the parameters of the entry when left out. */
  readonly rest?: readonly string[];
}

/** Takes the parameters from `$4` on. */
type Tell = (values: readonly (PhpValue | undefined)[], entry: LogSentenceEntry, speech: Speech) => Told;

const AS_IT_IS: Tell = () => ({});
const NO_REDIRECT = { query: 'redirect=no' };

/** Revisions or log entries were hidden or shown. */
const visibility: Tell = (values, { action }, speech) => {
  const [ids, before, after] = action === 'event' ? values : values.slice(1);
  const isComplete = action === 'event' ? values.length === 3 : values.length === 4 && HIDEABLE.has(toText(values[0] ?? ''));
  if (!isComplete) return { variant: '-legacy', rest: [] };
  const [old, now] = [bitsOf(before), bitsOf(after)];
  const changed = PARTS.filter(({ bit }) => (old ^ now) & bit);
  const hid = changed.filter(({ bit, part }) => part && now & bit).map(({ part }) => speech.say(`revdelete-${part}-hid`));
  const shown = changed.filter(({ bit, part }) => part && !(now & bit)).map(({ part }) => speech.say(`revdelete-${part}-unhid`));
  const restricted = changed.some(({ part }) => !part)
    ? [speech.say(now & RESTRICTED ? 'revdelete-restricted' : 'revdelete-unrestricted')]
    : [];
  const count = isPhpArray(ids) ? ids.size : toText(ids ?? '').split(',').length;
  return { rest: [speech.list([...hid, ...shown, ...restricted]), speech.number(count)] };
};

const HIDEABLE = new Set(['revision', 'archive', 'oldimage', 'filearchive']);
const RESTRICTED = 8;
const PARTS = [
  { bit: 1, part: 'content' },
  { bit: 2, part: 'summary' },
  { bit: 4, part: 'uname' },
  { bit: RESTRICTED, part: '' },
];

/** Old entries write `ofield=4`. */
const bitsOf = (value: PhpValue | undefined): number => Number.parseInt(toText(value ?? '').replace(/^.field=/, ''), 10) || 0;

const restored: Tell = (_values, { stored }, speech) => {
  const counts = stored.get(':assoc:count');
  if (!isPhpArray(counts)) return { variant: '-nocount', rest: [] };
  const told = [...counts].filter(([, count]) => Number(count) > 0);
  return { rest: [speech.list(told.map(([kind, count]) => speech.say(`restore-count-${kind}`, speech.number(Number(count)))))] };
};

const moved: Tell = ([to, noRedirect], { target }, speech) => ({
  variant: toText(noRedirect ?? '') === '1' ? '-noredirect' : '',
  third: speech.link(target, NO_REDIRECT),
  rest: [speech.linkTo(toText(to ?? ''))],
});

const protectedPage: Tell = ([description, cascade], { stored }, speech) => {
  const details = stored.get('details');
  const old = description === undefined ? '' : speech.direction() + toText(description);
  return {
    variant: cascade && cascade !== '0' ? '-cascade' : '',
    rest: [isPhpArray(details) ? protections(details, speech) : old],
  };
};

function protections(details: PhpArray, speech: Speech): string {
  const told = [...details.values()].filter(isPhpArray).map(detail => {
    const [type, level, expiry] = ['type', 'level', 'expiry'].map(name => toText(detail.get(name) ?? ''));
    const allowed = speech.find(`protect-level-${level}`) ?? speech.say('protect-fallback', level ?? '');
    const end = isInfinite(expiry ?? '')
      ? speech.say('protect-expiry-indefinite')
      : speech.say('protect-expiring-local', ...speech.moment(expiry ?? ''));
    return speech.say('protect-summary-desc', speech.say(`restriction-${type}`), allowed, end);
  });
  return told.join(speech.say('word-separator'));
}

const movedProtection: Tell = ([from], _entry, speech) => ({ rest: [speech.linkTo(toText(from ?? ''), NO_REDIRECT)] });

const imported: Tell = values => ({ variant: values[0] === undefined ? '' : '-details' });

/** Revisions went into another page, of which that one may have an entry of its own; with `$7` only those since then. */
const merged: Tell = ([other, until, , since], { action, target }, speech) => {
  const isInto = action === 'merge-into';
  const from = since === undefined || since === null ? '' : speech.moment(toText(since))[0];
  const named = toText(other ?? '');
  return {
    variant: from === '' ? '' : '-partial',
    third: isInto ? speech.link(target) : speech.link(target, NO_REDIRECT),
    rest: [isInto ? speech.linkTo(named, NO_REDIRECT) : speech.linkTo(named), speech.moment(toText(until ?? ''))[0], '', from],
  };
};

const remodelled: Tell = (values, _entry, speech) => ({
  rest: values.slice(0, 2).map(model => speech.find(`content-model-${toText(model ?? '').toLowerCase()}`) ?? toText(model ?? '')),
});

/** `en[def]` is the language of the wiki. */
const translated: Tell = (values, _entry, speech) => ({
  rest: values.slice(0, 2).map(value => {
    const [, code = '', usual] = /^(.+?)(\[.*)?$/.exec(toText(value ?? '')) ?? [];
    return `${speech.language(code)} (${code})${usual ? ` [${speech.say('default')}]` : ''}`;
  }),
});

const regrouped: Tell = ([before, after], { action, performer, target, stored }, speech) => {
  const third = speech.link(target, { html: escapeSpecialChars(speech.name(target)) });
  if (before === undefined && after === undefined) return { variant: '-legacy', third, rest: [] };
  const user = speech.name(target);
  const membersOf = (groups: PhpValue | undefined, details: PhpValue | undefined) => {
    const known = isPhpArray(details) ? details : new Map<number, PhpValue>();
    const ends = [...listOf(groups).entries()].map(([at, group]) => {
      const membership = known.get(at);
      const end = isPhpArray(membership) ? toText(membership.get('expiry') ?? '') : '';
      return [speech.find(`group-${group}-member`, user) ?? group, end] as const;
    });
    return new Map(ends);
  };
  const [old, now] = [membersOf(before, stored.get('oldmetadata')), membersOf(after, stored.get('newmetadata'))];
  const all = (members: Memberships) => (members.size === 0 ? speech.say('rightsnone') : tellMembers(members, speech));
  const prefix = `logentry-rights-${action === 'autopromote' ? action : 'rights'}`;
  const changes = membershipChanges(old, now, speech).map(([kind, text]) => speech.say(`${prefix}-${kind}`, text, performer, user));
  return { third, rest: [all(old), all(now), user, changes.join(speech.say('semicolon-separator'))] };
};

/** Names of members to when they end, which is empty where they do not. */
type Memberships = ReadonlyMap<string, string>;

/** Those that end come first. */
function tellMembers(members: Memberships, speech: Speech): string {
  const told = (ends: boolean) => [...members].filter(([, end]) => (end !== '') === ends);
  const temporary = told(true).map(([name, end]) => speech.say('rightslogentry-temporary-group', name, ...speech.moment(end)));
  return speech.list([...temporary, ...told(false).map(([name]) => name)]);
}

function membershipChanges(old: Memberships, now: Memberships, speech: Speech): (readonly [kind: string, text: string])[] {
  const among = (members: Memberships, wanted: (name: string, end: string) => boolean) =>
    new Map([...members].filter(([name, end]) => wanted(name, end)));
  const moved = among(old, (name, end) => now.has(name) && now.get(name) !== end);
  const prolonged = [...moved].map(([name, from]) => {
    const to = now.get(name) ?? '';
    if (to === '') return speech.say('rightslogentry-expiry-removed', name, ...speech.moment(from));
    if (from === '') return speech.say('rightslogentry-expiry-set', name, ...speech.moment(to));
    return speech.say('rightslogentry-expiry-changed', name, ...speech.moment(to), ...speech.moment(from));
  });
  const told = {
    granted: tellMembers(
      among(now, name => !old.has(name)),
      speech,
    ),
    revoked: tellMembers(
      among(old, name => !now.has(name)),
      speech,
    ),
    'expiry-changed': speech.list(prolonged),
    kept: tellMembers(
      among(old, (name, end) => now.get(name) === end),
      speech,
    ),
  };
  return Object.entries(told).filter(([, text]) => text !== '');
}

/** Old entries have the names in one text. */
function listOf(value: PhpValue | undefined): string[] {
  if (isPhpArray(value)) return [...value.values()].map(toText);
  return value === undefined || value === null || value === ''
    ? []
    : toText(value)
        .split(',')
        .map(name => name.trim());
}

const registered: Tell = (_values, { target }, speech) => ({ third: speech.userLink(speech.name(target)), rest: [speech.name(target)] });

const renamed: Tell = (values, { target }, speech) => {
  const [first, second, edits] = values;
  if (first === undefined) return { variant: '-legaciest', rest: [] };
  const [from, to] = second === undefined ? [speech.name(target), toText(first)] : [toText(first), toText(second)];
  const links = [
    speech.linkTo(`User:${from}`, { html: escapeSpecialChars(from), ...NO_REDIRECT }),
    speech.linkTo(`User:${to}`, { html: escapeSpecialChars(to) }),
  ];
  return { variant: edits === undefined ? '-legacier' : '', rest: [...links, edits === undefined ? '' : speech.number(Number(edits)), to] };
};

const retagged: Tell = (values, { target, stored }, speech) => {
  const [revision, entry, ...tags] = values.map(value => toText(value ?? ''));
  const counted = (key: string) => Number(stored.get(key) ?? 0) > 0;
  const done = !counted('9:number:tagsRemovedCount') ? '-add' : counted('7:number:tagsAddedCount') ? '' : '-remove';
  const isRevision = revision !== undefined && revision !== '' && revision !== '0';
  const link = isRevision
    ? speech.link(target, {
        html: escapeSpecialChars(revision),
        query: `oldid=${encodeURIComponent(revision)}&diff=prev`,
        onlyExisting: true,
      })
    : speech.linkSpecial('Log', { html: escapeSpecialChars(entry ?? ''), query: `logid=${encodeURIComponent(entry ?? '')}` });
  return {
    variant: `${done}-${isRevision ? 'revision' : 'logentry'}`,
    rest: isRevision ? [link, entry ?? '', ...tags] : ['', link, ...tags],
  };
};

const patrolled: Tell = ([revision, , auto], { target }, speech) => {
  const id = toText(revision ?? '');
  const isAuto = toText(auto ?? '') !== '' && toText(auto ?? '') !== '0';
  return {
    key: isAuto ? 'logentry-patrol-patrol-auto' : 'logentry-patrol-patrol',
    rest: [speech.link(target, { html: escapeSpecialChars(id), query: `oldid=${encodeURIComponent(id)}&diff=prev`, onlyExisting: true })],
  };
};

/** `$4` is the user again, for the gender; what else there is stands behind. */
const blocked: Tell = (values, { type, action, timestamp, target, stored }, speech) => {
  const name = speech.name(target);
  const isAutoblock = name.startsWith('#');
  const whom = { third: isAutoblock ? name : speech.userLink(name) };
  const gender = isAutoblock ? '' : name;
  if (action === 'unblock') return { ...whom, rest: [gender] };
  const isLegacy = stored.has(0);
  const [duration, flags, restrictions] = isLegacy ? values : values.slice(1);
  const span = toText(duration ?? 'infinity');
  const text = `${speech.raw(`<span class="blockExpiry" title="&lrm;${escapeSpecialChars(span)}">`)}${blockEnd(span, timestamp, speech)}${speech.raw('</span>')}`;
  const told = { ...whom, rest: [gender, text, blockFlags(toText(flags ?? ''), speech)] };
  if ((stored.get('sitewide') ?? true) !== false) return told;
  if (!isPhpArray(restrictions)) return { ...told, key: `logentry-non-editing-${type}-${action}` };
  return { ...told, key: `logentry-partial${type}-${action}`, rest: [...told.rest, blockRestrictions(restrictions, speech)] };
};

function blockFlags(flags: string, speech: Speech): string {
  if (flags.trim() === '') return '';
  const told = flags
    .trim()
    .split(',')
    .map(flag => speech.find(`block-log-flags-${flag}`) ?? flag);
  return speech.say('parentheses', told.join(speech.say('comma-separator')));
}

function blockRestrictions(restrictions: PhpArray, speech: Speech): string {
  const of = (kind: string) => listOf(restrictions.get(kind));
  const kinds = [
    ['page', of('pages').map(page => speech.linkTo(page))],
    [
      'ns',
      of('namespaces').map(id =>
        speech.linkSpecial('Allpages', {
          html: escapeSpecialChars(speech.namespace(Number(id))),
          query: `namespace=${encodeURIComponent(id)}`,
        }),
      ),
    ],
    ['action', of('actions').map(action => speech.say(`ipb-action-${action}`))],
  ] as const;
  const told = kinds.filter(([, items]) => items.length > 0);
  return speech.list(
    told.map(([kind, items]) => speech.say(`logentry-partialblock-block-${kind}`, speech.number(items.length), speech.list(items))),
  );
}

/** As the form of blocks calls it (`ipboptions`), else as a span or a moment. */
function blockEnd(span: string, from: Timestamp, speech: Speech): string {
  const options = speech
    .say('ipboptions')
    .split(',')
    .map(option => option.split(':').map(part => part.trim()));
  const offered = options.find(([, value]) => value === span || (isInfinite(span) && isInfinite(value ?? '')));
  if (offered?.[0]) return offered[0];
  const end = momentOf(span, from, speech.timeZone);
  if (end === undefined) return span;
  const later = toTimestamp(new Date(timestampMillis(from) + 1000));
  return momentOf(span, later, speech.timeZone) === end ? speech.moment(end)[0] : timeBetween(from, end, speech);
}

const timeBetween = (one: Timestamp, other: Timestamp, speech: Speech): string =>
  speech.list(partsBetween(one, other).map(([unit, count]) => speech.say(`duration-${unit}`, speech.number(count))));

/** MediaWiki's own kinds of log entries. */
const TOLD: Readonly<Record<string, Tell>> = {
  'block/block': blocked,
  'block/reblock': blocked,
  'block/unblock': blocked,
  'contentmodel/change': remodelled,
  'contentmodel/new': remodelled,
  'create/create': AS_IT_IS,
  'delete/delete': AS_IT_IS,
  'delete/delete_redir': AS_IT_IS,
  'delete/delete_redir2': AS_IT_IS,
  'delete/event': visibility,
  'delete/restore': restored,
  'delete/revision': visibility,
  'import/interwiki': imported,
  'import/upload': imported,
  'managetags/activate': AS_IT_IS,
  'managetags/create': AS_IT_IS,
  'managetags/deactivate': AS_IT_IS,
  'managetags/delete': AS_IT_IS,
  'merge/merge': merged,
  'merge/merge-into': merged,
  'move/move': moved,
  'move/move_redir': moved,
  'newusers/autocreate': AS_IT_IS,
  'newusers/byemail': registered,
  'newusers/create': AS_IT_IS,
  'newusers/create2': registered,
  'newusers/newusers': AS_IT_IS,
  'pagelang/pagelang': translated,
  'patrol/autopatrol': patrolled,
  'patrol/patrol': patrolled,
  'protect/modify': protectedPage,
  'protect/move_prot': movedProtection,
  'protect/protect': protectedPage,
  'protect/unprotect': AS_IT_IS,
  'renameuser/renameuser': renamed,
  'rights/autopromote': regrouped,
  'rights/rights': regrouped,
  'suppress/block': blocked,
  'suppress/delete': AS_IT_IS,
  'suppress/event': visibility,
  'suppress/reblock': blocked,
  'suppress/revision': visibility,
  'tag/update': retagged,
  'upload/overwrite': AS_IT_IS,
  'upload/revert': AS_IT_IS,
  'upload/upload': AS_IT_IS,
};

/** The parameters from `$4` on, each in the form that its key asks for; what a key leaves out is missing. */
function positional({ stored }: LogSentenceEntry, speech: Speech): (PhpValue | undefined)[] {
  const values: (PhpValue | undefined)[] = [];
  for (const [key, value] of stored) {
    const [, place, kind = ''] = /^(\d+):([^:]*):/.exec(String(key)) ?? [];
    if (place !== undefined) values[Number(place) - 4] = shownAs(kind.trim().toLowerCase(), value, speech);
    // Old entries have no names.
    else if (typeof key === 'number') values[key] = value;
  }
  return Array.from(values);
}

function shownAs(kind: string, value: PhpValue, speech: Speech): PhpValue {
  switch (kind) {
    case 'list':
      return listOf(value).join(speech.say('comma-separator'));
    case 'msg':
    case 'msg-content':
      return speech.say(toText(value));
    case 'number':
      return speech.number(Number(value));
    case 'user-link':
      return speech.userLink(toText(value));
    case 'title-link':
      return speech.linkTo(toText(value));
    default:
      return value;
  }
}
