import { parseSync, Visitor } from 'oxc-parser';

/** One change of a source file. */
export interface Mutant extends Range {
  readonly replacement: string;
  /** `drop a filter`, for the report. */
  readonly kind: string;
  readonly line: number;
}

interface Range {
  readonly start: number;
  readonly end: number;
}
type Node = Readonly<Record<string, unknown>> & Range & { readonly type: string };

const FILTERS = ['where', 'whereRef', 'having', 'filter'];
/** Functions that add filters to the query that is their first argument. */
const FILTERING_FUNCTIONS = /^(where|filter)[A-Z]/;
const ORDERS = ['orderBy', 'sort', 'toSorted', 'reverse', 'toReversed'];
const BOUNDS: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const EQUALITIES: Readonly<Record<string, string>> = { '===': '!==', '!==': '===', '&&': '||', '||': '&&' };
/** Code without a mutant: declarations, and hints that change how a query runs but not its result. */
const DECLARATIONS = ['params', 'returns', 'examples', 'sources', 'summary', 'differences'];
const HINTS = ['byIndex', 'help', 'message', 'modifyFront'];

/**
 * The mutants of a file: each drops a filter, swaps a field, negates a condition and the like in the body of a function. With a `root`, in the declaration of
 * that name and in those that it refers to.
 */
export function mutantsOf(text: string, root?: string): Mutant[] {
  const { program } = parseSync('source.ts', text);
  const skipped: Node[] = [];
  const bodies: Node[] = [];
  const found: Mutant[] = [];
  const add = (kind: string, { start, end }: Range, replacement: string): void => {
    found.push({ kind, start, end, replacement, line: text.slice(0, start).split('\n').length });
  };
  const source = ({ start, end }: Node): string => text.slice(start, end);

  const visit: Readonly<Record<string, (node: Node) => void>> = {
    FunctionDeclaration: node => bodies.push(node.body as Node),
    FunctionExpression: node => bodies.push(node.body as Node),
    ArrowFunctionExpression: node => bodies.push(node.body as Node),
    Property(node) {
      if (DECLARATIONS.includes(nameOf(node.key))) skipped.push(node);
    },
    CallExpression(node) {
      const callee = node.callee as Node;
      const [first, ...rest] = node.arguments as Node[];
      const name = nameOf(callee.type === 'MemberExpression' ? callee.property : callee);
      if (HINTS.includes(name)) skipped.push(...(node.arguments as Node[]));
      if (callee.type === 'MemberExpression' && FILTERS.includes(name)) add('drop a filter', node, source(callee.object as Node));
      if (callee.type === 'MemberExpression' && ORDERS.includes(name)) add('remove an order', node, source(callee.object as Node));
      if (callee.type === 'Identifier' && first && rest.length > 0 && FILTERING_FUNCTIONS.test(name))
        add('drop a filter', node, source(first));
      for (const each of node.arguments as Node[]) {
        const bound = BOUNDS[String(each.value)];
        if (each.type === 'Literal' && bound) add('off by one', each, `'${bound}'`);
      }
    },
    IfStatement: ({ test }) => add('negate a condition', test as Node, `!(${source(test as Node)})`),
    ConditionalExpression: ({ test }) => add('negate a condition', test as Node, `!(${source(test as Node)})`),
    BinaryExpression: node => operator(node),
    LogicalExpression: node => operator(node),
    Literal(node) {
      if (typeof node.value === 'number') add('off by one', node, String(node.value + 1));
    },
    ObjectExpression(node) {
      const properties = (node.properties as Node[]).filter(({ type }) => type === 'Property');
      for (const property of properties) {
        const value = property.value as Node;
        if (nameOf(property.key) === 'limit') add('off by one', property, `limit: (${source(value)}) + 1`);
        if (nameOf(property.key) === 'dir') add('remove an order', property, 'dir: undefined');
        // Another field of the same row.
        const other = properties.find(each => each !== property && isFieldOf(each.value as Node, value));
        if (other) add('swap a field', value, source(other.value as Node));
      }
    },
  };
  const operator = (node: Node): void => {
    const [left, right] = [node.left as Node, node.right as Node];
    const [kind, other] = BOUNDS[String(node.operator)]
      ? (['off by one', BOUNDS[String(node.operator)]] as const)
      : (['negate a condition', EQUALITIES[String(node.operator)]] as const);
    const between = text.slice(left.end, right.start);
    if (other) add(kind, { start: left.end, end: right.start }, between.replace(String(node.operator), other));
  };
  new Visitor(visit as ConstructorParameters<typeof Visitor>[0]).visit(program);

  const reached = root === undefined ? [program] : reachedFrom(root, program.body, text);
  const isWithin = (outer: Range, { start, end }: Mutant): boolean => outer.start <= start && end <= outer.end;
  return found.filter(
    mutant =>
      bodies.some(body => isWithin(body, mutant)) &&
      reached.some(node => isWithin(node, mutant)) &&
      !skipped.some(node => isWithin(node, mutant)) &&
      parseSync('source.ts', applied(text, mutant)).errors.length === 0,
  );
}

export const applied = (text: string, { start, end, replacement }: Mutant): string => text.slice(0, start) + replacement + text.slice(end);

/** The lines that a mutant changes, as they were and as they are, without their indent. */
export function changedLines(text: string, mutant: Mutant): { readonly was: string; readonly becomes: string } {
  const begin = text.lastIndexOf('\n', mutant.start - 1) + 1;
  const end = (text.indexOf('\n', mutant.end) + 1 || text.length + 1) - 1;
  const squeezed = (lines: string): string => lines.replaceAll(/\s+/g, ' ').trim();
  return {
    was: squeezed(text.slice(begin, end)),
    becomes: squeezed(text.slice(begin, mutant.start) + mutant.replacement + text.slice(mutant.end, end)),
  };
}

/** The declarations of a file that the one of a name refers to, with that one. */
function reachedFrom(root: string, statements: readonly Range[], text: string): Range[] {
  const declared = statements.flatMap((statement): [string, Range][] => {
    const [, name] = /^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)/.exec(text.slice(statement.start, statement.end)) ?? [];
    return name === undefined ? [] : [[name, statement]];
  });
  const byName = new Map(declared);
  const names = new Set([root]);
  for (const name of names) {
    const { start = 0, end = 0 } = byName.get(name) ?? {};
    for (const [word] of text.slice(start, end).matchAll(/\w+/g)) if (byName.has(word)) names.add(word);
  }
  return declared.filter(([name]) => names.has(name)).map(([, statement]) => statement);
}

/** The text of an identifier or a literal. */
const nameOf = (node: unknown): string => {
  const { name, value } = node as { readonly name?: unknown; readonly value?: unknown };
  return [name, value].find(text => typeof text === 'string') ?? '';
};

/** `row.a` beside `row.b`. */
const isFieldOf = (one: Node, other: Node): boolean =>
  [one, other].every(({ type, computed }) => type === 'MemberExpression' && !computed) &&
  nameOf(one.object) !== '' &&
  nameOf(one.object) === nameOf(other.object) &&
  nameOf(one.property) !== nameOf(other.property);
