import type { Site, Title, Titles } from '@wikiquery/core';
import { createTitles } from '@wikiquery/titles';

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
    // One that the description lacks has no name that could stand there.
    if (namespace !== 0 && colon < 0) return this.site.namespaces.has(namespace) ? undefined : this.#unknownNamespace(namespace, text);
    const made = this.titles.make(namespace, name);
    if (made)
      return made.namespace === namespace && made.interwiki === '' && made.fragment === '' && made.dbkey !== '' ? pick(made) : undefined;
    return this.site.namespaces.has(namespace) ? undefined : this.#unknownNamespace(namespace, name);
  }

  #unknownNamespace(namespace: number, name: string): Title | undefined {
    const title = this.titles.make(0, name);
    return title && title.namespace === 0 && title.interwiki === '' ? { namespace, dbkey: title.dbkey } : undefined;
  }
}

const pick = ({ namespace, dbkey }: Title): Title => ({ namespace, dbkey });
