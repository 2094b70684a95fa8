import {
  type FunctionNode,
  OperationNodeTransformer,
  type PrimitiveValueListNode,
  type QueryId,
  type RawNode,
  type RootOperationNode,
  type ValueNode,
} from 'kysely';
import { ValueSlot } from '../slot.ts';

/** The statement with slots for its values, numbered as they are met. */
export const slotted = (node: RootOperationNode): RootOperationNode => new Slotting().transformNode(node);

class Slotting extends OperationNodeTransformer {
  #count = 0;

  protected override transformValue(node: ValueNode): ValueNode {
    return node.immediate ? node : { ...node, value: new ValueSlot(this.#count++) };
  }
  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...node, values: node.values.map(() => new ValueSlot(this.#count++)) };
  }
  /** What nodes say beside their own properties stays. */
  protected override transformRaw(node: RawNode, id?: QueryId): RawNode {
    return { ...node, ...super.transformRaw(node, id) };
  }
  protected override transformFunction(node: FunctionNode, id?: QueryId): FunctionNode {
    return { ...node, ...super.transformFunction(node, id) };
  }
}

/**
 * How the values of a statement become those of another one with the same values. A compiler may repeat the last value of a list, so that lists of other
 * lengths have the same text: the first time that a slot comes here is the first time that it came there, and so on.
 */
export function carrier(from: readonly unknown[], to: readonly unknown[]): (values: readonly unknown[]) => unknown[] {
  const positions = Map.groupBy(from.keys(), at => (from[at] as ValueSlot).place);
  const met = new Map<number, number>();
  const sources = to.map(slot => {
    if (!(slot instanceof ValueSlot)) return undefined;
    const own = positions.get(slot.place) as number[];
    const times = met.get(slot.place) ?? 0;
    met.set(slot.place, times + 1);
    return { slot, at: own[times % own.length] as number };
  });
  return values => sources.map((source, at) => (source ? source.slot.form(values[source.at]) : to[at]));
}
