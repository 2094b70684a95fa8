import {
  type AliasableExpression,
  BinaryOperationNode,
  ColumnNode,
  type Expression,
  ExpressionWrapper,
  FunctionNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  RawNode,
  ReferenceNode,
  TableNode,
  ValueNode,
} from 'kysely';

const references = new Map<string, OperationNode>();

export function reference(name: string): OperationNode {
  let node = references.get(name);
  if (!node) {
    const dot = name.indexOf('.');
    const column = ColumnNode.create(name.slice(dot + 1));
    node = dot < 0 ? ReferenceNode.create(column) : ReferenceNode.create(column, TableNode.create(name.slice(0, dot)));
    if (references.size < 1000) references.set(name, node);
  }
  return node;
}

/** Text that is compared byte by byte. Only PostgreSQL's compiler uses `comparesBytes`. */
export interface BinaryTextNode extends RawNode {
  readonly comparesBytes: true;
}

export const isBinaryText = (node: OperationNode): node is BinaryTextNode => (node as Partial<BinaryTextNode>).comparesBytes === true;

const binaryTexts = new WeakMap<OperationNode, BinaryTextNode>();

export function binaryText(node: OperationNode): BinaryTextNode {
  let binary = binaryTexts.get(node);
  if (!binary) {
    binary = { ...RawNode.createWithChild(node), comparesBytes: true };
    binaryTexts.set(node, binary);
  }
  return binary;
}

/** Compares or sorts a text column bytewise on every engine: `where(binary('page_title'), '>=', from)`, `orderBy(binary('cat_title'))`. */
export const binary = (column: string): Expression<string> => new ExpressionWrapper(binaryText(reference(column)));

/** Selects the bytes of a column as lowercase hexadecimal digits: `select(hexOf('cl_sortkey').as('key'))`. Faster than blobs on SQLite. */
export const hexOf = (column: string): AliasableExpression<string> =>
  new ExpressionWrapper(FunctionNode.create('lower', [FunctionNode.create('hex', [reference(column)])]));

/** Expression for the text of the column `hidden` that prevents the use of indexes on this column. */
export interface HiddenTextNode extends FunctionNode {
  readonly hidden: OperationNode;
}

export const isHiddenText = (node: OperationNode): node is HiddenTextNode => (node as Partial<HiddenTextNode>).hidden !== undefined;

export const hiddenText = (node: OperationNode): HiddenTextNode => ({
  ...FunctionNode.create('coalesce', [node, ValueNode.createImmediate('')]),
  hidden: node,
});

/** Wraps a numeric column in an expression that prevents the use of indexes on it. */
export const hiddenFromIndexes = (node: OperationNode): OperationNode =>
  ParensNode.create(BinaryOperationNode.create(node, OperatorNode.create('+'), ValueNode.createImmediate(0)));
