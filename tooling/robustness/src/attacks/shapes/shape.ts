/** The kind of a text, which determines where it is sent. */
export type Kind =
  | 'wikitext'
  | 'module'
  | 'difference'
  | 'characters'
  | 'list'
  | 'title'
  | 'pattern'
  | 'number'
  | 'time'
  | 'address'
  | 'continue'
  | 'hexadecimal'
  | 'link'
  | 'printed'
  | 'page';

/** A pattern of texts that may be expensive to process. */
export interface Shape {
  readonly name: string;
  readonly kind: Kind;
  /** Returns a text of about `size` bytes in UTF-8. */
  make(size: number): string;
}

/** Repeats `unit` as often as it fits into `size` bytes, but at least once. */
export const repeat = (unit: string, size: number): string => unit.repeat(Math.max(1, Math.floor(size / Buffer.byteLength(unit))));

/** Joins numbered units until the text has at least `size` bytes. */
export function numbered(unit: (number: number) => string, size: number): string {
  const parts: string[] = [];
  for (let i = 0, length = 0; length < size; i++) length += Buffer.byteLength(parts[parts.push(unit(i)) - 1] as string);
  return parts.join('');
}

/** Puts repeated units between `head` and `tail`. */
export const between =
  (head: string, unit: string, tail = ''): Shape['make'] =>
  size =>
    head + repeat(unit, size - head.length - tail.length) + tail;

/** Nests `open` and `close` as deeply as the size allows. */
export const nested =
  (open: string, close: string, middle = 'x'): Shape['make'] =>
  size => {
    const depth = Math.max(1, Math.floor(size / Buffer.byteLength(open + close)));
    return open.repeat(depth) + middle + close.repeat(depth);
  };

export const repeated =
  (unit: string): Shape['make'] =>
  size =>
    repeat(unit, size);

/** Returns shapes of one kind. `makers`: functions that make the texts, by the name of the shape. */
export const shapes = (kind: Kind, makers: Readonly<Record<string, Shape['make']>>): Shape[] =>
  Object.entries(makers).map(([name, make]) => ({ name, kind, make }));
