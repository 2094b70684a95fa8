import { NS, type ParsedTitle, type Site, type Title, type Titles, titleKey } from '@wikiquery/core';
import { normalAddress } from '@wikiquery/external-links';
import { directionOf } from '@wikiquery/languages';
import { encodeFragment, encodeTitle } from '@wikiquery/site';
import { decodeCharacterReferences } from '@wikiquery/titles';
import { type Extension, extensionTagsOf, preprocess, withoutParagraph } from '@wikiquery/wikitext';
import { allAttributes, anchor, escapeAttribute, readAttributes, writeAttributes } from './attributes.ts';
import { blocksOf } from './blocks.ts';
import type { Wording } from './cite-wording.ts';
import { gallery } from './gallery.ts';
import { type FileFacts, imageHtml } from './image-html.ts';
import { MARK, type Markers } from './markers.ts';
import { References } from './references.ts';
import type { Shown, Writer, WrittenLink } from './writer.ts';

/** In front of the name of a file that stands among categories: no category has it. */
export const SHOWN_FILE = '\u007f';
/** Stands among categories for that of pages with notes that are wrong. */
export const WRONG_NOTE = '\u007f\u007f';

/** What is there of the pages and files that a text names: known when all of it is read. */
export interface Known {
  /** By `titleKey`; the value tells whether the page is a redirect. */
  readonly pages: ReadonlyMap<string, boolean>;
  readonly files: ReadonlyMap<string, FileFacts>;
}

/** What a text links to, in the order in which it does. */
export interface Met {
  readonly links: Map<string, Title>;
  /** What it is sorted by, by the name of the category in database form. */
  readonly categories: Map<string, string>;
  readonly languages: ParsedTitle[];
  readonly interwikis: Map<string, ParsedTitle>;
  readonly externals: Set<string>;
  /** By their names in database form. */
  readonly files: Set<string>;
  readonly switches: Set<string>;
  /** What stands beside the title of the page, as HTML with what is held still to be put back, by its name. */
  readonly indicators: Map<string, string>;
}

/** What the software says in a text. */
export interface Words {
  readonly language: string;
  /** The title of a link to a page that is not there; `$1` is its name. */
  readonly missing: string;
  /** HTML in the place of an indicator without a name. */
  readonly namelessIndicator: string;
  readonly cite: Wording;
}

/** Writes whole pages, in the form of MediaWiki's parser. */
export class HtmlWriter implements Writer {
  readonly met: Met = {
    ...{ links: new Map(), categories: new Map(), languages: [], interwikis: new Map(), externals: new Set(), files: new Set() },
    ...{ switches: new Set(), indicators: new Map() },
  };
  known: Known = { pages: new Map(), files: new Map() };
  readonly site: Site;
  readonly titles: Titles;
  readonly #title: Title;
  readonly #texts: Markers;
  readonly #references: References;
  #number = 0;
  /** Where `__TOC__` stands. */
  tocMark: string | undefined;

  readonly #words: Words;

