import { NS, type ParsedTitle, type Site, type Title, type Titles, titleKey } from '@wikiquery/core';
import { perSite } from '@wikiquery/core/host';
import { escapeTags } from '@wikiquery/html';
import { directionOf, formatNumber } from '@wikiquery/languages';
import { normalizeUrl } from '@wikiquery/links/external';
import { encodeFragment, encodeTitle } from '@wikiquery/site';
import { localSpecialName } from '@wikiquery/titles';
import { type Extension, extensionTagsOf, flattenHeadings, preprocess, withoutParagraph } from '@wikiquery/wikitext';
import { cleanAddress, externalAnchor, freeAddress, freeLinksOf, isOwnAddress, MAGIC_SPACE, NUMBERED } from './addresses.ts';
import { allAttributes, anchor, escapeAttribute, readAttributes, writeOwnAttributes } from './attributes.ts';
import { blocksOf } from './blocks.ts';
import type { Wording } from './cite-wording.ts';
import { withoutNowikiTags } from './closed-part.ts';
import { gallery } from './gallery.ts';
import { imageHtml, type ShownFileFacts } from './image-html.ts';
import { References } from './references.ts';
import { type StripState, TOC_PLACEHOLDER } from './strip-state.ts';
import type { TagReplacement, Writer, WrittenLink } from './writer.ts';

/** Prefix of displayed files among the categories. No name of a category starts with it. */
export const SHOWN_FILE = '\u007f';
/** Prefix of tracking category keys. */
export const TRACKED = '\u007f\u007f';

/** Existing pages and files that a text links or displays. They are looked up after the whole text is parsed. */
export interface Known {
  /** Pages by `titleKey`, each with whether it is a redirect. */
  readonly pages: ReadonlyMap<string, boolean>;
  readonly files: ReadonlyMap<string, ShownFileFacts>;
  /** Existing pages that missing titles, by `titleKey`, refer to in other language variants. */
  readonly variants?: ReadonlyMap<string, Title>;
}

export interface WriterTexts {
  readonly language: string;
  readonly missing: string;
  readonly noThumbnail: string;
  readonly namelessIndicator: string;
  readonly cite: Wording;
}

export class HtmlWriter implements Writer {
  /** Links and metadata of the text, in the order of the text. */
  readonly used = {
    links: new Map<string, Title>(),
    categories: new Map<string, string>(),
    languages: [] as ParsedTitle[],
    interwikis: new Map<string, ParsedTitle>(),
    externals: new Set<string>(),
    files: new Set<string>(),
    switches: new Set<string>(),
    /** HTML with strip markers, by name of the indicator. */
    indicators: new Map<string, string>(),
  };
  known: Known = { pages: new Map(), files: new Map() };
  readonly site: Site;
  readonly titles: Titles;
  readonly #title: Title;
  readonly #stripState: StripState;
  readonly #references: References;
  #number = 0;
  hasTocPlaceholder = false;
  readonly #interfaceTexts: WriterTexts;

