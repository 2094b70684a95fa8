import { type FieldFacts, normalFormC } from '@wikiquery/core/host';
import { cleanXml, escapeText, escapeXmlAttribute, type ResultFrame } from '@wikiquery/html';
import { textPieces } from '../json-pieces.ts';
import { declaredOf } from './declared.ts';
import { xmlName } from './name.ts';

export interface XmlOptions {
  /** What the value is declared to be. */
  readonly declared: FieldFacts;
  /** What the document is called: `api`. */
  readonly root?: string;
  /** Bytes of the values, or more. */
  readonly size: number;
  /** Over several lines. */
  readonly pretty?: boolean;
  /** Brings texts into the form that the language of the wiki has; Unicode normal form C when left out. */
  readonly normalize?: (text: string) => string;
  readonly frame?: ResultFrame | undefined;
}

/**
 * The fields of a response as MediaWiki writes them in XML (ApiFormatXml): in an element, text, numbers and what is true are attributes, objects
 * and lists are elements within. What is false or null is not there. How lists call their items, and which text is content, is declared.
 */
export function writeXml(value: unknown, options: XmlOptions): string | Iterable<string> {
  const pieces = framed(piecesOf(new Writer(options).document(value)), options.frame);
  return options.size > MOST_AT_ONCE ? pieces : [...pieces].join('');
}

/** Characters of a piece: some milliseconds of work at most. */
const PIECE = 16_384;
/** Bytes of values of which a whole answer may be written at once. */
const MOST_AT_ONCE = 8 * PIECE;

function* piecesOf(parts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const part of parts) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function* framed(pieces: Iterable<string>, frame: ResultFrame | undefined): Generator<string> {
  if (frame) yield frame.before;
  for (const piece of pieces) yield frame ? frame.escape(piece) : piece;
  if (frame) yield frame.after;
}

class Writer {
  readonly #declared: FieldFacts;
  readonly #root: string;
  readonly #indent: number | undefined;
  readonly #normalize: (text: string) => string;
  constructor({ declared, root = 'api', pretty, normalize = normalFormC }: XmlOptions) {
    this.#declared = declared;
    this.#root = root;
    this.#indent = pretty ? 0 : undefined;
    this.#normalize = normalize;
  }

  *document(value: unknown): Generator<string> {
    yield '<?xml version="1.0"?>';
    yield* this.#elements([{ name: this.#root, value, facts: this.#declared }], this.#indent);
  }

  /** `indent`: spaces before each element, on a line of its own; undefined on the same line. */
  *#elements(elements: readonly Child[], indent: number | undefined): Generator<string> {
    const line = newline(indent);
    const inner = indent === undefined ? undefined : indent + 2;
    for (const element of elements) {
      const { begin, children, text } = this.#open(element);
      if (children.length > 0) {
        yield `${line}<${begin}>`;
        yield* this.#elements(children, inner);
        yield `${line}</${element.name}>`;
      } else if (text === '') yield `${line}<${begin} />`;
      else {
        yield `${line}<${begin}>`;
        for (const piece of textPieces(text)) yield escapeText(this.#clean(piece));
        yield `</${element.name}>`;
      }
    }
  }

  /** The name with the attributes, and what stands in the element: others, or a text. */
  #open({ name, value, facts, attributes = '', isText = false }: Child): Opened {
    if (!isComposed(value)) {
      const space = isText && value !== null ? PRESERVE : '';
      return { begin: `${name}${attributes}${space}`, children: NONE, text: textOf(value) };
    }
    const { own, children, content } = this.#members(value, facts);
    const space = children.length === 0 && content ? PRESERVE : '';
    return { begin: `${name}${attributes}${own}${space}`, children, text: textOf(content?.value) };
  }

  /** What becomes attributes of an object, or a list, and what elements within. A text beside such is one of them. */
  #members(value: object, facts: FieldFacts | undefined): Members {
    const isList = Array.isArray(value);
    const { markup, field } = declaredOf(facts, isList);
    const called = markup.element === undefined ? '_v' : xmlName(markup.element);
    const named: Child[] = [];
    const items: Child[] = [];
    let content: Child | undefined;
    let own = '';
    for (const [key, member] of entriesOf(value)) {
      if (member === undefined) continue;
      const declared = field(key);
      if (markup.key !== undefined)
        items.push({ name: called, value: member, facts: declared, attributes: this.#attribute(markup.key, key), isText: true });
      else if (isList) items.push({ name: called, value: member, facts: declared });
      else if (declared?.isContent || key === '*')
        content = member === null ? undefined : { name: xmlName(key), value: member, isText: true };
      else if (INTEGER.test(key)) items.push({ name: called, value: member, facts: declared, attributes: this.#attribute('_idx', key) });
      // MediaWiki keeps under such keys what it knows of the others.
      else if (key.startsWith('_')) continue;
      else if (isComposed(member)) named.push({ name: xmlName(key), value: member, facts: declared });
      else if (declared?.markup?.isElement) named.push({ name: xmlName(key), value: member, isText: true });
      else if (member === true) own += this.#attribute(xmlName(key), '');
      else if (member !== null && member !== false) own += this.#attribute(xmlName(key), textOf(member));
    }
    const isAlone = named.length + items.length === 0 && !isComposed(content?.value);
    return isAlone
      ? { own, children: NONE, content }
      : { own, children: [...named, ...(content ? [content] : []), ...items], content: undefined };
  }

  #attribute(name: string, value: string): string {
    return ` ${name}="${escapeXmlAttribute(this.#clean(value))}"`;
  }

  #clean(text: string): string {
    return PLAIN.test(text) ? text : this.#normalize(cleanXml(text));
  }
}

/** An element to be written. */
interface Child {
  readonly name: string;
  readonly value: unknown;
  readonly facts?: FieldFacts | undefined;
  /** Written already. */
  readonly attributes?: string;
  /** White space in it counts, and it says so. */
  readonly isText?: boolean;
}

interface Opened {
  readonly begin: string;
  readonly children: readonly Child[];
  readonly text: string;
}

interface Members {
  readonly own: string;
  readonly children: readonly Child[];
  readonly content: Child | undefined;
}

const PRESERVE = ' xml:space="preserve"';
const PLAIN = /^[\x20-\x7e]*$/;
/** The keys that PHP takes for numbers. */
const INTEGER = /^(?:0|-?[1-9]\d{0,17})$/;

const newline = (indent: number | undefined): string => (indent === undefined ? '' : `\n${' '.repeat(indent)}`);

const NONE: readonly Child[] = [];

/** Of a text, a number or a boolean; of nothing none. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value));

const isComposed = (value: unknown): value is object => typeof value === 'object' && value !== null;

const entriesOf = (value: object): Iterable<readonly [string, unknown]> => (value instanceof Map ? value : Object.entries(value));