  constructor({ site, titles, title, texts, words }: { site: Site; titles: Titles; title: Title; texts: Markers; words: Words }) {
    this.site = site;
    this.titles = titles;
    this.#title = title;
    this.#texts = texts;
    this.#words = words;
    const { language, cite: wording } = words;
    this.#references = new References({
      ...{ texts, wording, language, direction: directionOf(language) },
      tagsIn: wikitext => tagsIn(wikitext, site),
      failed: () => this.met.categories.set(WRONG_NOTE, ''),
    });
  }

  readonly attributes = (element: string, written: string): string => this.held(writeAttributes(readAttributes(element, written)));

  /** Attributes, so that no pass looks into them. */
  held(attributes: string): string {
    return attributes === '' ? '' : this.#texts.hold(attributes);
  }

  link({ title, html }: WrittenLink, trail: string): string {
    const [, inside = '', behind = trail] = trailOf(this.site).exec(trail) ?? [];
    const shown = html + inside;
    this.#meet(title);
    return this.#texts.hold(() => this.#anchor(title, shown)) + behind;
  }

  #meet(title: ParsedTitle): void {
    const { namespace, dbkey, interwiki } = title;
    if (interwiki !== '') this.met.interwikis.set(this.titles.text(title), title);
    else if (namespace === NS.MEDIA) this.met.files.add(dbkey);
    else if (namespace >= 0 && dbkey !== '' && !this.#isItself(title)) this.met.links.set(titleKey(namespace, dbkey), title);
    if (interwiki === '' && namespace === NS.FILE) this.asked.add(dbkey);
  }

  /** Files of which only the existence matters. */
  readonly asked = new Set<string>();

  #isItself({ namespace, dbkey }: Title): boolean {
    return namespace === this.#title.namespace && dbkey === this.#title.dbkey;
  }

  #anchor(title: ParsedTitle, shown: string): string {
    const { site, titles } = this;
    const { namespace, dbkey, interwiki, fragment } = title;
    const hash = fragment === '' ? '' : `#${encodeFragment(fragment)}`;
    const name = titles.text(title);
    if (interwiki !== '') {
      const url = site.urls.interwiki(interwiki, dbkey, fragment) ?? '';
      const href = site.interwikis.get(interwiki)?.url.startsWith('//') ? url.replace(/^https?:/, '') : url;
      return anchor(shown, { href, class: 'extiw', title: name });
    }
    if (dbkey === '') return anchor(shown, { href: hash });
    if (namespace === NS.MEDIA) {
      const file = this.known.files.get(dbkey);
      const text = dbkey.replaceAll('_', ' ');
      return file ? anchor(shown, { href: file.url, class: 'internal', title: text }) : this.uploadLink(dbkey, text, shown);
    }
    if (this.#isItself(title))
      return hash === '' ? `<a class="mw-selflink selflink">${shown}</a>` : anchor(shown, { class: 'mw-selflink-fragment', href: hash });
    const redirect = this.known.pages.get(titleKey(namespace, dbkey));
    const isThere = redirect !== undefined || namespace < 0 || (namespace === NS.FILE && this.known.files.has(dbkey));
    if (!isThere)
      return anchor(shown, {
        href: site.urls.local(title, 'action=edit&redlink=1'),
        class: 'new',
        title: this.#words.missing.replace('$1', () => name),
      });
    return anchor(shown, { href: site.urls.local(title) + hash, ...(redirect && { class: 'mw-redirect' }), title: name });
  }

  /** A link to where a file that is not there may be uploaded. */
  uploadLink(dbkey: string, title: string, shown: string): string {
    const href = this.site.urls.local({ namespace: NS.SPECIAL, dbkey: 'Upload' }, `wpDestFile=${encodeTitle(dbkey)}`);
    return anchor(shown, { href, class: 'new', title });
  }

  category({ dbkey }: ParsedTitle, label: string): void {
    this.met.categories.set(dbkey, label);
  }

  language(title: ParsedTitle): void {
    this.met.languages.push(title);
  }

  image(title: ParsedTitle, options: string): string {
    this.show(title.dbkey);
    return imageHtml(this, title, options);
  }

  /** A file stands in the text. One that is not there puts the page into a category, which has its place among the others. */
  show(dbkey: string): void {
    this.met.files.add(dbkey);
    const key = SHOWN_FILE + dbkey;
    if (!this.met.categories.has(key)) this.met.categories.set(key, '');
  }

  hold(html: () => string): string {
    return this.#texts.hold(html);
  }

  /** Text without elements; what is held in it is put back. */
  textOf(html: string): string {
    return this.#texts.release(html).replaceAll(/<[^>]*>/g, '');
  }

  readonly external = (address: string, label: string): string => {
    const href = this.#meetAddress(address);
    return this.#texts.hold(
      label === '' ? externalAnchor(`[${++this.#number}]`, href, 'external autonumber') : externalAnchor(label, href, 'external text'),
    );
  };

  #meetAddress(written: string): string {
    const address = decodeCharacterReferences(written);
    if (!isOwn(address, this.site)) this.met.externals.add(normalAddress(address));
    return address;
  }

  freeLinks(text: string): string {
    return text.replaceAll(freeAddresses(this.site), (whole, address?: string) => {
      if (address === undefined) return whole;
      const entity = address.search(/&(?:lt|gt|nbsp|#x0*(?:3[ce]|a0)|#0*(?:60|62|160));/i);
      const cut = entity < 0 ? address : address.slice(0, entity);
      const ends = cut.includes('(') ? /[,;.:!?]+$/ : /[,;.:!?)]+$/;
      const url = cut.replace(ends, '');
      if (/:(?:\/\/)?$/.test(url)) return whole;
      return this.#texts.hold(externalAnchor(escapeLess(url), this.#meetAddress(url), 'external free')) + address.slice(url.length);
    });
  }

  behavior(name: string): string {
    this.met.switches.add(name);
    if (name !== 'toc' || this.tocMark !== undefined) return '';
    this.tocMark = this.#texts.hold(() => this.toc);
    return this.tocMark;
  }
  /** What stands in the place of `__TOC__`. */
  toc = '';

  tag(tag: Extension, parse: (wikitext: string) => string): Shown | undefined {
    const { attributes, inner = '' } = tag;
    switch (tag.name.toLowerCase()) {
      case 'ref':
        return { html: this.#references.cite(attributes, tag.inner, parse) };
      case 'references':
        return { html: this.#references.list(attributes, inner, parse) };
      case 'gallery':
        return { html: gallery(this, attributes, inner, parse) };
      case 'pre': {
        const plain = inner.replaceAll(/<nowiki>(.*?)<\/nowiki>/gis, '$1');
        return { html: `<pre${this.attributes('pre', attributes)}>${escapeLess(plain)}</pre>` };
      }
      case 'poem': {
        const lines = inner
          .replace(/^\n|\n$/g, '')
          .replaceAll(/^ +/gm, blanks => '&#160;'.repeat(blanks.length))
          .replaceAll(/(?<!^----+)\n(?!\n)/g, '<br>\n');
        return { html: `<div class="poem">\n${parse(lines)}\n</div>` };
      }
      case 'indicator': {
        const name = allAttributes(attributes).get('name') ?? '';
        if (name === '') return { html: `<span class="error">${this.#words.namelessIndicator}</span>` };
        this.met.indicators.set(name, withoutParagraph(blocksOf(parse(inner))));
        return { html: '' };
      }
      default:
        return undefined;
    }
  }

  /** Notes that no list showed. */
  rest(): string {
    return this.#references.rest();
  }
}

/** Tags within headings included. */
function tagsIn(wikitext: string, site: Site): (string | Extension)[] {
  const found: (string | Extension)[] = [];
  const stack = preprocess(wikitext, { extensionTags: extensionTagsOf(site) }).toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === 'string' || node.kind === 'ext') found.push(node);
    else if (node.kind === 'heading') for (const child of node.children.toReversed()) stack.push(child);
  }
  return found;
}

