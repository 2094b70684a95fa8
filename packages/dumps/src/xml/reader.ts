import { SaxesParser } from 'saxes';
import type { Contributor, DumpSite, FileProblem, Item, SlotItem } from '../items.ts';
import { hasFileNames } from '../write/files.ts';

/** Supported versions of the export format: https://www.mediawiki.org/wiki/Help:Export */
const VERSIONS = /^0\.(?:[3-9]|10|11)$/;

/** Maximum bytes of a text, as in MediaWiki's tables on MariaDB. A broken file could contain an endless text. */
const MAX_TEXT = (16 << 20) - 1;

/** Maximum depth of elements, and maximum children of an element: a page stays in memory until its end. Real dumps have far fewer. */
const MAX_DEPTH = 100;
const MAX_CHILDREN = 10_000;
const MAX_UNKNOWN = 100;

export interface Receiver {
  site(site: DumpSite): void;
  item(item: Item): void;
  warn(problem: FileProblem): void;
}

/** Thrown to end the reading of a dump. Items that were emitted before are complete. */
export class DumpError extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Parses MediaWiki's XML export from chunks of any size and emits each item as soon as it is complete. */
export class DumpReader {
  readonly #receiver: Receiver;
  readonly #parser = new SaxesParser({ xmlns: false });
  readonly #open: Element[] = [];
  #page: OpenPage | undefined;
  readonly #unknown = new Set<string>();
  #counted = { characters: 0, bytes: 0 };
  #piece = '';
  #pieceBegin = 0;
  /** Incomplete entity at the end of the last chunk. */
  #rest = '';
  #lastEvent = 0;
  /** Whether the next characters are the text of a revision, directly after its start tag. */
  #isText = false;
  /** Parser position after the last start tag, and number of characters that bypassed the parser. */
  #behindTag = 0;
  #spared = 0;

