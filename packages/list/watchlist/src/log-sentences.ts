import { type Timestamp, type Title, timestampMillis, toTimestamp } from '@wikiquery/core';
import { escapeSpecialChars } from '@wikiquery/html';
import { isInfinite, momentOf } from '@wikiquery/logs';
import { partsBetween } from '@wikiquery/messages';
import { isPhpArray, type PhpArray, type PhpValue, toText } from '@wikiquery/text-storage';
import type { MessageWriter } from './message-writer.ts';

export interface LogSentenceEntry {
  readonly type: string;
  readonly action: string;
  readonly timestamp: Timestamp;
  /** Name of the performer; empty if it is hidden. */
  readonly performer: string;
  readonly target: Title;
  /** Stored parameters with keys such as `4::target`, or numeric keys in old entries. */
  readonly stored: PhpArray;
}

/** Builds the sentence of a log entry from `logentry-TYPE-ACTION`, with the performer, the target and further parameters. */
export function sentenceOf(entry: LogSentenceEntry, performer: string, writer: MessageWriter): string {
  const { type, action, target } = entry;
  const describe = DESCRIPTIONS[`${type}/${action}`];
  if (!describe) {
    const unknown = writer.say('log-unknown-action', writer.link(target), `${type}/${action}`);
    return `${performer}${writer.say('word-separator')}${unknown.replaceAll(/\[\[|\]\]/g, '')}`;
  }
  const values = positional(entry, writer);
  const {
    key = `logentry-${type}-${action}`,
    variant = '',
    third = writer.link(target),
    rest = values.map(value => toText(value ?? '')),
  } = describe(values, entry, writer);
  return writer.say(key + variant, performer, entry.performer, third, ...rest);
}

interface SentenceParts {
  /** Message key that replaces `logentry-TYPE-ACTION`. `variant` is appended to the key. */
  readonly key?: string;
  readonly variant?: string;
  /** Parameter `$3`. Default: a link to the target. */
  readonly third?: string;
  /** Parameters from `$4` onward. Default: the parameters of the entry. */
  readonly rest?: readonly string[];
}

/** Returns the parts of a sentence. `values` are the parameters of the entry from `$4` onward. */
type Describe = (values: readonly (PhpValue | undefined)[], entry: LogSentenceEntry, writer: MessageWriter) => SentenceParts;

const PLAIN: Describe = () => ({});
const NO_REDIRECT = { query: 'redirect=no' };

/** Describes a change to the visibility of revisions or log entries. */
const visibility: Describe = (values, { action }, writer) => {
  const [ids, before, after] = action === 'event' ? values : values.slice(1);
  const isComplete = action === 'event' ? values.length === 3 : values.length === 4 && HIDEABLE.has(toText(values[0] ?? ''));
  if (!isComplete) return { variant: '-legacy', rest: [] };
  const [old, now] = [bitsOf(before), bitsOf(after)];
  const changed = PARTS.filter(({ bit }) => (old ^ now) & bit);
  const hid = changed.filter(({ bit, part }) => part && now & bit).map(({ part }) => writer.say(`revdelete-${part}-hid`));
  const shown = changed.filter(({ bit, part }) => part && !(now & bit)).map(({ part }) => writer.say(`revdelete-${part}-unhid`));
  const restricted = changed.some(({ part }) => !part)
    ? [writer.say(now & RESTRICTED ? 'revdelete-restricted' : 'revdelete-unrestricted')]
    : [];
  const count = isPhpArray(ids) ? ids.size : toText(ids ?? '').split(',').length;
  return { rest: [writer.list([...hid, ...shown, ...restricted]), writer.number(count)] };
};

const HIDEABLE = new Set(['revision', 'archive', 'oldimage', 'filearchive']);
const RESTRICTED = 8;
const PARTS = [
  { bit: 1, part: 'content' },
  { bit: 2, part: 'summary' },
  { bit: 4, part: 'uname' },
  { bit: RESTRICTED, part: '' },
];

