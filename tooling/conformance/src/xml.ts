import { SaxesParser } from 'saxes';
import { type Entry, type JsonNode, mapEntries, type ObjectNode, text } from './json.ts';

/**
 * Parses XML into a JSON tree, so that the same masks apply. An element becomes an object with its sorted attributes, its child elements in
 * order, and its text under `*`. Returns undefined for malformed XML.
 */
export function readXml(document: string): JsonNode | undefined {
  const open: Element[] = [];
  let root: ObjectNode | undefined;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const names = Object.keys(attributes as Record<string, string>).sort();
    open.push({ name, text: '', entries: names.map(key => entry(key, text(String(attributes[key as never])))) });
  });
  parser.on('text', piece => {
    const element = open.at(-1);
    if (element) element.text += piece;
  });
  parser.on('closetag', () => {
    const { name, text: content, entries } = open.pop() as Element;
    const node: ObjectNode = { type: 'object', entries: content === '' ? entries : [...entries, entry('*', text(content))] };
    const parent = open.at(-1);
    if (parent) parent.entries.push(entry(name, node));
    else root = { type: 'object', entries: [entry(name, node)] };
  });
  try {
    parser.write(document).close();
  } catch {
    return undefined;
  }
  // Mask paths start below `<api>`.
  const [only] = root?.entries ?? [];
  return only?.key === 'api' ? only.value : root;
}

interface Element {
  readonly name: string;
  readonly entries: Entry[];
  text: string;
}

/** Makes the names of repeated elements unique: `page`, `page 2`, `page 3`. */
export function numbered(node: JsonNode): JsonNode {
  if (node.type !== 'object') return node;
  const counts = new Map<string, number>();
  return mapEntries(node, ({ key, value }) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return entry(count === 1 ? key : `${key} ${count}`, numbered(value));
  });
}

const entry = (key: string, value: JsonNode): Entry => ({ rawKey: JSON.stringify(key), key, value });

/** Returns the continue values of an XML response, or undefined if it has none. */
export function continuationOf(document: string): Record<string, string> | undefined {
  const node = readXml(document);
  const found = node?.type === 'object' ? node.entries.find(({ key }) => key === 'continue')?.value : undefined;
  if (found?.type !== 'object') return undefined;
  return Object.fromEntries(found.entries.flatMap(({ key, value }) => (value.type === 'string' ? [[key, value.value]] : [])));
}
