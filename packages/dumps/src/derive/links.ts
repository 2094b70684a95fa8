import { isInvalid, type ParsedTitle, type Site, type Title, type Titles, titleKey } from '@wikiquery/core';
import { normalizeUrl } from '@wikiquery/links/external';
import { decodeCharacterReferences, resolveSubpage } from '@wikiquery/titles';
import {
  behaviorSwitches,
  extensionTagsOf,
  type Heading,
  isLocalPrefix,
  type Node,
  preprocess,
  replaceLinks,
  toSource,
  unescapedTarget,
} from '@wikiquery/wikitext';

export interface WrittenLinks {
  readonly pages: Map<string, Title>;
  readonly files: Set<string>;
  /** Sort keys by category (dbkey). The key is empty if the link has none. */
  readonly categories: Map<string, string>;
  readonly urls: Set<string>;
  readonly languages: Map<string, string>;
  readonly interwikis: Map<string, { readonly prefix: string; readonly dbkey: string }>;
  /** Behavior switches by name, such as `notoc` and `hiddencat`. */
  readonly switches: Set<string>;
}

export interface DerivedLinkContext {
  readonly site: Site;
  readonly titles: Titles;
  readonly title: Title;
  /** Called for each displayed image with its options. Gallery images have no options. */
  onPicture?(name: string, options: string): void;
}

const [MEDIA, SPECIAL, FILE, CATEGORY] = [-2, -1, 6, 14];

/** Placeholder for links and tags that were already read. */
const MARK = '\x7f';

/** Finds links in expanded wikitext in the order of MediaWiki's parser, so that text that is part of one link is not part of another. */
export class LinkFinder {
  readonly links: WrittenLinks = {
    pages: new Map(),
    files: new Set(),
    categories: new Map(),
    urls: new Set(),
    languages: new Map(),
    interwikis: new Map(),
    switches: new Set(),
  };
  readonly #context: DerivedLinkContext;
  readonly #patterns: Patterns;
  readonly #captions: string[] = [];

  constructor(context: DerivedLinkContext) {
    this.#context = context;
    this.#patterns = patternsOf(context.site);
  }