  constructor({
    site,
    titles,
    title,
    stripState,
    interfaceTexts,
  }: { site: Site; titles: Titles; title: Title; stripState: StripState; interfaceTexts: WriterTexts }) {
    this.site = site;
    this.titles = titles;
    this.#title = title;
    this.#stripState = stripState;
    this.#interfaceTexts = interfaceTexts;
    const { language, cite: wording } = interfaceTexts;
    this.#references = new References({
      ...{ stripState, wording, language, direction: directionOf(language), site },
      tagsIn: wikitext =>
        flattenHeadings(preprocess(wikitext, { extensionTags: extensionTagsOf(site) })).filter(
          (node): node is string | Extension => typeof node === 'string' || node.kind === 'ext',
        ),
      failed: () => this.used.categories.set(`${TRACKED}cite-tracking-category-cite-error`, ''),
    });
  }

  readonly attributes = (element: string, written: string): string =>
    this.stripAttributes(writeOwnAttributes(readAttributes(element, this.#stripState.unstrip(written)), this.site));

  /** Replaces attributes with a strip marker, so that later passes do not parse them. */
  stripAttributes(attributes: string): string {
    return attributes === '' ? '' : this.#stripState.strip(attributes);
  }

  link({ title, html }: WrittenLink, trail: string): string {
    const [, inside = '', behind = trail] = trailOf(this.site).exec(trail) ?? [];
    const shown = html + inside;
    this.#use(title);
    return this.#stripState.strip(() => this.#anchor(title, shown)) + behind;
  }

  /** Writes the link to a redirect target. If the target is a redirect, links the target page without following the redirect. */
  redirect(title: ParsedTitle, shown: string): string {
    const usual = this.link({ title, html: escapeAttribute(shown) }, '');
    const { namespace, dbkey, interwiki } = title;
    if (interwiki !== '') return usual;
    const isItself = this.#isItself(title);
    if (isItself) this.used.links.set(titleKey(namespace, dbkey), title);
    return this.#stripState.strip(() =>
      this.known.pages.get(titleKey(namespace, dbkey))
        ? anchor(escapeAttribute(shown), {
            href: this.site.urls.local(title, 'redirect=no'),
            class: 'mw-redirect',
            title: this.titles.text(title),
          })
        : usual,
    );
  }

  #use(title: ParsedTitle): void {
    const { namespace, dbkey, interwiki } = title;
    if (interwiki !== '') this.used.interwikis.set(this.titles.text(title), title);
    else if (namespace === NS.MEDIA) this.used.files.add(dbkey);
    else if (namespace >= 0 && dbkey !== '' && !this.#isItself(title)) this.used.links.set(titleKey(namespace, dbkey), title);
    if (interwiki === '' && namespace === NS.FILE) this.checkedFiles.add(dbkey);
  }

  readonly checkedFiles = new Set<string>();

  #isItself({ namespace, dbkey }: Title): boolean {
    return namespace === this.#title.namespace && dbkey === this.#title.dbkey;
  }

  #anchor(written: ParsedTitle, shown: string): string {
    const { site, titles } = this;
    const title = this.#inVariants(written);
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
      if (local === undefined) return this.#redLink(shown, site.urls.local(title), name);
      const page = { namespace, dbkey: local };
      return anchor(shown, { href: site.urls.local(page) + hash, title: titles.text(page) });
    }
    const isThere = redirect !== undefined || namespace < 0 || (namespace === NS.FILE && this.known.files.has(dbkey));
    if (!isThere) return this.#redLink(shown, site.urls.local(title, 'action=edit&redlink=1'), name);
    return anchor(shown, { href: site.urls.local(title) + hash, ...(redirect && { class: 'mw-redirect' }), title: name });
  }

  #inVariants(title: ParsedTitle): ParsedTitle {
    const variant = title.interwiki === '' ? this.known.variants?.get(titleKey(title.namespace, title.dbkey)) : undefined;
    return variant ? { ...title, dbkey: variant.dbkey } : title;
  }

  #redLink(shown: string, href: string, name: string): string {
    return anchor(shown, { href, class: 'new', title: this.#interfaceTexts.missing.replace('$1', () => name) });
  }

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
    this.used.categories.set(dbkey, label);
  }

  language(title: ParsedTitle): void {
    this.used.languages.push(title);
  }

  use(target: ParsedTitle | string): void {
    if (typeof target === 'string') this.#useAddress(target);
    else this.#use(target);
  }

  checkFile(dbkey: string): void {
    this.checkedFiles.add(dbkey);
  }

  get noThumbnail(): string {
    return this.#interfaceTexts.noThumbnail;
  }

  image(title: ParsedTitle, options: string): string {
    this.show(title.dbkey);
    return imageHtml(this, title, options);
  }

  /** Records a displayed file. If the file is missing, a tracking category takes this position in the order of categories. */
  show(dbkey: string): void {
    this.used.files.add(dbkey);
    const key = SHOWN_FILE + dbkey;
    if (!this.used.categories.has(key)) this.used.categories.set(key, '');
  }

  strip(html: () => string): string {
    return this.#stripState.strip(html);
  }

  textOf(html: string): string {
    return this.#stripState.unstrip(html).replaceAll(/<[^>]*>/g, '');
  }

  readonly external = (written: string, label: string): string => {
    // A URL ends before `&lt;` or `&gt;`. The rest belongs to the label.
    const end = written.search(/&(?:lt|gt);/);
    const address = this.#useAddress(end < 0 ? written : written.slice(0, end));
    const text = end < 0 ? label : `${written.slice(end)} ${label}`;
    return this.#stripState.strip(
      text === ''
        ? externalAnchor(
            `[${formatNumber(this.#interfaceTexts.language, String(++this.#number))}]`,
            address,
            'external autonumber',
            this.site,
          )
        : externalAnchor(ABSOLUTE.test(text) ? this.#stripState.keep(text) : text, address, 'external text', this.site),
    );
  };

  #useAddress(written: string): string {
    const address = cleanAddress(written);
    if (!isOwnAddress(address, this.site)) this.used.externals.add(normalizeUrl(address));
    return address;
  }

  freeLinks(text: string): string {
    return text.replaceAll(freeLinksOf(this.site), (whole, address?: string, kind?: string, number?: string, isbn?: string) => {
      if (isbn !== undefined) return this.#bookLink(isbn);
      if (kind !== undefined) return this.#numberLink(kind, number as string);
      const url = address && freeAddress(address, this.site);
      if (!url) return whole;
      const shown = this.#useAddress(url);
      return (
        this.#stripState.strip(externalAnchor(this.#stripState.keep(escapeAttribute(shown)), shown, 'external free', this.site)) +
        whole.slice(url.length)
      );
    });
  }

  #numberLink(kind: string, number: string): string {
    this.used.categories.set(`${TRACKED}magiclink-tracking-${kind.toLowerCase()}`, '');
    const href = NUMBERED[kind as keyof typeof NUMBERED] + number + (kind === 'PMID' ? '?dopt=Abstract' : '');
    return this.#stripState.strip(
      `<a class="external mw-magiclink-${kind.toLowerCase()}" rel="nofollow" href="${href}">${kind} ${number}</a>`,
    );
  }

  #bookLink(written: string): string {
    this.used.categories.set(`${TRACKED}magiclink-tracking-isbn`, '');
    const shown = written.replaceAll(MAGIC_SPACE, ' ');
    const dbkey = `${localSpecialName(this.site, 'Booksources') ?? 'BookSources'}/${shown.replaceAll(/[- ]/g, '').replace('x', 'X')}`;
    const href = this.site.urls.local({ namespace: NS.SPECIAL, dbkey });
    return this.#stripState.strip(`<a href="${escapeAttribute(href)}" class="internal mw-magiclink-isbn">ISBN ${shown}</a>`);
  }

  behavior(name: string): string {
    this.used.switches.add(name);
    if (name !== 'toc' || this.hasTocPlaceholder) return '';
    this.hasTocPlaceholder = true;
    return TOC_PLACEHOLDER;
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
        if (name === '') return { html: `<span class="error">${this.#interfaceTexts.namelessIndicator}</span>` };
        this.used.indicators.set(name, withoutParagraph(blocksOf(parse(inner))));
        return { html: '' };
      }
      default:
        return undefined;
    }
  }

  rest(): string {
    return this.#references.rest();
  }
}

/** Matches labels that are URLs themselves, which are not converted to other language variants. */
const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\//i;

/** Returns the wiki's link trail pattern, which matches the letters after a link that become part of its label. */
const trailOf = perSite(({ general }) => {
  const [, source = '^([a-z]+)(.*)$', flags = 's'] = /^\/(.*)\/([a-zA-Z]*)$/s.exec((general.linktrail as string | undefined) ?? '') ?? [];
  try {
    return new RegExp(source.replaceAll(/\\x\{([0-9a-f]+)\}/gi, '\\u{$1}'), flags.includes('u') ? 'su' : 's');
  } catch {
    return /^([a-z]+)(.*)$/s;
  }
});
