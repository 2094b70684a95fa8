import { type FieldFacts, normalFormC } from '@wikiquery/core/host';
import { cleanXml, escapeText, escapeXmlAttribute, type ResultFrame } from '@wikiquery/html';
import { collectPieces, MOST_AT_ONCE, textPieces } from '../json-pieces.ts';
import { declaredOf } from './declared.ts';
import { xmlName } from './name.ts';

/** Options of {@link writeXml}. `declared`: the declaration of the response. */
export interface XmlOptions {
  readonly declared: FieldFacts;
  /** Name of the root element. Default: `api`. */
  readonly root?: string;
  /** Lower bound of the values' size in bytes. */
  readonly size: number;
  readonly pretty?: boolean;
  /** Normalizes strings. Default: NFC. */
  readonly normalize?: (text: string) => string;
  readonly frame?: ResultFrame | undefined;
}

/**
 * Writes XML like MediaWiki's `ApiFormatXml`: scalars become attributes, objects and lists become child elements. Large responses are
 * written in pieces, which can be iterated only once.
 */
export function writeXml(value: unknown, options: XmlOptions): string | Iterable<string> {
  const pieces = framed(collectPieces(new Writer(options).document(value)), options.frame);
  return options.size > MOST_AT_ONCE ? pieces : [...pieces].join('');
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

  /** `indent`: number of spaces before each element on its own line; undefined: no line breaks. */
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

  /** Returns an element's start tag and its content: child elements or a string. */
  #open({ name, value, facts, attributes = '', isText = false }: Child): Opened {
    if (!isComposed(value)) {
      const space = isText && value !== null ? PRESERVE : '';
      return { begin: `${name}${attributes}${space}`, children: NONE, text: textOf(value) };
    }
    const { own, children, content } = this.#members(value, facts);
    const space = children.length === 0 && content ? PRESERVE : '';
    return { begin: `${name}${attributes}${own}${space}`, children, text: textOf(content?.value) };
  }

  /** Splits the members of an object or list into attributes, children and content. Content beside children becomes a child. */
  #members(value: object, facts: FieldFacts | undefined): Members {
    const isList = Array.isArray(value);
    const { markup, field } = declaredOf(facts, isList);
    const itemName = markup.element === undefined ? '_v' : xmlName(markup.element);
    const named: Child[] = [];
    const items: Child[] = [];
    let content: Child | undefined;
    let own = '';
    for (const [key, member] of entriesOf(value)) {
      if (member === undefined) continue;
      const declared = field(key);
      if (markup.key !== undefined)
        items.push({ name: itemName, value: member, facts: declared, attributes: this.#attribute(markup.key, key), isText: true });
      else if (isList) items.push({ name: itemName, value: member, facts: declared });
      else if (declared?.isContent || key === '*')
        content = member === null ? undefined : { name: xmlName(key), value: member, isText: true };
      else if (INTEGER.test(key)) items.push({ name: itemName, value: member, facts: declared, attributes: this.#attribute('_idx', key) });
      // MediaWiki reserves keys with this prefix for metadata.
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

interface Child {
  readonly name: string;
  readonly value: unknown;
  readonly facts?: FieldFacts | undefined;
  readonly attributes?: string;
  /** Whether to write `xml:space="preserve"`. */
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
/** Matches keys that PHP converts to integers. */
const INTEGER = /^(?:0|-?[1-9]\d{0,17})$/;

const newline = (indent: number | undefined): string => (indent === undefined ? '' : `\n${' '.repeat(indent)}`);

const NONE: readonly Child[] = [];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value));

const isComposed = (value: unknown): value is object => typeof value === 'object' && value !== null;

const entriesOf = (value: object): Iterable<readonly [string, unknown]> => (value instanceof Map ? value : Object.entries(value));
