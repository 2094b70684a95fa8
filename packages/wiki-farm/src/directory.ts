import { readFile, stat } from 'node:fs/promises';
import { parseJson } from '@wikiquery/client/fetch';
import { type HostConfiguration, yieldToEventLoop } from '@wikiquery/core/host';
import { readSite, siteFileOf, sqliteFileOf, withPublicUrl } from '@wikiquery/site';
import { isPublicWiki, rightsOf } from '@wikiquery/users';
import type { ListedWiki, ListOfWikis } from '@wikiquery/wiki-list';
import type { WikiPlace } from './places.ts';

/** A cached entry, valid while the version token of the site configuration is unchanged. */
interface Known {
  readonly version: string;
  readonly listed: ListedWiki;
}

/** Milliseconds for which the list is cached. */
const FRESH = 5000;

/** Lists the wikis with the names, languages and rights from their site configurations. */
export class Directory implements ListOfWikis {
  places: readonly WikiPlace[] = [];
  /** Whether all wikis are private, regardless of their own settings. */
  readonly isPrivate: boolean;
  readonly #known = new Map<string, Known>();
  #list: Promise<readonly ListedWiki[]> | undefined;
  #until = 0;
  #of: readonly WikiPlace[] = [];

  constructor(isPrivate = false) {
    this.isPrivate = isPrivate;
  }

  all(): Promise<readonly ListedWiki[]> {
    const now = performance.now();
    if (!this.#list || now > this.#until || this.#of !== this.places) {
      this.#until = now + FRESH;
      this.#of = this.places;
      this.#list = this.#read(this.places);
    }
    return this.#list;
  }

  async #read(places: readonly WikiPlace[]): Promise<readonly ListedWiki[]> {
    const listed: ListedWiki[] = [];
    const names = new Set<string>();
    for (const place of [...places].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const wiki = await this.#listed(place);
      // Wikis with a copied site configuration have the same database name.
      const dbname = names.has(wiki.dbname) ? wiki.name : wiki.dbname;
      listed.push({ ...wiki, dbname });
      names.add(dbname);
    }
    for (const name of this.#known.keys()) if (!places.some(place => place.name === name)) this.#known.delete(name);
    return listed;
  }

  async #listed({ name, given: { values } }: WikiPlace): Promise<ListedWiki> {
    const file = typeof values.site === 'string' ? values.site : siteFileOf(sqliteFileOf(String(values.database)) ?? name);
    const found = await stat(file).catch(() => undefined);
    const isPrivate = values.private === true || this.isPrivate;
    const configuration = (values.wiki ?? {}) as Partial<HostConfiguration>;
    const publicUrl = typeof values.publicUrl === 'string' ? URL.parse(values.publicUrl) : null;
    const version = JSON.stringify([found?.mtimeMs, found?.size, isPrivate, configuration.revokedRights, publicUrl]);
    const known = this.#known.get(name);
    if (known?.version === version) return known.listed;
    const described = found ? await describe(name, file, configuration, publicUrl) : unknown(name);
    const listed = isPrivate ? { ...described, private: true, fishbowl: false } : described;
    this.#known.set(name, { version, listed });
    return listed;
  }
}

/** Reads a site configuration. If it is unreadable, returns only the name: requests to that wiki return the error. */
async function describe(name: string, file: string, configuration: Partial<HostConfiguration>, publicUrl: URL | null): Promise<ListedWiki> {
  try {
    const description = parseJson(await readFile(file, 'utf8')) as object;
    const site = readSite(publicUrl ? withPublicUrl(description, publicUrl) : description, configuration);
    await yieldToEventLoop();
    const { sitename, server, base, lang, readonly } = site.general as Readonly<Record<string, string>>;
    const everybody = rightsOf(site, ['*']);
    return {
      name,
      dbname: JSON.stringify(description).includes('"wikiid"') ? site.wikiId : name,
      url: String(server).startsWith('//') ? `${String(base).startsWith('http:') ? 'http:' : 'https:'}${server}` : String(server),
      lang: String(lang),
      sitename: String(sitename),
      closed: Boolean(readonly),
      private: !isPublicWiki(site),
      fishbowl: isPublicWiki(site) && !everybody.has('edit') && !everybody.has('createaccount'),
    };
  } catch {
    return unknown(name);
  }
}

const unknown = (name: string): ListedWiki => ({
  name,
  dbname: name,
  url: '',
  lang: 'en',
  sitename: name,
  closed: false,
  private: false,
  fishbowl: false,
});
