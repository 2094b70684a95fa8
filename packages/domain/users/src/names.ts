import { isAddress, isAddress4, isAddressOrCidr, sanitizeAddress } from '@wikiquery/addresses';
import { isInvalid, NS, type Site, type Titles, type UserKind, type UserRef, type Users } from '@wikiquery/core';
import { expressionBuilder, sql, startsWith } from '@wikiquery/database';
import type { Expression, SqlBool } from 'kysely';

/** User name rules of a wiki. */
export interface UserNames extends Users {
  /** Whether the name can belong to an account: it is normalized, not an IP address, and not ambiguous as a title. */
  isValid(name: string): boolean;
}

/** Creates the user name rules of a wiki, as MediaWiki applies them to parameters and new accounts. */
export const createUsers = (site: Site, titles: Titles): UserNames => {
  const isTemp = tempPatterns(site);
  const forbidden = new RegExp(`[${(site.general.invalidusernamechars as string).replaceAll(/[\]\\^-]/g, '\\$&')}]`);

  const isValid = (name: string): boolean => {
    if (name === '' || name.includes('/') || Buffer.byteLength(name) > 255 || name !== titles.capitalize(name, NS.USER)) return false;
    if (isAddressLike(name) || isRange(name) || DASHED.test(name) || INVISIBLE.test(name)) return false;
    const title = titles.parse(name);
    return !isInvalid(title) && title.namespace === 0 && title.interwiki === '' && title.dbkey.replaceAll('_', ' ') === name;
  };

  const isUsable = (name: string): boolean => isValid(name) && !RESERVED.has(name);
  const isCreatable = (name: string): boolean => isUsable(name) && !isTemp(name) && !forbidden.test(name) && Buffer.byteLength(name) <= 235;
  const checks = { valid: isValid, usable: isUsable, creatable: isCreatable };

  const canonical: Users['canonical'] = (text, rigor = 'valid') => {
    if (text.includes('#')) return undefined;
    const title = titles.parse(titles.capitalize(text, NS.USER), NS.USER);
    if (isInvalid(title) || title.namespace !== NS.USER || title.interwiki !== '') return undefined;
    const name = title.dbkey.replaceAll('_', ' ');
    return checks[rigor](name) ? name : undefined;
  };

  /** Reads an IP address or a range, with or without the prefix of the User namespace. */
  const readAddress = (text: string): UserRef | undefined => {
    const inUser = [text, `${site.namespaces.get(NS.USER)?.canonical ?? 'User'}:${text}`]
      .map(candidate => titles.local(candidate))
      .find(title => title?.namespace === NS.USER);
    if (inUser === undefined) return undefined;
    const name = inUser.dbkey.replaceAll('_', ' ');
    if (isAddress(name) || CLOAKED.test(name)) return { kind: 'ip', name: sanitizeAddress(name) };
    return isRange(name) ? { kind: 'cidr', name: sanitizeAddress(name) } : undefined;
  };

  const classify = (text: string): UserRef | undefined => {
    const id = /^#(\d+)$/.exec(text)?.[1];
    if (id !== undefined) return { kind: 'id', name: '', id: Number(id) };
    if (text.includes('>')) return text.includes('#') ? undefined : { kind: 'interwiki', name: text };
    const name = canonical(text);
    if (name !== undefined) return { kind: isTemp(text) ? 'temp' : 'name', name };
    return text.includes('#') ? undefined : readAddress(text);
  };

  return {
    read: (text: string, kinds: readonly UserKind[]) => {
      const user = classify(text);
      return user !== undefined && kinds.includes(user.kind) ? user : undefined;
    },
    canonical,
    isValid,
    isTemp,
  };
};

/** Whether a name is an IP address or looks like one: `300.1.2.3`, or `1.2.3.xxx` in very old edits. */
export const isAddressLike = (name: string): boolean => isAddress(name) || ADDRESS_LIKE.test(name);

const isRange = (text: string): boolean => {
  if (isAddressOrCidr(text)) return !isAddress(text);
  const ends = text.split(/ ?- ?/);
  return ends.length === 2 && (ends.every(isAddress4) || ends.every(end => end.includes(':') && isAddress(end)));
};

/** Returns the prefixes and suffixes of temporary account names. */
const tempForms = (site: Site): [prefix: string, suffix?: string][] => {
  const { matchPatterns = [] } = (site.info.autocreatetempuser ?? {}) as { matchPatterns?: readonly string[] };
  return matchPatterns.map(pattern => pattern.split('$1', 2) as [prefix: string, suffix?: string]);
};

const tempPatterns = (site: Site): ((name: string) => boolean) => {
  const patterns = tempForms(site);
  return name =>
    patterns.some(
      ([prefix, suffix = '']) => name.length >= prefix.length + suffix.length && name.startsWith(prefix) && name.endsWith(suffix),
    );
};

/** Condition that matches the names of temporary accounts. Undefined for wikis without temporary accounts. */
export const isTemporaryName = (site: Site, column: string): Expression<SqlBool> | undefined => {
  const forms = tempForms(site);
  if (forms.length === 0) return undefined;
  const eb = expressionBuilder();
  const name = sql.ref<string>(column);
  // With parentheses, a negation applies to the whole condition.
  return eb.parens(
    eb.or(
      forms.map(([prefix, suffix = '']) =>
        // Lengths are in bytes or in characters, depending on the database, but equally on both sides.
        suffix === ''
          ? startsWith(column, prefix)
          : eb.and([
              startsWith(column, prefix),
              sql<SqlBool>`length(${name}) >= length(${prefix + suffix})`,
              sql<SqlBool>`substr(${name}, length(${name}) - length(${suffix}) + 1) = ${suffix}`,
            ]),
      ),
    ),
  );
};

const ADDRESS_LIKE = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.(?:xxx|\d{1,3})$/;
const DASHED = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.(?:xxx|\d{1,3})-\d{1,3}\.\d{1,3}\.\d{1,3}\.(?:xxx|\d{1,3})$/;
const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|0?\\d?\\d)';
const CLOAKED = new RegExp(`^${BYTE}\\.${BYTE}\\.${BYTE}\\.xxx$`);
// Control characters, unusual spaces, direction marks and private-use characters, which make names confusable.
const INVISIBLE = /[\u0080-\u009f\u00a0\u2000-\u200f\u2028-\u202f\u3000\ue000-\uf8ff]/;

/** Names that MediaWiki itself uses (`$wgReservedUsernames`). */
const RESERVED = new Set([
  'MediaWiki default',
  'Conversion script',
  'Maintenance script',
  'Template namespace initialisation script',
  'ScriptImporter',
  'Delete page script',
  'Move page script',
  'Command line script',
  'Unknown user',
  'Redirect fixer',
  'System messenger',
  'Proxy blocker',
  'DNSBL',
  'MediaWiki spam cleanup',
  'MediaWiki automatic change',
]);
