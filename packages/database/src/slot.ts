import { type Expression, type OperationNode, type OperationNodeSource, ValueNode } from 'kysely';

/**
 * A value of a prepared query while that is built: conditions may compare a column with it, and nothing else can be known of it. It cannot be
 * called; that it looks so lets the compiler object to `if (value)`, as the type does to `===` and arithmetic.
 */
export type Bound<T> = Expression<T> & { (): Unknown; readonly length: Unknown; readonly name: Unknown };
type Unknown = 'is not known while the query is built';

/** Stands in a statement for a value that comes when it runs. */
export class ValueSlot implements OperationNodeSource {
  readonly place: number;
  readonly #convert: ((value: unknown) => unknown) | undefined;

  constructor(place: number, convert?: (value: unknown) => unknown) {
    this.place = place;
    this.#convert = convert;
  }
  get isOperationNodeSource(): true {
    return true;
  }
  toOperationNode(): OperationNode {
    return ValueNode.create(this);
  }
  /** The slot for the same value in another form. */
  as(convert: (value: unknown) => unknown): ValueSlot {
    return new ValueSlot(this.place, convert);
  }
  /** Whatever is computed with it would be fixed for all requests. */
  [Symbol.toPrimitive](): never {
    throw new TypeError('A value of a prepared query can be compared with in the query, and nothing else.');
  }
  fill(values: readonly unknown[]): unknown {
    return this.form(values[this.place]);
  }
  /** The value in the form that the slot takes. */
  form(value: unknown): unknown {
    return this.#convert ? this.#convert(value) : value;
  }
}
