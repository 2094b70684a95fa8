import { isInvalid, NS, type ParsedTitle, type Site, type Title, type Titles } from '@wikiquery/core';
import { createTitles } from '@wikiquery/titles';
import { readRedirect } from '@wikiquery/wikitext';

/** Reads the titles of a dump, which are written with the namespaces of its wiki. */
export class DumpTitles {
  readonly site: Site;
  readonly titles: Titles;

  constructor(site: Site) {
    this.site = site;
    this.titles = createTitles(site);
  }

  /** Undefined when no page can have that title. `namespace` is what the dump says beside it. */
  read(text: string, namespace: number | undefined): Title | undefined {
    if (namespace === undefined) return this.titles.local(text);
    const colon = text.indexOf(':');
    const name = namespace === 0 ? text : text.slice(colon + 1);
    // Where a user's gender changes the name of the namespace, or the site description lacks it, the number is what counts.
    // One that the dump does not name at all counts, too.
    const made = this.titles.make(namespace, name);
    if (made)
      return made.namespace === namespace && made.interwiki === '' && made.fragment === '' && made.dbkey !== '' ? pick(made) : undefined;
    return this.site.namespaces.has(namespace) ? undefined : this.#unknownNamespace(namespace, name);
  }

  /**
   * Where a redirect leads, as the dump names it. Dumps do not tell the prefixes of other wikis; but a name that the wiki would have written with a capital
   * is none of its own.
   */
  target(text: string): ParsedTitle | undefined {
    const title = this.titles.parse(text);
    if (isInvalid(title)) return undefined;
    const [, prefix, rest = ''] = PREFIXED.exec(text) ?? [];
    const isOwn = prefix === undefined || title.interwiki !== '' || title.namespace !== NS.MAIN || title.dbkey.startsWith(prefix);
    return isOwn ? title : { ...title, interwiki: prefix, dbkey: rest.replaceAll(' ', '_') };
  }

  /** Whether a text, of which the beginning will do, makes its page a redirect. */
  makesRedirect(text: string): boolean {
    return readRedirect(text, false, this.site, this.titles)[0] !== undefined;
  }

  #unknownNamespace(namespace: number, name: string): Title | undefined {
    const title = this.titles.make(0, name);
    return title && title.namespace === 0 && title.interwiki === '' ? { namespace, dbkey: title.dbkey } : undefined;
  }
}

const pick = ({ namespace, dbkey }: Title): Title => ({ namespace, dbkey });

const PREFIXED = /^([a-z][^\s:]*):(\S.*)$/su;
