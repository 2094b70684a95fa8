import { prettyAddress } from '@wikiquery/addresses';
import { anchor } from '@wikiquery/comments';
import { type Env, isInvalid, NS, type Timestamp, type Title } from '@wikiquery/core';
import { escapeSpecialChars } from '@wikiquery/html';
import { directionOf, formatNumber, languageName } from '@wikiquery/languages';
import { timeZoneOf } from '@wikiquery/logs';
import { fillIn, type InterfaceTexts } from '@wikiquery/messages';
import { localSpecialName } from '@wikiquery/titles';
import type { PageLinks, WatchlistLink } from './page-links.ts';

/** Loaded messages, pages and date format. */
export interface LoadedTexts {
  readonly texts: InterfaceTexts;
  readonly links: PageLinks;
  readonly date: (timestamp: Timestamp) => string;
}

/** Builds interface sentences. Without loaded data, it records the required messages and pages, so that they can be loaded together. */
export class MessageWriter {
  readonly messageKeys = new Set<string>();
  readonly pages: Title[] = [];
  readonly #q: Pick<Env, 'site' | 'titles' | 'users' | 'lang'>;
  readonly #loaded: LoadedTexts | undefined;
  readonly #html: string[] = [];

  constructor(q: Pick<Env, 'site' | 'titles' | 'users' | 'lang'>, loaded?: LoadedTexts) {
    this.#q = q;
    this.#loaded = loaded;
  }

  get timeZone(): string {
    return timeZoneOf(this.#q);
  }

  /** Returns a message with its parameters filled in, but with unexpanded templates. */
  say(key: string, ...params: readonly string[]): string {
    return this.find(key, ...params) ?? `⧼${key}⧽`;
  }

  /** Like `say`, but returns undefined for unknown messages. */
  find(key: string, ...params: readonly string[]): string | undefined {
    this.messageKeys.add(key);
    const text = this.#loaded?.texts.text(key);
    return text === undefined ? undefined : fillIn(text, params, key);
  }

  /** Returns a placeholder that embeds HTML in a sentence. */
  raw(html: string): string {
    return `${OPEN}${this.#html.push(html) - 1}${CLOSE}`;
  }

  link(title: Title, link: WatchlistLink = {}): string {
    this.pages.push(title);
    return this.raw(this.#loaded?.links(title, link) ?? '');
  }

  /** Returns a link to the title in a text. */
  linkTo(text: string, link: WatchlistLink = {}): string {
    const { titles, site } = this.#q;
    const title = titles.parse(text);
    if (isInvalid(title)) return this.raw(`<span class="mw-invalidtitle">${escapeSpecialChars(this.say('invalidtitle'))}</span>`);
    if (title.interwiki === '') return this.link(title, link);
    const href = site.urls.interwiki(title.interwiki, title.dbkey, title.fragment) ?? '';
    const name = titles.text(title);
    const { html = escapeSpecialChars(name), classes = '' } = link;
    return this.raw(anchor(html, { href, class: ['extiw', classes].filter(Boolean).join(' '), title: name }));
  }

  /** Returns a link to a special page, given its English name. */
  linkSpecial(name: string, link: WatchlistLink): string {
    return this.link({ namespace: NS.SPECIAL, dbkey: localSpecialName(this.#q.site, name) ?? name }, link);
  }

  name(title: Title): string {
    return title.dbkey.replaceAll('_', ' ');
  }

  namespace(id: number): string {
    return id === 0 ? this.say('blanknamespace') : (this.#q.site.namespaces.get(id)?.name ?? '');
  }

  /** Returns a link to a user page, to the contributions of an address, or to a user of another wiki. */
  userLink(name: string): string {
    const { users, titles } = this.#q;
    const html = `<bdi>${escapeSpecialChars(name)}</bdi>`;
    const dbkey = name.replaceAll(' ', '_');
    if (users.isTemp(name)) return this.#contributions(dbkey, { html, classes: 'mw-userlink mw-tempuserlink' });
    if (users.read(name, ['ip', 'cidr'])) {
      return this.#contributions(dbkey, {
        html: `<bdi>${escapeSpecialChars(prettyAddress(name))}</bdi>`,
        classes: 'mw-userlink mw-anonuserlink',
      });
    }
    const [, wiki, there] = /^([^>]+)>(.+)$/.exec(name) ?? [];
    if (wiki !== undefined) return this.linkTo(`${wiki}:User:${there}`, { html, classes: 'mw-userlink mw-extuserlink mw-anonuserlink' });
    const page = titles.make(NS.USER, dbkey);
    return page ? this.link(page, { html, classes: 'mw-userlink' }) : this.raw(html);
  }

  #contributions(dbkey: string, link: WatchlistLink): string {
    return this.linkSpecial(`Contributions/${dbkey}`, link);
  }

  /** Joins items as in `one, two and three`. */
  list(items: readonly string[]): string {
    const last = items.at(-1);
    if (items.length < 2 || last === undefined) return last ?? '';
    return `${items.slice(0, -1).join(this.say('comma-separator'))}${this.say('and')}${this.say('word-separator')}${last}`;
  }

  number(value: number): string {
    return formatNumber(this.#q.lang, String(value));
  }

  /** Formats a timestamp as a date with the time, as a date, and as a time. */
  moment(timestamp: Timestamp): readonly [both: string, date: string, time: string] {
    const both = this.#loaded?.date(timestamp) ?? '';
    const time = /\d\d?:\d\d/.exec(both)?.[0] ?? '';
    return [both, both.replace(time, '').replaceAll(/^[\s,]+|[\s,]+$/g, ''), time];
  }

  language(code: string): string {
    return languageName(this.#q.site, code, this.#q.lang);
  }

  /** Returns the Unicode mark for the writing direction of the user's language. */
  direction(): string {
    return directionOf(this.#q.lang) === 'rtl' ? '\u200F' : '\u200E';
  }

  /** Converts a sentence with expanded templates to HTML. */
  toHtml(sentence: string): string {
    return escapeSpecialChars(sentence).replaceAll(MARK, (_, at: string) => this.#html[Number(at)] ?? '');
  }
}

// Delimiters of placeholders: Unicode noncharacters, which text cannot contain.
const OPEN = '\uFDD0';
const CLOSE = '\uFDD1';
const MARK = /\uFDD0(\d+)\uFDD1/g;
