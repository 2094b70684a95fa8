/** What a text is taken for, which decides where it is sent. */
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

/** A text that is made to cost more than its length. */
export interface Shape {
  readonly name: string;
  readonly kind: Kind;
  /** A text of about so many bytes of UTF-8. */
  make(size: number): string;
}

/** `unit`, as often as it fits. */
export const repeat = (unit: string, size: number): string => unit.repeat(Math.max(1, Math.floor(size / Buffer.byteLength(unit))));

/** One after the other, each with its number, until the text is long enough. */
export function numbered(unit: (number: number) => string, size: number): string {
  const parts: string[] = [];
  for (let i = 0, length = 0; length < size; i++) length += Buffer.byteLength(parts[parts.push(unit(i)) - 1] as string);
  return parts.join('');
}

/** The shape of `head`, units, `tail`. */
export const between =
  (head: string, unit: string, tail = ''): Shape['make'] =>
  size =>
    head + repeat(unit, size - head.length - tail.length) + tail;

/** All that opens, then all that closes. */
export const nested =
  (open: string, close: string, middle = 'x'): Shape['make'] =>
  size => {
    const depth = Math.max(1, Math.floor(size / Buffer.byteLength(open + close)));
    return open.repeat(depth) + middle + close.repeat(depth);
  };

/** The same units again and again. */
export const repeated =
  (unit: string): Shape['make'] =>
  size =>
    repeat(unit, size);

/** Shapes of one kind by their names. */
export const shapes = (kind: Kind, makers: Readonly<Record<string, Shape['make']>>): Shape[] =>
  Object.entries(makers).map(([name, make]) => ({ name, kind, make }));