/** Addresses of the wiki itself are not listed. */
const isOwn = (address: string, { general }: Site): boolean => {
  const server = ((general.server as string | undefined) ?? '').replace(/^https?:/, '');
  const bare = address.replace(/^https?:/i, '');
  return server !== '' && (bare === server || bare.startsWith(`${server}/`));
};

const escapeLess = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const externalAnchor = (shown: string, href: string, names: string): string =>
  `<a rel="nofollow" class="${names}" href="${escapeAttribute(href)}">${shown}</a>`;

const trails = new WeakMap<Site, RegExp>();

/** Letters behind a link that belong to it. */
function trailOf(site: Site): RegExp {
  let pattern = trails.get(site);
  if (!pattern) {
    const [, source = '^([a-z]+)(.*)$', flags = 's'] =
      /^\/(.*)\/([a-zA-Z]*)$/s.exec((site.general.linktrail as string | undefined) ?? '') ?? [];
    try {
      pattern = new RegExp(source.replaceAll(/\\x\{([0-9a-f]+)\}/gi, '\\u{$1}'), flags.includes('u') ? 'su' : 's');
    } catch {
      pattern = /^([a-z]+)(.*)$/s;
    }
    trails.set(site, pattern);
  }
  return pattern;
}

const addresses = new WeakMap<Site, RegExp>();

/** Elements as they are, or an address; none begins within a word. */
function freeAddresses(site: Site): RegExp {
  let pattern = addresses.get(site);
  if (!pattern) {
    const protocols = ((site.info.protocols as readonly string[] | undefined) ?? [])
      .filter(each => each !== '//')
      .map(each => RegExp.escape(each));
    const character = `[^\\]\\[<>"\\x00-\\x20${MARK}\\p{Zs}\\ufffd]`;
    pattern = new RegExp(
      `<[^>]*>|(?<![\\p{L}\\p{N}_])((?:${protocols.join('|') || '(?!)'})(?:\\[[0-9a-fA-F:.]+\\]|${character})${character}*)`,
      'giu',
    );
    addresses.set(site, pattern);
  }
  return pattern;
}
