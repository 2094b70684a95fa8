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

/** Replaces the values of a statement with numbered slots. */
export const slotted = (node: RootOperationNode): RootOperationNode => new Slotting().transformNode(node);

class Slotting extends OperationNodeTransformer {
  #count = 0;

  protected override transformValue(node: ValueNode): ValueNode {
    return node.immediate ? node : { ...node, value: new ValueSlot(this.#count++) };
  }
  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...node, values: node.values.map(() => new ValueSlot(this.#count++)) };
  }
  protected override transformRaw(node: RawNode, id?: QueryId): RawNode {
    return { ...node, ...super.transformRaw(node, id) };
  }
  protected override transformFunction(node: FunctionNode, id?: QueryId): FunctionNode {
    return { ...node, ...super.transformFunction(node, id) };
  }
}

/** Maps values from one statement to another by their slots. Compilers may repeat a list's last value, so repetitions map in order. */
export function carrier(from: readonly unknown[], to: readonly unknown[]): (values: readonly unknown[]) => unknown[] {
  const positions = Map.groupBy(from.keys(), at => (from[at] as ValueSlot).position);
  const seen = new Map<number, number>();
  const sources = to.map(slot => {
    if (!(slot instanceof ValueSlot)) return undefined;
    const own = positions.get(slot.position) as number[];
    const times = seen.get(slot.position) ?? 0;
    seen.set(slot.position, times + 1);
    return { slot, at: own[times % own.length] as number };
  });
  return values => sources.map((source, at) => (source ? source.slot.form(values[source.at]) : to[at]));
}
