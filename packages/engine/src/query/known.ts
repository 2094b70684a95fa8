import type { Env, Site, Title } from '@wikiquery/core';
import { existingFiles } from '@wikiquery/pages';

/** Which titles mean something without having a page: special pages, files, interface messages. */
export interface Known {
  /** The name under which a special page is listed; aliases are replaced by it. */
  specialName(dbkey: string): string;
  specialExists(dbkey: string): boolean;
  /** Ids of the missing titles that exist in another way. */
  withoutPage(env: Env, missing: ReadonlyMap<number, Title>): Promise<number[]>;
}

const FILE = 6;
const MEDIAWIKI = 8;

/** `hasMessage` tells whether a key (lower-case first letter) has a default text. */
export function createKnown(site: Site, hasMessage: (key: string) => boolean): Known {
  const specials = specialPages(site);
  const split = (dbkey: string) => {
    const at = dbkey.indexOf('/');
    return at < 0 ? [dbkey, ''] : [dbkey.slice(0, at), dbkey.slice(at)];
  };
  return {
    specialName(dbkey) {
      const [name, rest] = split(dbkey) as [string, string];
      return (specials.get(name.toLowerCase()) ?? name) + rest;
    },
    specialExists: dbkey => specials.has(split(dbkey)[0]!.toLowerCase()),
    async withoutPage(env, missing) {
      const files = new Map<string, number>();
      const ids: number[] = [];
      for (const [id, { namespace, dbkey }] of missing) {
        if (namespace === FILE) files.set(dbkey, id);
        if (namespace === MEDIAWIKI && hasMessage(messageKey(dbkey))) ids.push(id);
      }
      for (const name of await existingFiles(env.db, [...files.keys()])) ids.push(files.get(name)!);
      return ids;
    },
  };
}

/** The message that a page of the MediaWiki namespace would override; a language subpage belongs to the same one. */
const messageKey = (dbkey: string): string => {
  const name = dbkey.split('/')[0]!;
  return name.slice(0, 1).toLowerCase() + name.slice(1);
};

/** Every alias in lower case to the name that is shown (the first alias). */
function specialPages(site: Site): Map<string, string> {
  const list = site.info['specialpagealiases'] as readonly { realname: string; aliases: readonly string[] }[] | undefined;
  const specials = new Map<string, string>();
  for (const { realname, aliases } of list ?? []) {
    const shown = aliases[0] ?? realname;
    for (const alias of [realname, ...aliases]) specials.set(alias.toLowerCase(), shown);
  }
  return specials;
}