  constructor(receiver: Receiver) {
    this.#receiver = receiver;
    this.#parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
      if (!/^utf-?(?:8|16)$/i.test(encoding)) throw this.#error(`The file declares the encoding ${encoding}. Convert it to UTF-8.`);
    });
    this.#parser.on('opentag', tag => this.#begin(tag));
    this.#parser.on('closetag', () => this.#end());
    this.#takeText();
    this.#parser.on('error', error => {
      throw this.#error(`Invalid XML: ${error.message.replace(/^\d+:\d+: /, '')}`);
    });
  }

  write(text: string): void {
    this.#piece = this.#rest + text;
    this.#rest = '';
    for (let at = 0; at < this.#piece.length; ) at = this.#isText ? this.#text(at) : this.#markup(at);
    this.#count(this.#pieceBegin + this.#piece.length);
    this.#pieceBegin += this.#piece.length;
    this.#piece = '';
    if (this.#counted.bytes - this.#lastEvent > MAX_TEXT) this.#discardText();
  }

  /** Ends the file. Throws a {@link DumpError} if the dump is incomplete. */
  close(): void {
    this.#isText = false;
    this.write('');
    if (this.#open.length > 0) throw this.#error('The file ends in the middle of the dump. Download it again.');
    try {
      this.#parser.close();
    } catch (error) {
      throw error instanceof DumpError ? error : this.#error('The file contains no dump.');
    }
  }

  /** Passes markup to the parser, up to the end of the next `<text>` tag. */
  #markup(at: number): number {
    const tag = this.#piece.indexOf('<text', at);
    const end = (tag < 0 ? -1 : this.#piece.indexOf('>', tag)) + 1 || this.#piece.length;
    this.#parser.write(this.#piece.slice(at, end));
    this.#isText = this.#open.at(-1)?.name === 'text' && this.#behindTag === this.#pieceBegin + end;
    return end;
  }

  /** Reads plain text without the parser, which would examine each character. Most of a dump is plain text. */
  #text(at: number): number {
    const piece = this.#piece;
    const tag = piece.indexOf('<', at);
    this.#isText = tag < 0;
    const end = tag < 0 ? piece.length - (/&[^;]*$/.exec(piece.slice(-MAX_ENTITY))?.[0].length ?? 0) : tag;
    const text = plainText(piece.slice(at, end));
    if (text === undefined) {
      this.#isText = false;
      return this.#markup(at);
    }
    const element = this.#open.at(-1) as Element;
    if (!element.isTooLong) element.text += text;
    this.#spared += end - at;
    if (tag < 0) [this.#piece, this.#rest] = [piece.slice(0, end), piece.slice(end)];
    return end;
  }

  problem(message: string): FileProblem {
    return { message, offset: this.#counted.bytes, page: this.#page?.title };
  }

  #takeText(): void {
    const take = (text: string): void => {
      const element = this.#open.at(-1);
      if (element && !element.isTooLong) element.text += text;
    };
    this.#parser.on('text', take);
    this.#parser.on('cdata', take);
  }

  #discardText(): void {
    const element = this.#open.at(-1);
    if (element?.name !== 'text') throw this.#error(`An element is longer than ${MAX_TEXT} bytes.`);
    element.isTooLong = true;
    this.#parser.off('text');
    this.#parser.off('cdata');
  }

  #error(message: string): DumpError {
    this.#count(this.#position());
    return new DumpError(this.problem(message));
  }

  #warn(message: string): void {
    this.#count(this.#position());
    this.#receiver.warn(this.problem(message));
  }

  #position(): number {
    return this.#parser.position + this.#spared;
  }

  #count(character: number): void {
    const from = Math.max(this.#counted.characters - this.#pieceBegin, 0);
    const to = Math.min(character - this.#pieceBegin, this.#piece.length);
    if (to <= from) return;
    this.#counted = { characters: this.#pieceBegin + to, bytes: this.#counted.bytes + Buffer.byteLength(this.#piece.slice(from, to)) };
  }

  #begin({ name, attributes }: { readonly name: string; readonly attributes: Record<string, string> }): void {
    const parent = this.#open.at(-1);
    this.#lastEvent = this.#counted.bytes;
    this.#behindTag = this.#position();
    if (!parent) this.#checkRoot(name, attributes);
    else if (name === 'page' && parent.name === 'mediawiki') {
      this.#count(this.#position());
      this.#page = { begun: false, title: undefined, offset: this.#counted.bytes - '<page>'.length };
    } else if ((name === 'revision' || name === 'upload') && parent.name === 'page') this.#beginPage(parent);
    if (this.#open.length >= MAX_DEPTH) throw this.#error(`Elements are nested more than ${MAX_DEPTH} levels deep.`);
    if (parent && parent.children.length >= MAX_CHILDREN) throw this.#error(`<${parent.name}> has more than ${MAX_CHILDREN} children.`);
    this.#open.push({ name, attributes, text: '', isTooLong: false, children: [] });
  }

  #checkRoot(name: string, { version = '' }: Record<string, string>): void {
    if (name !== 'mediawiki') throw this.#error(`The root element is <${name}>, not <mediawiki>. Import a dump of a wiki.`);
    // Third-party programs omit the version, which MediaWiki accepts.
    if (version === '' || VERSIONS.test(version)) return;
    throw this.#error(`Version "${version}" of the export format is not supported. Supported versions: 0.3 to 0.11.`);
  }

  #end(): void {
    const element = this.#open.pop() as Element;
    const parent = this.#open.at(-1);
    if (element.isTooLong) this.#takeText();
    if (!parent) return;
    if (parent.name === 'mediawiki') this.#endTop(element, parent);
    else if (parent.name === 'page' && (element.name === 'revision' || element.name === 'upload')) this.#endVersion(element);
    else {
      if (parent.name === 'page' && element.name === 'title' && this.#page) this.#page.title = element.text;
      parent.children.push(element);
    }
  }

  #endTop(element: Element, root: Element): void {
    switch (element.name) {
      case 'siteinfo':
        this.#receiver.site(readSite(element, root.attributes));
        return;
      case 'page':
        this.#beginPage(element);
        if (this.#page?.begun === true) this.#receiver.item({ kind: 'end of page' });
        this.#page = undefined;
        return;
      case 'logitem':
        this.#log(element);
        return;
      default:
        if (this.#unknown.has(element.name) || this.#unknown.size >= MAX_UNKNOWN) return;
        this.#warn(`The unknown element <${element.name}> is skipped.`);
        this.#unknown.add(element.name);
    }
  }

  /** Emits the page item, because all properties of a page precede its first revision. */
  #beginPage(element: Element): void {
    const page = this.#page;
    if (page?.begun !== false) return;
    const [id, namespace] = [number(element, 'id'), number(element, 'ns')];
    const title = page.title;
    if (id === undefined || id <= 0 || !title) {
      page.begun = 'refused';
      this.#warn('A page without an ID or title is skipped.');
      return;
    }
    page.begun = true;
    const redirect = child(element, 'redirect');
    const target = redirect && (redirect.attributes.title ?? '');
    this.#receiver.item({
      kind: 'page',
      id,
      namespace,
      title,
      redirect: target,
      restrictions: text(element, 'restrictions'),
      offset: page.offset,
    });
  }

  #endVersion(element: Element): void {
    if (this.#page?.begun !== true) return;
    const timestamp = fourteenDigits(text(element, 'timestamp'));
    if (!timestamp) {
      this.#warn(`A ${element.name} with the invalid time "${text(element, 'timestamp') ?? ''}" is skipped.`);
      return;
    }
    const by = { timestamp, contributor: readContributor(element), comment: text(element, 'comment') ?? '' };
    if (element.name === 'upload') {
      const [filename, size, sha1] = [text(element, 'filename'), number(element, 'size'), text(element, 'sha1base36')];
      if (!filename) return;
      const archiveName = text(element, 'archivename');
      if (!hasFileNames(filename, archiveName)) {
        this.#warn('An upload is skipped: its name is not a valid file name.');
        return;
      }
      this.#receiver.item({ kind: 'upload', ...by, filename, archiveName, size: size ?? 0, sha1: sha1 ?? '', hidden: hiddenBits(element) });
      return;
    }
    const id = number(element, 'id');
    if (id === undefined || id <= 0) {
      this.#warn(`A revision of ${timestamp} without an ID is skipped.`);
      return;
    }
    const main = readSlot(element, 'main');
    const others = element.children.filter(({ name }) => name === 'content').map(content => readSlot(content, text(content, 'role') ?? ''));
    if ([element, ...element.children].some(each => isTooLong(child(each, 'text')))) {
      this.#warn(`The text of revision ${id} is longer than ${MAX_TEXT} bytes and is skipped.`);
    }
    this.#receiver.item({
      kind: 'revision',
      id,
      parent: number(element, 'parentid'),
      ...by,
      minor: child(element, 'minor') !== undefined,
      hidden: (isHidden(element, 'text') ? 1 : 0) | hiddenBits(element),
      slots: [main, ...others.filter(({ role }) => role !== '')],
      sha1: text(element, 'sha1') || undefined,
    });
  }

  #log(element: Element): void {
    const [id, timestamp] = [number(element, 'id'), fourteenDigits(text(element, 'timestamp'))];
    if (id === undefined || !timestamp) {
      this.#warn('A log entry without an ID or time is skipped.');
      return;
    }
    this.#receiver.item({
      kind: 'log',
      id,
      timestamp,
      contributor: readContributor(element),
      comment: text(element, 'comment') ?? '',
      type: text(element, 'type') ?? '',
      action: text(element, 'action') ?? '',
      title: text(element, 'logtitle'),
      params: text(element, 'params') ?? '',
      hidden: (isHidden(element, 'text') ? 1 : 0) | hiddenBits(element),
    });
  }
}

