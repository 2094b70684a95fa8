import { type Expression, type OperationNode, type OperationNodeSource, ValueNode } from 'kysely';

/** Placeholder of a bound value while a query is built. It can only be compared with columns; the call signature rejects `if (value)`. */
export type Bound<T> = Expression<T> & { (): Unknown; readonly length: Unknown; readonly name: Unknown };
type Unknown = 'is not known while the query is built';

export class ValueSlot implements OperationNodeSource {
  readonly position: number;
  readonly #convert: ((value: unknown) => unknown) | undefined;

  constructor(position: number, convert?: (value: unknown) => unknown) {
    this.position = position;
    this.#convert = convert;
  }
  get isOperationNodeSource(): true {
    return true;
  }
  toOperationNode(): OperationNode {
    return ValueNode.create(this);
  }
  as(convert: (value: unknown) => unknown): ValueSlot {
    return new ValueSlot(this.position, convert);
  }
  /** Rejects computations: their result would be compiled into the statement for all requests. */
  [Symbol.toPrimitive](): never {
    throw new TypeError('A bound value of a prepared query can only be compared with columns.');
  }
  fill(values: readonly unknown[]): unknown {
    return this.form(values[this.position]);
  }
  form(value: unknown): unknown {
    return this.#convert ? this.#convert(value) : value;
  }
}
