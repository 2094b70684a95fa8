import { isInvalid, NS, type ParsedTitle, type Site, type Title, type Titles } from '@wikiquery/core';
import { createTitles } from '@wikiquery/titles';
import { readRedirect } from '@wikiquery/wikitext';

/** Parses titles of a dump with the namespaces of its wiki. */
export class DumpTitles {
  readonly site: Site;
  readonly titles: Titles;

  constructor(site: Site) {
    this.site = site;
    this.titles = createTitles(site);
  }

  /** Parses the title of a page. Returns undefined if it is invalid. `namespace` is the id of its namespace in the dump. */
  read(text: string, namespace: number | undefined): Title | undefined {
    if (namespace === undefined) return this.titles.local(text);
    const colon = text.indexOf(':');
    const name = namespace === 0 ? text : text.slice(colon + 1);
    // The id is decisive: a namespace may have several names by gender, and the site configuration may lack the namespace.
    const title = this.titles.make(namespace, name);
    if (title)
      return title.namespace === namespace && title.interwiki === '' && title.fragment === '' && title.dbkey !== ''
        ? pick(title)
        : undefined;
    return this.site.namespaces.has(namespace) ? undefined : this.#unknownNamespace(namespace, name);
  }

  /** Parses the target of a redirect in a dump. A lowercase prefix counts as interwiki, because dumps do not list interwiki prefixes. */
  target(text: string): ParsedTitle | undefined {
    const title = this.titles.parse(text);
    if (isInvalid(title)) return undefined;
    const [, prefix, rest = ''] = PREFIXED.exec(text) ?? [];
    const isOwn = prefix === undefined || title.interwiki !== '' || title.namespace !== NS.MAIN || title.dbkey.startsWith(prefix);
    return isOwn ? title : { ...title, interwiki: prefix, dbkey: rest.replaceAll(' ', '_') };
  }

  /** Whether a text makes its page a redirect. The start of the text is sufficient. */
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
