import { type Actor, type Env, NS, type Site, type Title, type Titles } from '@wikiquery/core';
import { existingFiles, pagesByTitle, redirectTargets } from '@wikiquery/pages';
import { specialPage } from '@wikiquery/titles';

/** Titles that exist without a page: special pages, files, interface messages. */
export interface VirtualTitles {
  /** Replaces an alias of a special page with its name in the content language. Keeps a subpage and an unknown name. */
  specialName(dbkey: string): string;
  specialExists(dbkey: string): boolean;
  /** Returns the target of `Special:MyPage`, `Special:MyTalk` or `Special:MyLanguage/…`; undefined for any other title. */
  specialTarget(title: Title, actor: Actor, titles: Titles): Title | undefined;
  /** Returns the ids of missing titles that exist as files or interface messages. */
  withoutPage(env: Env, missing: Iterable<readonly [id: number, title: Title]>): Promise<number[]>;
}

/** Creates the virtual titles of a wiki. `hasMessage` returns whether a message key (first letter in lower case) has a default text. */
export function createVirtualTitles(site: Site, hasMessage: (key: string) => boolean): VirtualTitles {
  const split = (dbkey: string) => {
    const at = dbkey.indexOf('/');
    return at < 0 ? [dbkey, ''] : [dbkey.slice(0, at), dbkey.slice(at)];
  };
  const languages = new Set(((site.info.languages ?? []) as readonly { readonly code: string }[]).map(({ code }) => code));
  /** Whether a page in the MediaWiki namespace would override a default text. A language subpage belongs to its base message. */
  const hasText = (dbkey: string): boolean => {
    const key = dbkey.slice(0, 1).toLowerCase() + dbkey.slice(1);
    const at = key.lastIndexOf('/');
    const message = at >= 0 && languages.has(key.slice(at + 1)) ? key.slice(0, at) : key;
    const [name = '', language, ...more] = message.split('/');
    // MediaWiki interprets any single subpage as a language, and falls back to English.
    return hasMessage(message) || (!!language && more.length === 0 && hasMessage(name));
  };
  return {
    specialName(dbkey) {
      const [name, rest] = split(dbkey) as [string, string];
      return (specialPage(site, name)?.localName ?? name) + rest;
    },
    specialTarget({ namespace, dbkey }, actor, titles) {
      if (namespace !== NS.SPECIAL) return undefined;
      const [name, rest] = split(dbkey) as [string, string];
      switch (specialPage(site, name)?.realname) {
        case 'Mypage':
          return titles.make(2, actor.name + rest);
        case 'Mytalk':
          return titles.make(3, actor.name + rest);
        case 'MyLanguage':
          return titles.local(rest.slice(1) || ((site.general.mainpage as string | undefined) ?? ''));
        default:
          return undefined;
      }
    },
    specialExists: dbkey => specialPage(site, split(dbkey)[0]!) !== undefined,
    async withoutPage(env, missing) {
      const files = new Map<string, number[]>();
      const ids: number[] = [];
      for (const [id, { namespace, dbkey }] of missing) {
        if (namespace === NS.FILE || namespace === NS.MEDIA) files.set(dbkey, [...(files.get(dbkey) ?? []), id]);
        if (namespace === NS.MEDIAWIKI && hasText(dbkey)) ids.push(id);
      }
      const existing = await existingFiles(env, [...files.keys()]);
      for (const name of existing.keys()) ids.push(...files.get(name)!);
      // A `Media:` title also exists if its file page redirects to an existing file.
      const media = [...missing].filter(([, { namespace, dbkey }]) => namespace === NS.MEDIA && !existing.has(dbkey));
      return media.length === 0 ? ids : [...ids, ...(await throughRedirects(env, media))];
    },
  };
}

/** Returns the ids of those titles whose file page redirects to an existing file. */
async function throughRedirects(env: Env, titles: readonly (readonly [id: number, title: Title])[]): Promise<number[]> {
  const pages = await pagesByTitle(
    env.db,
    titles.map(([, { dbkey }]) => ({ namespace: NS.FILE, dbkey })),
  );
  const sources = new Map(pages.filter(page => page.isRedirect).map(page => [page.id, page.dbkey]));
  if (sources.size === 0) return [];
  const links = (await redirectTargets(env.db, [...sources.keys()])).filter(
    ({ namespace, interwiki }) => namespace === NS.FILE && interwiki === '',
  );
  const files = await existingFiles(
    { db: env.db },
    links.map(({ dbkey }) => dbkey),
  );
  const found = new Set(links.flatMap(({ from, dbkey }) => (files.has(dbkey) ? [sources.get(from)] : [])));
  return titles.flatMap(([id, { dbkey }]) => (found.has(dbkey) ? [id] : []));
}