  read(wikitext: string): void {
    const text = this.#switches(this.#plain(wikitext));
    this.#free(this.#bracketed(this.#internal(text)));
    for (const caption of this.#captions.splice(0)) this.#free(caption);
  }

  /** Adds a link that is not in the text itself, such as the target of a redirect. */
  add(title: ParsedTitle): void {
    const { namespace, dbkey, interwiki } = title;
    if (interwiki !== '') this.links.interwikis.set(`${interwiki}:${dbkey}`, { prefix: interwiki, dbkey });
    else if (namespace === MEDIA) this.links.files.add(dbkey);
    else if (namespace !== SPECIAL && dbkey !== '') this.links.pages.set(titleKey(namespace, dbkey), { namespace, dbkey });
  }

  /** Removes extension tags. Reads the contents of tags that contain wikitext first. */
  #plain(wikitext: string): string {
    let text = '';
    // Headings contain nodes, even other headings, so a stack replaces recursion.
    const stack = preprocess(wikitext, { extensionTags: extensionTagsOf(this.#context.site) }).toReversed();
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (typeof node === 'string') text += node;
      else if (node.kind === 'heading') for (const child of headingText(node).toReversed()) stack.push(child);
      else if (node.kind === 'ext') {
        if (node.name.toLowerCase() === 'gallery') this.#gallery(node.inner ?? '');
        else if (HOLDS_WIKITEXT.has(node.name.toLowerCase()) && node.inner) this.read(node.inner);
        text += MARK;
      } else if (node.kind === 'template' || node.kind === 'argument') {
        const source = toSource([node]);
        // The result of a parser function that was not expanded is unknown.
        text += /^\{\{\s*#/.test(source) ? MARK : source;
      }
    }
    return text;
  }

  #switches(text: string): string {
    const { pattern, nameOf } = behaviorSwitches(this.#context.site);
    return text.replace(pattern, written => {
      const name = nameOf(written);
      if (name === undefined) return written;
      this.links.switches.add(name);
      return '';
    });
  }

  #gallery(inner: string): void {
    for (const line of inner.split('\n')) {
      const [name = '', ...rest] = line.split('|');
      const title = name.trim() === '' ? undefined : this.#context.titles.local(unescapedTarget(name), FILE);
      if (!title) continue;
      if (title.namespace === FILE) {
        this.#context.onPicture?.(title.dbkey, '');
        this.links.files.add(title.dbkey);
      }
      const caption = rest.join('|');
      this.#target(caption.split('|'));
      this.read(caption);
    }
  }

  #internal(text: string): string {
    return replaceLinks<Link>(text, {
      linkTo: target => this.#linkTo(target),
      holdsLinks: ({ title, isEscaped }) => title.namespace === FILE && !isEscaped,
      replace: (before, link, label, behind) => {
        this.#follow(link, label);
        return before + MARK + behind;
      },
    });
  }

  #linkTo(target: string): Link | undefined {
    if (target === '' || this.#patterns.protocol.test(target) || target.includes(MARK)) return undefined;
    const { site, titles, title: page } = this.#context;
    const title = titles.parse(resolveSubpage(target, page, site, titles));
    if (isInvalid(title)) return undefined;
    return { title, isEscaped: target.startsWith(':') || isLocalPrefix(target, site) };
  }

  #follow({ title, isEscaped }: Link, label: string): void {
    const { title: page, site } = this.#context;
    const { namespace, dbkey, interwiki, fragment } = title;
    if (!isEscaped) {
      const known = interwiki === '' ? undefined : site.interwikis.get(interwiki);
      if (known && (known.language !== undefined || known.extralanglink) && (page.namespace % 2 === 0 || page.namespace < 0)) {
        const name = dbkey.replaceAll('_', ' ') + (fragment === '' ? '' : `#${fragment}`);
        if (!this.links.languages.has(interwiki)) this.links.languages.set(interwiki, name);
        return;
      }
      if (interwiki === '' && namespace === FILE) {
        this.#context.onPicture?.(dbkey, label);
        const options = this.#internal(this.#bracketed(label)).split('|');
        this.#target(label.split('|'));
        this.links.files.add(dbkey);
        // Only thumbnails and frames display a caption.
        if (options.some(option => this.#patterns.frames.has(option.trim()))) this.#captions.push(options.at(-1) as string);
        return;
      }
      if (interwiki === '' && namespace === CATEGORY) {
        this.links.categories.set(dbkey, label);
        return;
      }
    }
    const isItself = interwiki === '' && namespace === page.namespace && dbkey === page.dbkey;
    if (!isItself) this.add(title);
  }

  /** Adds the page or URL that an image links to: `link=Page` or `link=https://…`. */
  #target(options: readonly string[]): void {
    for (const option of options) {
      const target = this.#patterns.link.exec(option.trim())?.[1]?.trim();
      if (!target) continue;
      if (this.#patterns.protocol.test(target)) this.#url(target);
      else {
        const title = this.#context.titles.parse(target);
        if (!isInvalid(title)) this.add(title);
      }
    }
  }

  #bracketed(text: string): string {
    let out = '';
    let done = 0;
    /** Position of the next character that ends a link text. It is searched once, not for each link. */
    let end = 0;
    for (const match of text.matchAll(this.#patterns.bracketed)) {
      const [whole, url = ''] = match;
      if (match.index < done) continue;
      const from = match.index + whole.length;
      if (end < from) {
        NO_LABEL.lastIndex = from;
        end = NO_LABEL.exec(text)?.index ?? text.length;
      }
      if (text[end] !== ']') continue;
      this.#url(url.replace(/&(?:lt|gt);.*$/s, ''));
      out += text.slice(done, match.index) + MARK;
      done = end + 1;
    }
    return out + text.slice(done);
  }

  #free(text: string): void {
    // Text after the last `>` contains no tags.
    const end = text.lastIndexOf('>') + 1;
    const { free, addresses } = this.#patterns;
    for (const [, address, protocol = ''] of [...text.slice(0, end).matchAll(free), ...text.slice(end).matchAll(addresses)]) {
      if (address === undefined) continue;
      const cut = address.replace(/&(?:lt|gt|nbsp|#x0*(?:3[ce]|a0)|#0*(?:60|62|160));.*$/is, '');
      const signs = cut.includes('(') ? /(?<![,;.:!?])[,;.:!?]+$/ : /(?<![,;.:!?)])[,;.:!?)]+$/;
      const url = cut.replace(signs, end =>
        end.startsWith(';') && /&(?:[a-z]+|#x[\da-f]+|#\d+)$/i.test(cut.slice(0, -end.length)) ? ';' : '',
      );
      if (url.length > protocol.length) this.#url(url);
    }
  }

  #url(written: string): void {
    const url = normalizeUrl(decodeCharacterReferences(written));
    const { server } = this.#context.site.general;
    const isOwn = typeof server === 'string' && server !== '' && url.startsWith(server) && /^(?:[?/#]|$)/.test(url.slice(server.length));
    if (!isOwn) this.links.urls.add(url);
  }
}

function headingText({ children }: Heading): Node[] {
  const nodes = [...children];
  const [first] = nodes;
  if (typeof first === 'string') nodes[0] = first.replace(/^=+/, ' ');
  const last = nodes.at(-1);
  if (typeof last === 'string') nodes[nodes.length - 1] = last.replace(/(?<!=)=+$/, ' ');
  return nodes;
}

interface Link {
  readonly title: ParsedTitle;
  /** Whether a leading colon or a prefix of this wiki makes it a link to the page itself, instead of a category, file or language. */
  readonly isEscaped: boolean;
}

export const HOLDS_WIKITEXT: ReadonlySet<string> = new Set(['ref', 'references', 'poem', 'indicator', 'section', 'langconvert']);

const CONTROLS = '\\x00-\\x08\\x0a-\\x1f';
/** A character that the text of an external link cannot contain. */
const NO_LABEL = new RegExp(`[\\]${CONTROLS}\\ufffd]`, 'g');

interface Patterns {
  readonly protocol: RegExp;
  readonly bracketed: RegExp;
  /** Matches URLs, and tags, so that URLs inside tags are skipped. */
  readonly free: RegExp;
  readonly addresses: RegExp;
  readonly link: RegExp;
  readonly frames: ReadonlySet<string>;
}

const patterns = new WeakMap<Site, Patterns>();

function patternsOf(site: Site): Patterns {
  let known = patterns.get(site);
  if (!known) {
    known = makePatterns(site);
    patterns.set(site, known);
  }
  return known;
}

function makePatterns({ info }: Site): Patterns {
  const all = (info.protocols as readonly string[] | undefined) ?? [];
  const choice = (protocols: readonly string[]): string => caseless(protocols.map(each => RegExp.escape(each)).join('|'));
  const character = '[^\\]\\[<>"\\x00-\\x20\\x7f\\p{Zs}\\ufffd]';
  const host = `(?:\\[[0-9a-fA-F:.]+\\]|${character})`;
  const addresses = `\\b((${choice(all.filter(each => each !== '//'))})${host}${character}*)`;
  const words = (info.magicwords as readonly MagicWord[] | undefined) ?? [];
  const link = words.find(({ name }) => name === 'img_link')?.aliases ?? ['link=$1'];
  return {
    protocol: new RegExp(`^(?:${choice(all)})`, 'u'),
    bracketed: new RegExp(`\\[((?:${choice(all)})${host}${character}*)`, 'gu'),
    free: new RegExp(`<[^>]*>|${addresses}`, 'gu'),
    addresses: new RegExp(addresses, 'gu'),
    link: new RegExp(`^(?:${link.map(alias => RegExp.escape(alias).replace('\\$1', '(.*)')).join('|')})$`, 's'),
    frames: new Set(words.filter(({ name }) => name === 'img_thumbnail' || name === 'img_framed').flatMap(({ aliases }) => aliases)),
  };
}

interface MagicWord {
  readonly name: string;
  readonly aliases: readonly string[];
}

/** Makes letters of a pattern match both cases. The flag `i` would also change the character classes of hosts. */
const caseless = (pattern: string): string => `(?i:${pattern})`;
