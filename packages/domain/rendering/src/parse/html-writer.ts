import { NS, type ParsedTitle, type Site, type Title, type Titles, titleKey } from '@wikiquery/core';
import { escapeTags } from '@wikiquery/html';
import { directionOf } from '@wikiquery/languages';
import { normalAddress } from '@wikiquery/links/external';
import { encodeFragment, encodeTitle } from '@wikiquery/site';
import { localSpecialName } from '@wikiquery/titles';
import { type Extension, extensionTagsOf, preprocess, withoutParagraph } from '@wikiquery/wikitext';
import { cleanAddress, externalAnchor, freeAddress, freeLinksOf, isOwnAddress, MAGIC_SPACE, NUMBERED } from './addresses.ts';
import { allAttributes, anchor, escapeAttribute, readAttributes, writeOwnAttributes } from './attributes.ts';
import { blocksOf } from './blocks.ts';
import type { Wording } from './cite-wording.ts';
import { withoutNowikiTags } from './closed-part.ts';
import { gallery } from './gallery.ts';
import { imageHtml, type ShownFileFacts } from './image-html.ts';
import { type Markers, TOC_PLACE } from './markers.ts';
import { References } from './references.ts';
import type { TagReplacement, Writer, WrittenLink } from './writer.ts';

/** In front of the name of a file that stands among categories: no category has it. */
export const SHOWN_FILE = '\u007f';
/** In front of the key of a category that the software puts the page into. */
export const TRACKED = '\u007f\u007f';

/** What is there of the pages and files that a text names: known when all of it is read. */
export interface Known {
  /** By `titleKey`; the value tells whether the page is a redirect. */
  readonly pages: ReadonlyMap<string, boolean>;
  readonly files: ReadonlyMap<string, ShownFileFacts>;
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
export interface SoftwareWords {
  readonly language: string;
  /** The title of a link to a page that is not there; `$1` is its name. */
  readonly missing: string;
  /** In the place of a picture of which no smaller copy can be made. */
  readonly noThumbnail: string;
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
  /** `__TOC__` stands in the text. */
  hasTocPlace = false;

  readonly #words: SoftwareWords;

