/** The kind of a text, which decides where it is sent. */
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

/** A text that may cost more than its length. */
export interface Shape {
  readonly name: string;
  readonly kind: Kind;
  /** Returns a text of about so many bytes of UTF-8. */
  make(size: number): string;
}

/** Repeats `unit` as often as it fits. */
export const repeat = (unit: string, size: number): string => unit.repeat(Math.max(1, Math.floor(size / Buffer.byteLength(unit))));

/** Joins numbered units until the text is long enough. */
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

/** Makes shapes of one kind by name. */
export const shapes = (kind: Kind, makers: Readonly<Record<string, Shape['make']>>): Shape[] =>
  Object.entries(makers).map(([name, make]) => ({ name, kind, make }));