/** Parses visibility bits. Old entries contain them in the form `ofield=4`. */
const bitsOf = (value: PhpValue | undefined): number => Number.parseInt(toText(value ?? '').replace(/^.field=/, ''), 10) || 0;

const restored: Describe = (_values, { stored }, writer) => {
  const counts = stored.get(':assoc:count');
  if (!isPhpArray(counts)) return { variant: '-nocount', rest: [] };
  const parts = [...counts].filter(([, count]) => Number(count) > 0);
  return { rest: [writer.list(parts.map(([kind, count]) => writer.say(`restore-count-${kind}`, writer.number(Number(count)))))] };
};

const moved: Describe = ([to, noRedirect], { target }, writer) => ({
  variant: toText(noRedirect ?? '') === '1' ? '-noredirect' : '',
  third: writer.link(target, NO_REDIRECT),
  rest: [writer.linkTo(toText(to ?? ''))],
});

const protectedPage: Describe = ([description, cascade], { stored }, writer) => {
  const details = stored.get('details');
  const old = description === undefined ? '' : writer.direction() + toText(description);
  return {
    variant: cascade && cascade !== '0' ? '-cascade' : '',
    rest: [isPhpArray(details) ? protections(details, writer) : old],
  };
};

function protections(details: PhpArray, writer: MessageWriter): string {
  const parts = [...details.values()].filter(isPhpArray).map(detail => {
    const [type, level, expiry] = ['type', 'level', 'expiry'].map(name => toText(detail.get(name) ?? ''));
    const allowed = writer.find(`protect-level-${level}`) ?? writer.say('protect-fallback', level ?? '');
    const end = isInfinite(expiry ?? '')
      ? writer.say('protect-expiry-indefinite')
      : writer.say('protect-expiring-local', ...writer.moment(expiry ?? ''));
    return writer.say('protect-summary-desc', writer.say(`restriction-${type}`), allowed, end);
  });
  return parts.join(writer.say('word-separator'));
}

const movedProtection: Describe = ([from], _entry, writer) => ({ rest: [writer.linkTo(toText(from ?? ''), NO_REDIRECT)] });

const imported: Describe = values => ({ variant: values[0] === undefined ? '' : '-details' });

/** Describes a page merge. `merge-into` entries are about the destination. `$7` is the time of the first merged revision. */
const merged: Describe = ([other, until, , since], { action, target }, writer) => {
  const isInto = action === 'merge-into';
  const from = since === undefined || since === null ? '' : writer.moment(toText(since))[0];
  const named = toText(other ?? '');
  return {
    variant: from === '' ? '' : '-partial',
    third: isInto ? writer.link(target) : writer.link(target, NO_REDIRECT),
    rest: [isInto ? writer.linkTo(named, NO_REDIRECT) : writer.linkTo(named), writer.moment(toText(until ?? ''))[0], '', from],
  };
};

const remodelled: Describe = (values, _entry, writer) => ({
  rest: values.slice(0, 2).map(model => writer.find(`content-model-${toText(model ?? '').toLowerCase()}`) ?? toText(model ?? '')),
});

