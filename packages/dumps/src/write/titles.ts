import { isInvalid, NS, type ParsedTitle, type Site, type Title, type Titles } from '@wikiquery/core';
import { createTitles } from '@wikiquery/titles';
import { readRedirect } from '@wikiquery/wikitext';

/** Parses titles with the namespaces of the dump's wiki. */
export class DumpTitles {
  readonly site: Site;
  readonly titles: Titles;

  constructor(site: Site) {
    this.site = site;
    this.titles = createTitles(site);
  }

  /** Returns undefined for an invalid title. `namespace` is the namespace ID in the dump. */
  read(text: string, namespace: number | undefined): Title | undefined {
    if (namespace === undefined) return this.titles.local(text);
    const colon = text.indexOf(':');
    const name = namespace === 0 ? text : text.slice(colon + 1);
    // The ID decides: gender changes namespace names, and the site configuration may lack them.
    const title = this.titles.make(namespace, name);
    if (title)
      return title.namespace === namespace && title.interwiki === '' && title.fragment === '' && title.dbkey !== ''
        ? pick(title)
        : undefined;
    return this.site.namespaces.has(namespace) ? undefined : this.#unknownNamespace(namespace, name);
  }

  /** Parses a redirect target of a dump. A prefix in lower case is taken as an interwiki prefix, because dumps do not list those. */
  target(text: string): ParsedTitle | undefined {
    const title = this.titles.parse(text);
    if (isInvalid(title)) return undefined;
    const [, prefix, rest = ''] = PREFIXED.exec(text) ?? [];
    const isOwn = prefix === undefined || title.interwiki !== '' || title.namespace !== NS.MAIN || title.dbkey.startsWith(prefix);
    return isOwn ? title : { ...title, interwiki: prefix, dbkey: rest.replaceAll(' ', '_') };
  }

  /** Whether a text makes its page a redirect. Its beginning suffices. */
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