  constructor({ site, titles, title, texts, words }: { site: Site; titles: Titles; title: Title; texts: Markers; words: SoftwareWords }) {
    this.site = site;
    this.titles = titles;
    this.#title = title;
    this.#texts = texts;
    this.#words = words;
    const { language, cite: wording } = words;
    this.#references = new References({
      ...{ texts, wording, language, direction: directionOf(language), site },
      tagsIn: wikitext => tagsIn(wikitext, site),
      failed: () => this.met.categories.set(`${TRACKED}cite-tracking-category-cite-error`, ''),
    });
  }

  readonly attributes = (element: string, written: string): string =>
    this.held(writeOwnAttributes(readAttributes(element, this.#texts.release(written)), this.site));

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

  /** Where a page redirects to: of another redirect the page itself. */
  redirect(title: ParsedTitle, shown: string): string {
    const usual = this.link({ title, html: escapeAttribute(shown) }, '');
    const { namespace, dbkey, interwiki } = title;
    if (interwiki !== '') return usual;
    const isItself = this.#isItself(title);
    if (isItself) this.met.links.set(titleKey(namespace, dbkey), title);
    return this.#texts.hold(() =>
      this.known.pages.get(titleKey(namespace, dbkey))
        ? anchor(escapeAttribute(shown), {
            href: this.site.urls.local(title, 'redirect=no'),
            class: 'mw-redirect',
            title: this.titles.text(title),
          })
        : usual,
    );
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
      const text = (file?.target ?? dbkey).replaceAll('_', ' ');
      return file ? anchor(shown, { href: file.url, class: 'internal', title: text }) : this.#toUpload(dbkey, text, shown);
    }
    if (this.#isItself(title))
      return hash === ''
        ? `<a class="mw-selflink selflink">${shown}</a>`
        : `<a class="mw-selflink-fragment" href="${escapeAttribute(hash)}">${shown}</a>`;
    const redirect = this.known.pages.get(titleKey(namespace, dbkey));
    if (namespace === NS.SPECIAL) {
      const local = localSpecialName(site, dbkey);
      if (local === undefined)
        return anchor(shown, { href: site.urls.local(title), class: 'new', title: this.#words.missing.replace('$1', () => name) });
      const page = { namespace, dbkey: local };
      return anchor(shown, { href: site.urls.local(page) + hash, title: titles.text(page) });
    }
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
    if (this.site.general.uploadsenabled === false)
      return anchor(shown, { href: this.site.urls.local({ namespace: NS.FILE, dbkey }), title });
    return this.#toUpload(dbkey, title, shown);
  }

  #toUpload(dbkey: string, title: string, shown: string): string {
    const href = this.site.urls.local(
      { namespace: NS.SPECIAL, dbkey: localSpecialName(this.site, 'Upload') ?? 'Upload' },
      `wpDestFile=${encodeTitle(dbkey)}`,
    );
    return anchor(shown, { href, class: 'new', title });
  }

  category({ dbkey }: ParsedTitle, label: string): void {
    this.met.categories.set(dbkey, label);
  }

  language(title: ParsedTitle): void {
    this.met.languages.push(title);
  }

  meet(target: ParsedTitle | string): void {
    if (typeof target === 'string') this.#meetAddress(target);
    else this.#meet(target);
  }

  ask(dbkey: string): void {
    this.asked.add(dbkey);
  }

  get noThumbnail(): string {
    return this.#words.noThumbnail;
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

  readonly external = (written: string, label: string): string => {
    // What an address cannot hold begins the text.
    const end = written.search(/&(?:lt|gt);/);
    const address = this.#meetAddress(end < 0 ? written : written.slice(0, end));
    const text = end < 0 ? label : `${written.slice(end)} ${label}`;
    return this.#texts.hold(
      text === ''
        ? externalAnchor(`[${++this.#number}]`, address, 'external autonumber', this.site)
        : externalAnchor(text, address, 'external text', this.site),
    );
  };

  #meetAddress(written: string): string {
    const address = cleanAddress(written);
    if (!isOwnAddress(address, this.site)) this.met.externals.add(normalAddress(address));
    return address;
  }

  freeLinks(text: string): string {
    return text.replaceAll(freeLinksOf(this.site), (whole, address?: string, kind?: string, number?: string, isbn?: string) => {
      if (isbn !== undefined) return this.#bookLink(isbn);
      if (kind !== undefined) return this.#numberLink(kind, number as string);
      const url = address && freeAddress(address, this.site);
      if (!url) return whole;
      const shown = this.#meetAddress(url);
      return this.#texts.hold(externalAnchor(escapeAttribute(shown), shown, 'external free', this.site)) + whole.slice(url.length);
    });
  }

  #numberLink(kind: string, number: string): string {
    this.met.categories.set(`${TRACKED}magiclink-tracking-${kind.toLowerCase()}`, '');
    const href = NUMBERED[kind as keyof typeof NUMBERED] + number + (kind === 'PMID' ? '?dopt=Abstract' : '');
    return this.#texts.hold(`<a class="external mw-magiclink-${kind.toLowerCase()}" rel="nofollow" href="${href}">${kind} ${number}</a>`);
  }

  #bookLink(written: string): string {
    this.met.categories.set(`${TRACKED}magiclink-tracking-isbn`, '');
    const shown = written.replaceAll(MAGIC_SPACE, ' ');
    const dbkey = `${localSpecialName(this.site, 'Booksources') ?? 'BookSources'}/${shown.replaceAll(/[- ]/g, '').replace('x', 'X')}`;
    const href = this.site.urls.local({ namespace: NS.SPECIAL, dbkey });
    return this.#texts.hold(`<a href="${escapeAttribute(href)}" class="internal mw-magiclink-isbn">ISBN ${shown}</a>`);
  }

  behavior(name: string): string {
    this.met.switches.add(name);
    if (name !== 'toc' || this.hasTocPlace) return '';
    this.hasTocPlace = true;
    return TOC_PLACE;
  }

  tag(tag: Extension, parse: (wikitext: string) => string): TagReplacement | undefined {
    const { attributes, inner = '' } = tag;
    switch (tag.name.toLowerCase()) {
      case 'ref':
        return { html: this.#references.cite(attributes, tag.inner, parse) };
      case 'references':
        return { html: this.#references.list(attributes, inner, parse) };
      case 'gallery':
        return { html: gallery(this, attributes, inner, parse) };
      case 'pre': {
        const plain = withoutNowikiTags(inner);
        return { html: `<pre${this.attributes('pre', attributes)}>${escapeTags(plain)}</pre>` };
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