const MAX_ENTITY = 6;
const OTHER_ENTITY = /&(?!(?:lt|gt|amp|quot);)/;
/** A line end that XML normalizes, or a character that XML forbids. */
const OTHER_CHARACTER = /[^\t\n -\ufffd]/;

/** Decodes the standard entities. Returns undefined for text that only the parser can decode. */
function plainText(written: string): string | undefined {
  if (OTHER_CHARACTER.test(written)) return undefined;
  if (!written.includes('&')) return written;
  if (OTHER_ENTITY.test(written)) return undefined;
  return written.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

interface Element {
  readonly name: string;
  readonly attributes: Record<string, string>;
  text: string;
  isTooLong: boolean;
  readonly children: Element[];
}

interface OpenPage {
  begun: boolean | 'refused';
  title: string | undefined;
  readonly offset: number;
}

const child = (element: Element, name: string): Element | undefined => element.children.find(each => each.name === name);
const text = (element: Element, name: string): string | undefined => child(element, name)?.text;
const isHidden = (element: Element, name: string): boolean => child(element, name)?.attributes.deleted !== undefined;
const hiddenBits = (element: Element): number => (isHidden(element, 'comment') ? 2 : 0) | (isHidden(element, 'contributor') ? 4 : 0);

function number(element: Element, name: string): number | undefined {
  const written = text(element, name);
  return written !== undefined && /^-?\d{1,15}$/.test(written) ? Number(written) : undefined;
}

function fourteenDigits(written: string | undefined): string | undefined {
  const digits = written?.replace(/^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?Z$/, '$1$2$3$4$5$6');
  return digits !== undefined && /^\d{14}$/.test(digits) ? digits : undefined;
}

function readContributor(element: Element): Contributor {
  const contributor = child(element, 'contributor');
  if (!contributor || contributor.attributes.deleted !== undefined) return undefined;
  const name = text(contributor, 'username') ?? text(contributor, 'ip');
  return name ? { name, id: number(contributor, 'id') ?? 0 } : undefined;
}

const isTooLong = (content: Element | undefined): boolean =>
  content !== undefined && (content.isTooLong || (content.text.length * 3 > MAX_TEXT && Buffer.byteLength(content.text) > MAX_TEXT));

function readSlot(element: Element, role: string): SlotItem {
  const content = child(element, 'text');
  const { bytes, sha1, deleted } = content?.attributes ?? {};
  const size = bytes !== undefined && /^\d+$/.test(bytes) ? Number(bytes) : undefined;
  // A stub contains the size of the text, but not the text.
  const hasText = content && deleted === undefined && !isTooLong(content) && (content.text !== '' || !size);
  return {
    role,
    model: text(element, 'model'),
    origin: number(element, 'origin'),
    text: hasText ? content.text : undefined,
    bytes: size,
    sha1: sha1 || undefined,
  };
}

function readSite(element: Element, { version = '', 'xml:lang': language }: Record<string, string>): DumpSite {
  const namespaces = (child(element, 'namespaces')?.children ?? []).flatMap(({ attributes, text: name }) => {
    const id = Number(attributes.key);
    return Number.isInteger(id) ? [{ id, name, case: attributes.case ?? text(element, 'case') ?? 'first-letter' }] : [];
  });
  return {
    version,
    language,
    sitename: text(element, 'sitename'),
    dbname: text(element, 'dbname'),
    base: text(element, 'base'),
    generator: text(element, 'generator'),
    case: text(element, 'case'),
    namespaces,
  };
}
