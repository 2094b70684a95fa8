import type { Site, Title, Titles } from '@wikiquery/core';
import { specialPage } from '@wikiquery/titles';
import { type PageRequestParams, serialize } from './api.ts';
import { type Html, html } from './markup/html.ts';

/** Makes the URLs of a wiki's pages, without protocol and host. */
export class Links {
  readonly #site: Site;
  readonly #titles: Titles;
  /** Path below which the server serves the wiki; empty at the root. */
  readonly base: string;
  readonly #explorer: string | undefined;

  constructor(site: Site, titles: Titles, base: string, explorer: string | undefined) {
    this.#site = site;
    this.#titles = titles;
    this.base = base;
    this.#explorer = explorer;
  }

  /** Returns the URL of a page. */
  of(title: Title | string, query: PageRequestParams = {}): string {
    const parsed = typeof title === 'string' ? this.#titles.local(title) : title;
    return parsed ? this.base + this.#site.urls.local(parsed, serialize(query)) : '#';
  }

  /** Returns the URL of a special page by its canonical name, with an optional subpage. */
  special(name: string, subpage?: string, query?: PageRequestParams): string {
    const local = specialPage(this.#site, name)?.localName ?? name;
    const dbkey = subpage === undefined ? local : `${local}/${subpage.replaceAll(' ', '_')}`;
    return this.of({ namespace: -1, dbkey }, query);
  }

  /** Returns the URL of `index.php` with parameters, for pages without a title. */
  script(query: PageRequestParams): string {
    return `${this.scriptPath}?${serialize(query)}`;
  }

  get scriptPath(): string {
    return this.base + String(this.#site.general.script);
  }

  get api(): string {
    return `${this.base}${String(this.#site.general.scriptpath)}/api.php`;
  }

  /** Returns the URL that shows a request in the explorer or, without one, sends it to the API. */
  request(query: string): string {
    if (this.#explorer === undefined) return `${this.api}?${query}&format=jsonfm&formatversion=2`;
    return `${this.base}/${this.#explorer}/#/request?${query}&format=json&formatversion=2`;
  }

  /** Returns the URL of a file. A URL on the wiki's own server has no host, so that it leads to the server that the client uses. */
  file(url: string): string {
    const [own, other] = [URL.parse(this.#site.urls.expand('/')), URL.parse(this.#site.urls.expand(url))];
    return own && other && own.host === other.host ? this.base + other.pathname + other.search : url;
  }

  /** Returns the absolute canonical URL of a page. */
  canonical(title: Title): string {
    return this.#site.urls.canonical(title);
  }

  /** Returns a link to a page. `text`: default is the title. */
  a(title: string, text: string | Html = title, query: PageRequestParams = {}): Html {
    return html`<a href="${this.of(title, query)}">${text}</a>`;
  }
}
