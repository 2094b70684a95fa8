import type { Site } from '@wikiquery/core';
import { beginningOfPage, END_OF_PAGE, escapeHtml, escapeText, escapeXmlAttribute } from '@wikiquery/html';

type Fields = ReadonlyMap<string, unknown>;

/** Returns a document in Microsoft's "XML Search Suggestions Format": https://msdn.microsoft.com/en-us/library/cc891508(v=vs.85).aspx */
export function searchSuggestion(fields: Fields, isPretty: boolean): string {
  const { text, titles, descriptions, urls, ...beside } = Object.fromEntries(fields) as unknown as Answer;
  const { warnings, limits, ...about } = beside;
  const items = titles.map((title, at) =>
    element('Item', {}, [
      preserved('Text', title),
      preserved('Url', urls[at]!),
      ...(descriptions[at] ? [preserved('Description', descriptions[at])] : []),
    ]),
  );
  const root = element('SearchSuggestion', { ...about, version: '2.0', xmlns: 'http://opensearch.org/searchsuggest2' }, [
    ...(warnings ? [ofWarnings(warnings)] : []),
    ...(limits ? [element('limits', limits)] : []),
    preserved('Query', text),
    element('Section', {}, items),
  ]);
  return `<?xml version="1.0"?>${write(root, isPretty ? '\n' : '')}`;
}

interface Answer extends Readonly<Record<string, unknown>> {
  readonly text: string;
  readonly titles: readonly string[];
  readonly descriptions: readonly string[];
  readonly urls: readonly string[];
  readonly limits?: Readonly<Record<string, number>>;
}

/** Wraps an XML document in an HTML page. */
export function pageAround(document: string, { general }: Site): string {
  const { sitename = '', generator } = general as { readonly sitename?: string; readonly generator?: string };
  const title = `${sitename} API result`;
  const note = 'This page shows the XML format for reading. Programs use <kbd>format=xml</kbd>.';
  const shown = `<pre class="api-pretty-content">${escapeHtml(document)}</pre>`;
  return `${beginningOfPage(title, generator)}<h1>${escapeHtml(title)}</h1><p>${note}</p>${shown}${END_OF_PAGE}`;
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly content: string | readonly Element[];
}

const element = (name: string, attributes: Element['attributes'], content: Element['content'] = []): Element => ({
  name,
  attributes,
  content,
});
const preserved = (name: string, text: string, attributes: Element['attributes'] = {}): Element =>
  element(name, { ...attributes, 'xml:space': 'preserve' }, text);

const ofWarnings = (warnings: unknown): Element =>
  element(
    'warnings',
    {},
    Array.isArray(warnings)
      ? warnings.map(each => ofValue('warning', each))
      : entriesOf(warnings).map(([name, each]) => ofValue(name, each)),
  );

/** Converts a value to an element: scalars to attributes, text fields to content, and nested values to child elements. */
function ofValue(name: string, value: unknown): Element {
  if (typeof value !== 'object' || value === null) return element(name, {}, String(value));
  const attributes: Record<string, unknown> = {};
  const within: Element[] = [];
  let text: Element | undefined;
  for (const [key, item] of entriesOf(value)) {
    if (TEXTS.has(key)) text = preserved(key, String(item));
    else if (Array.isArray(item))
      within.push(
        element(
          key,
          {},
          item.map(each => ofValue(key.endsWith('s') ? key.slice(0, -1) : '_v', each)),
        ),
      );
    else if (typeof item === 'object' && item !== null) within.push(ofValue(key, item));
    else attributes[key] = item;
  }
  if (text && within.length === 0) return { ...text, name, attributes: { ...attributes, ...text.attributes } };
  return element(name, attributes, text ? [...within, text] : within);
}

const TEXTS: ReadonlySet<string> = new Set(['*', 'text', 'html', 'warnings']);

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  value instanceof Map ? [...(value as Fields)] : Object.entries(value as object);

function write({ name, attributes, content }: Element, newline: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXmlAttribute(String(value))}"`);
  const start = `${newline}<${name}${written.join('')}`;
  if (content.length === 0) return `${start} />`;
  if (typeof content === 'string') return `${start}>${escapeText(content)}</${name}>`;
  const inner = newline && `${newline}  `;
  return `${start}>${content.map(each => write(each, inner)).join('')}${newline}</${name}>`;
}