/** Describes a change of the page language. `en[def]` represents the content language. */
const translated: Describe = (values, _entry, writer) => ({
  rest: values.slice(0, 2).map(value => {
    const [, code = '', usual] = /^(.+?)(\[.*)?$/.exec(toText(value ?? '')) ?? [];
    return `${writer.language(code)} (${code})${usual ? ` [${writer.say('default')}]` : ''}`;
  }),
});

const regrouped: Describe = ([before, after], { action, performer, target, stored }, writer) => {
  const third = writer.link(target, { html: escapeSpecialChars(writer.name(target)) });
  if (before === undefined && after === undefined) return { variant: '-legacy', third, rest: [] };
  const user = writer.name(target);
  const membersOf = (groups: PhpValue | undefined, details: PhpValue | undefined) => {
    const known = isPhpArray(details) ? details : new Map<number, PhpValue>();
    const ends = [...listOf(groups).entries()].map(([at, group]) => {
      const membership = known.get(at);
      const end = isPhpArray(membership) ? toText(membership.get('expiry') ?? '') : '';
      return [writer.find(`group-${group}-member`, user) ?? group, end] as const;
    });
    return new Map(ends);
  };
  const [old, now] = [membersOf(before, stored.get('oldmetadata')), membersOf(after, stored.get('newmetadata'))];
  const all = (members: Memberships) => (members.size === 0 ? writer.say('rightsnone') : describeMembers(members, writer));
  const prefix = `logentry-rights-${action === 'autopromote' ? action : 'rights'}`;
  const changes = membershipChanges(old, now, writer).map(([kind, text]) => writer.say(`${prefix}-${kind}`, text, performer, user));
  return { third, rest: [all(old), all(now), user, changes.join(writer.say('semicolon-separator'))] };
};

/** Expiry of memberships by member name; an empty string for permanent memberships. */
type Memberships = ReadonlyMap<string, string>;

/** Lists memberships, with temporary memberships first. */
function describeMembers(members: Memberships, writer: MessageWriter): string {
  const parts = (ends: boolean) => [...members].filter(([, end]) => (end !== '') === ends);
  const temporary = parts(true).map(([name, end]) => writer.say('rightslogentry-temporary-group', name, ...writer.moment(end)));
  return writer.list([...temporary, ...parts(false).map(([name]) => name)]);
}

function membershipChanges(old: Memberships, now: Memberships, writer: MessageWriter): (readonly [kind: string, text: string])[] {
  const among = (members: Memberships, matches: (name: string, end: string) => boolean) =>
    new Map([...members].filter(([name, end]) => matches(name, end)));
  const moved = among(old, (name, end) => now.has(name) && now.get(name) !== end);
  const prolonged = [...moved].map(([name, from]) => {
    const to = now.get(name) ?? '';
    if (to === '') return writer.say('rightslogentry-expiry-removed', name, ...writer.moment(from));
    if (from === '') return writer.say('rightslogentry-expiry-set', name, ...writer.moment(to));
    return writer.say('rightslogentry-expiry-changed', name, ...writer.moment(to), ...writer.moment(from));
  });
  const parts = {
    granted: describeMembers(
      among(now, name => !old.has(name)),
      writer,
    ),
    revoked: describeMembers(
      among(old, name => !now.has(name)),
      writer,
    ),
    'expiry-changed': writer.list(prolonged),
    kept: describeMembers(
      among(old, (name, end) => now.get(name) === end),
      writer,
    ),
  };
  return Object.entries(parts).filter(([, text]) => text !== '');
}

/** Parses a list of names, which old entries contain as a comma-separated string. */
function listOf(value: PhpValue | undefined): string[] {
  if (isPhpArray(value)) return [...value.values()].map(toText);
  return value === undefined || value === null || value === ''
    ? []
    : toText(value)
        .split(',')
        .map(name => name.trim());
}

const registered: Describe = (_values, { target }, writer) => ({
  third: writer.userLink(writer.name(target)),
  rest: [writer.name(target)],
});

const renamed: Describe = (values, { target }, writer) => {
  const [first, second, edits] = values;
  if (first === undefined) return { variant: '-legaciest', rest: [] };
  const [from, to] = second === undefined ? [writer.name(target), toText(first)] : [toText(first), toText(second)];
  const links = [
    writer.linkTo(`User:${from}`, { html: escapeSpecialChars(from), ...NO_REDIRECT }),
    writer.linkTo(`User:${to}`, { html: escapeSpecialChars(to) }),
  ];
  return { variant: edits === undefined ? '-legacier' : '', rest: [...links, edits === undefined ? '' : writer.number(Number(edits)), to] };
};

const retagged: Describe = (values, { target, stored }, writer) => {
  const [revision, entry, ...tags] = values.map(value => toText(value ?? ''));
  const counted = (key: string) => Number(stored.get(key) ?? 0) > 0;
  const done = !counted('9:number:tagsRemovedCount') ? '-add' : counted('7:number:tagsAddedCount') ? '' : '-remove';
  const isRevision = revision !== undefined && revision !== '' && revision !== '0';
  const link = isRevision
    ? writer.link(target, {
        html: escapeSpecialChars(revision),
        query: `oldid=${encodeURIComponent(revision)}&diff=prev`,
        onlyExisting: true,
      })
    : writer.linkSpecial('Log', { html: escapeSpecialChars(entry ?? ''), query: `logid=${encodeURIComponent(entry ?? '')}` });
  return {
    variant: `${done}-${isRevision ? 'revision' : 'logentry'}`,
    rest: isRevision ? [link, entry ?? '', ...tags] : ['', link, ...tags],
  };
};

const patrolled: Describe = ([revision, , auto], { target }, writer) => {
  const id = toText(revision ?? '');
  const isAuto = toText(auto ?? '') !== '' && toText(auto ?? '') !== '0';
  return {
    key: isAuto ? 'logentry-patrol-patrol-auto' : 'logentry-patrol-patrol',
    rest: [writer.link(target, { html: escapeSpecialChars(id), query: `oldid=${encodeURIComponent(id)}&diff=prev`, onlyExisting: true })],
  };
};

/** Describes a block. `$4` is the user name for gender forms; the parameters of the entry follow. */
const blocked: Describe = (values, { type, action, timestamp, target, stored }, writer) => {
  const name = writer.name(target);
  const isAutoblock = name.startsWith('#');
  const whom = { third: isAutoblock ? name : writer.userLink(name) };
  const gender = isAutoblock ? '' : name;
  if (action === 'unblock') return { ...whom, rest: [gender] };
  const isLegacy = stored.has(0);
  const [duration, flags, restrictions] = isLegacy ? values : values.slice(1);
  const span = toText(duration ?? 'infinity');
  const text = `${writer.raw(`<span class="blockExpiry" title="&lrm;${escapeSpecialChars(span)}">`)}${blockEnd(span, timestamp, writer)}${writer.raw('</span>')}`;
  const parts = { ...whom, rest: [gender, text, blockFlags(toText(flags ?? ''), writer)] };
  if ((stored.get('sitewide') ?? true) !== false) return parts;
  if (!isPhpArray(restrictions)) return { ...parts, key: `logentry-non-editing-${type}-${action}` };
  return { ...parts, key: `logentry-partial${type}-${action}`, rest: [...parts.rest, blockRestrictions(restrictions, writer)] };
};

function blockFlags(flags: string, writer: MessageWriter): string {
  if (flags.trim() === '') return '';
  const parts = flags
    .trim()
    .split(',')
    .map(flag => writer.find(`block-log-flags-${flag}`) ?? flag);
  return writer.say('parentheses', parts.join(writer.say('comma-separator')));
}

function blockRestrictions(restrictions: PhpArray, writer: MessageWriter): string {
  const of = (kind: string) => listOf(restrictions.get(kind));
  const kinds = [
    ['page', of('pages').map(page => writer.linkTo(page))],
    [
      'ns',
      of('namespaces').map(id =>
        writer.linkSpecial('Allpages', {
          html: escapeSpecialChars(writer.namespace(Number(id))),
          query: `namespace=${encodeURIComponent(id)}`,
        }),
      ),
    ],
    ['action', of('actions').map(action => writer.say(`ipb-action-${action}`))],
  ] as const;
  const parts = kinds.filter(([, items]) => items.length > 0);
  return writer.list(
    parts.map(([kind, items]) => writer.say(`logentry-partialblock-block-${kind}`, writer.number(items.length), writer.list(items))),
  );
}

/** Describes the end of a block by its label in the message `ipboptions`, or else by a duration or a time. */
function blockEnd(span: string, from: Timestamp, writer: MessageWriter): string {
  const options = writer
    .say('ipboptions')
    .split(',')
    .map(option => option.split(':').map(part => part.trim()));
  const offered = options.find(([, value]) => value === span || (isInfinite(span) && isInfinite(value ?? '')));
  if (offered?.[0]) return offered[0];
  const end = momentOf(span, from, writer.timeZone);
  if (end === undefined) return span;
  const later = toTimestamp(new Date(timestampMillis(from) + 1000));
  return momentOf(span, later, writer.timeZone) === end ? writer.moment(end)[0] : timeBetween(from, end, writer);
}

const timeBetween = (one: Timestamp, other: Timestamp, writer: MessageWriter): string =>
  writer.list(partsBetween(one, other).map(([unit, count]) => writer.say(`duration-${unit}`, writer.number(count))));

/** Functions that describe the log entries of MediaWiki core, by type and action. */
const DESCRIPTIONS: Readonly<Record<string, Describe>> = {
  'block/block': blocked,
  'block/reblock': blocked,
  'block/unblock': blocked,
  'contentmodel/change': remodelled,
  'contentmodel/new': remodelled,
  'create/create': PLAIN,
  'delete/delete': PLAIN,
  'delete/delete_redir': PLAIN,
  'delete/delete_redir2': PLAIN,
  'delete/event': visibility,
  'delete/restore': restored,
  'delete/revision': visibility,
  'import/interwiki': imported,
  'import/upload': imported,
  'managetags/activate': PLAIN,
  'managetags/create': PLAIN,
  'managetags/deactivate': PLAIN,
  'managetags/delete': PLAIN,
  'merge/merge': merged,
  'merge/merge-into': merged,
  'move/move': moved,
  'move/move_redir': moved,
  'newusers/autocreate': PLAIN,
  'newusers/byemail': registered,
  'newusers/create': PLAIN,
  'newusers/create2': registered,
  'newusers/newusers': PLAIN,
  'pagelang/pagelang': translated,
  'patrol/autopatrol': patrolled,
  'patrol/patrol': patrolled,
  'protect/modify': protectedPage,
  'protect/move_prot': movedProtection,
  'protect/protect': protectedPage,
  'protect/unprotect': PLAIN,
  'renameuser/renameuser': renamed,
  'rights/autopromote': regrouped,
  'rights/rights': regrouped,
  'suppress/block': blocked,
  'suppress/delete': PLAIN,
  'suppress/event': visibility,
  'suppress/reblock': blocked,
  'suppress/revision': visibility,
  'tag/update': retagged,
  'upload/overwrite': PLAIN,
  'upload/revert': PLAIN,
  'upload/upload': PLAIN,
};

/** Returns the parameters from `$4` onward, formatted as their keys specify. Missing parameters are undefined. */
function positional({ stored }: LogSentenceEntry, writer: MessageWriter): (PhpValue | undefined)[] {
  const values: (PhpValue | undefined)[] = [];
  for (const [key, value] of stored) {
    const [, place, kind = ''] = /^(\d+):([^:]*):/.exec(String(key)) ?? [];
    if (place !== undefined) values[Number(place) - 4] = shownAs(kind.trim().toLowerCase(), value, writer);
    // Old entries have numeric keys.
    else if (typeof key === 'number') values[key] = value;
  }
  return Array.from(values);
}

function shownAs(kind: string, value: PhpValue, writer: MessageWriter): PhpValue {
  switch (kind) {
    case 'list':
      return listOf(value).join(writer.say('comma-separator'));
    case 'msg':
    case 'msg-content':
      return writer.say(toText(value));
    case 'number':
      return writer.number(Number(value));
    case 'user-link':
      return writer.userLink(toText(value));
    case 'title-link':
      return writer.linkTo(toText(value));
    default:
      return value;
  }
}
