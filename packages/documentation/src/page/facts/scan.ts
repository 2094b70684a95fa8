import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import type { ErrorFact, EventFact, MetricFact } from '../../reference/facts.ts';

export interface ScannedFacts {
  readonly metrics: readonly MetricFact[];
  readonly events: readonly EventFact[];
  readonly errors: readonly ErrorFact[];
  /** Calls whose name or code is an expression without a literal, so that the reference cannot list it. */
  readonly problems: readonly string[];
}

/** A call of a function that names a metric, an event or an error. */
interface NamingCall {
  readonly callee: string;
  readonly args: readonly Node[];
  /** Position of the code among the arguments; undefined for metrics and events. */
  readonly codeAt: number | undefined;
  readonly folder: string;
  readonly file: string;
  readonly line: number;
}

/** Finds metrics, log events and error codes in the product code of a repository. */
export function scanFacts(root: string): ScannedFacts {
  const files = globSync('{packages,apps}/**/src/**/*.ts', {
    cwd: root,
    exclude: name => /^(?:node_modules|dist|page)$|\.test(?:-kit)?\.ts$/.test(name),
  });
  const texts = files
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => !LEFT_OUT.test(file))
    .sort()
    .map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const naming = texts.filter(({ text }) => CALLEES.test(text)).map(readCalls);
  // Functions with the code as a parameter, which other files call.
  const shared = naming.flatMap(({ file, calls }) => [...wrappersIn(calls, CODE_AT)].map(([name, at]) => ({ name, at, file })));
  const others = texts.filter(({ text }) => !CALLEES.test(text) && shared.some(({ name }) => text.includes(name))).map(readCalls);
  const calls = [...naming, ...others].flatMap(each => namingCalls(each, shared));
  const problems: string[] = [];
  return { metrics: metricsOf(calls), events: eventsOf(calls, problems), errors: errorsOf(calls, problems), problems };
}

/** Packages of tests and for other servers, whose functions have the same names. */
const LEFT_OUT = /^packages\/(?:client|documentation|embedded-postgres|explorer|sample|testing|wiki-builder)\//;

const CALLEES = /\b(?:message|defineError|HttpError|BodyError|jsonError|restError|log|say|counter|gauge|durations|Gauge)\s*(?:<[^(]*>)?\(/;

/** Position of the code among the arguments, by function. */
const CODE_AT: ReadonlyMap<string, number> = new Map([
  ['message', 0],
  ['defineError', 0],
  ['HttpError', 1],
  ['BodyError', 1],
  ['jsonError', 1],
]);

/** Files that declare functions whose names other packages use too. */
const DECLARED_IN = /^(?:@wikiquery\/core(?:\/host)?|(?:\.\.?\/)+(?:[\w-]+\/)*(?:message|route|errors|json-error|request-bodies)\.ts)$/;

/** A function around a call, with the names of its parameters; `''` for a parameter that is a pattern. */
interface Around {
  readonly name: string | undefined;
  readonly params: readonly string[];
  /** Names in parameters that are object patterns. */
  readonly taken: readonly string[];
  /** Default values by parameter. */
  readonly defaults: ReadonlyMap<string, Node>;
}

interface FoundCall {
  readonly callee: string;
  readonly args: readonly Node[];
  readonly around: readonly Around[];
  readonly line: number;
}

interface FileCalls {
  readonly file: string;
  readonly calls: readonly FoundCall[];
  /** Imported names with their modules. */
  readonly imports: ReadonlyMap<string, string>;
  /** Values of variables, in the order of their declarations. */
  readonly constants: ReadonlyMap<string, readonly Node[]>;
}

function readCalls({ file, text }: { readonly file: string; readonly text: string }): FileCalls {
  const { program, module } = parseSync(file, text);
  const imports = new Map(
    module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ localName }) => [localName.value, moduleRequest.value] as const),
    ),
  );
  const calls: FoundCall[] = [];
  const constants = new Map<string, readonly Node[]>();
  const functions: Around[] = [];
  const leave = (): void => void functions.pop();
  let declared: string | undefined;
  const call = ({
    callee,
    arguments: args,
    start,
  }: {
    readonly callee: Node;
    readonly arguments: readonly Node[];
    readonly start: number;
  }): void => {
    const name = calleeOf(callee);
    if (name !== undefined) calls.push({ callee: name, args, around: [...functions], line: text.slice(0, start).split('\n').length });
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      declared = id.type === 'Identifier' ? id.name : undefined;
      if (declared !== undefined && init) constants.set(declared, [...(constants.get(declared) ?? []), init]);
    },
    ArrowFunctionExpression: ({ params }) => {
      functions.push(aroundOf(declared, params));
      declared = undefined;
    },
    'ArrowFunctionExpression:exit': leave,
    FunctionDeclaration: ({ id, params }) => void functions.push(aroundOf(id?.name, params)),
    'FunctionDeclaration:exit': leave,
    FunctionExpression: ({ params }) => void functions.push(aroundOf(undefined, params)),
    'FunctionExpression:exit': leave,
    CallExpression: call,
    NewExpression: call,
  }).visit(program);
  return { file, calls, imports, constants };
}

function aroundOf(name: string | undefined, params: readonly Node[]): Around {
  const defaults = new Map<string, Node>();
  const taken: string[] = [];
  const names = params.map(param => {
    const pattern = param.type === 'AssignmentPattern' ? param.left : param;
    if (pattern.type === 'ObjectPattern')
      taken.push(
        ...pattern.properties.flatMap(each => (each.type === 'Property' && each.value.type === 'Identifier' ? each.value.name : [])),
      );
    if (pattern.type !== 'Identifier') return '';
    if (param.type === 'AssignmentPattern') defaults.set(pattern.name, param.right);
    return pattern.name;
  });
  return { name, params: names, taken, defaults };
}

/** Returns the function around a call that receives the code of the call as a parameter. */
const ownerOf = ({ args, around }: FoundCall, at: number): { readonly owner: Around; readonly param: string } | undefined => {
  const code = args[at];
  const owner = code?.type === 'Identifier' ? around.findLast(({ params }) => params.includes(code.name)) : undefined;
  return owner && code?.type === 'Identifier' ? { owner, param: code.name } : undefined;
};

/** Returns the functions that pass one of their parameters as the code, with the position of this parameter. */
function wrappersIn(calls: readonly FoundCall[], known: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const call of calls) {
    const at = known.get(call.callee);
    const { owner, param } = (at === undefined ? undefined : ownerOf(call, at)) ?? {};
    if (owner?.name !== undefined && !known.has(owner.name)) found.set(owner.name, owner.params.indexOf(param ?? ''));
  }
  return found.size === 0 ? found : new Map([...found, ...wrappersIn(calls, new Map([...known, ...found]))]);
}

/** A function with the code as a parameter. */
interface SharedWrapper {
  readonly name: string;
  readonly at: number;
  readonly file: string;
}

/** Whether a module specifier in `file` leads to a declaration in `target`, or to the package with this file. */
function leadsTo(specifier: string | undefined, file: string, target: string): boolean {
  if (specifier?.startsWith('.')) return posix.join(posix.dirname(file), specifier) === target;
  const [, name] = /^@wikiquery\/([^/]+)/.exec(specifier ?? '') ?? [];
  return name !== undefined && target.includes(`/${name}/src/`);
}

/** Returns the calls of a file that name something. */
function namingCalls({ file, calls, imports, constants }: FileCalls, shared: readonly SharedWrapper[]): NamingCall[] {
  const folder = file.slice(0, file.indexOf('/src/'));
  const isOwn = (name: string): boolean => folder === 'packages/core' || DECLARED_IN.test(imports.get(name) ?? '') || !imports.has(name);
  const base = [...CODE_AT].filter(([name]) =>
    name === 'message' ? folder === 'packages/core' || DECLARED_IN.test(imports.get(name) ?? '') : isOwn(name),
  );
  const foreign = shared
    .filter(({ name, file: from }) => leadsTo(imports.get(name), file, from))
    .map(({ name, at }) => [name, at] as const);
  const known = new Map([...base, ...foreign]);
  for (const [name, at] of wrappersIn(calls, known)) known.set(name, at);
  return calls.flatMap(call => {
    const { callee, around, line } = call;
    const codeAt = known.get(callee);
    const isGiven = (name: string): boolean => around.some(({ params, taken }) => params.includes(name) || taken.includes(name));
    const args = call.args.map((arg, at) => {
      const value = arg.type === 'Identifier' && at !== codeAt && !isGiven(arg.name) ? constants.get(arg.name) : undefined;
      return value?.findLast(each => each.start < arg.start) ?? arg;
    });
    const named = { callee, args, codeAt, folder, file, line };
    if (codeAt === undefined) return [named];
    const code = args[codeAt];
    const { owner, param = '' } = ownerOf(call, codeAt) ?? {};
    const usual = owner?.defaults.get(param);
    if (owner) return usual ? [{ ...named, args: args.with(codeAt, usual) }] : [];
    // The code of another error, which is passed on.
    const isPassedOn =
      code === undefined ||
      (code.type === 'MemberExpression' && code.property.type === 'Identifier' && code.property.name === 'code') ||
      (code.type === 'Identifier' && around.some(({ taken }) => taken.includes(code.name)));
    return isPassedOn ? [] : [named];
  });
}

const calleeOf = (callee: Node): string | undefined => {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression') return undefined;
  return callee.property.type === 'Identifier' || callee.property.type === 'PrivateIdentifier' ? `.${callee.property.name}` : undefined;
};

function metricsOf(calls: readonly NamingCall[]): MetricFact[] {
  const found = calls.flatMap(({ callee, args }): MetricFact[] => {
    const kind = KINDS[callee];
    const [name = '', help = ''] = args.map(textsOf).map(([text]) => text);
    if (kind !== undefined && name.startsWith('wikiquery_')) return [{ name, kind, help, labels: namesIn(args[2]) }];
    const [first] = args;
    if (callee !== 'Gauge' || first?.type !== 'ObjectExpression') return [];
    const own = String(textsOf(propertyOf(first, 'name'))[0] ?? '');
    if (!own.startsWith('wikiquery_')) return [];
    return [
      { name: own, kind: 'gauge', help: textsOf(propertyOf(first, 'help'))[0] ?? '', labels: namesIn(propertyOf(first, 'labelNames')) },
    ];
  });
  return [...new Map(found.map(metric => [metric.name, metric])).values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const KINDS: Readonly<Record<string, string>> = { '.counter': 'counter', '.gauge': 'gauge', '.durations': 'histogram' };

const LEVELS: readonly string[] = ['info', 'warning', 'error'];

function eventsOf(calls: readonly NamingCall[], problems: string[]): EventFact[] {
  const found = new Map<string, EventFact>();
  for (const { callee, args, folder, file, line } of calls) {
    const levels = textsOf(args[0]);
    if ((callee !== 'log' && callee !== 'say') || levels.length === 0 || !levels.every(level => LEVELS.includes(level))) continue;
    const names = textsOf(args[1]);
    if (names.length === 0) problems.push(`${file}:${line}: name the log event by a literal`);
    for (const name of names) {
      const known = found.get(name);
      const fields = callee === 'say' ? ['problem'] : keysOf(args[2]);
      found.set(name, {
        name,
        levels: distinct([...(known?.levels ?? []), ...levels]),
        fields: distinct([...(known?.fields ?? []), ...fields]),
        folders: distinct([...(known?.folders ?? []), folder]),
      });
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function errorsOf(calls: readonly NamingCall[], problems: string[]): ErrorFact[] {
  const found = new Map<string, ErrorFact>();
  for (const call of calls) {
    const { callee, args, codeAt, folder, file, line } = call;
    const options = callee === 'restError' ? args.find(each => each.type === 'ObjectExpression') : undefined;
    if (codeAt === undefined && !options) continue;
    const codes = textsOf(options ? propertyOf(options, 'key') : args[codeAt ?? 0]);
    if (codes.length === 0 && !options) problems.push(`${file}:${line}: name the error code by a literal`);
    const statuses = options ? numbersOf(propertyOf(options, 'status')) : numbersOf(args[0]);
    const texts = options ? textsOf(propertyOf(options, 'text')) : args.flatMap((arg, at) => (at === codeAt ? [] : textsIn(arg)));
    for (const code of codes) {
      const key = `${statuses.length > 0 ? 'http' : 'action'} ${code}`;
      const known = found.get(key);
      found.set(key, {
        code,
        statuses: distinct([...(known?.statuses ?? []), ...statuses]),
        texts: distinct([...(known?.texts ?? []), ...texts.filter(text => text.includes(' '))]),
        folders: distinct([...(known?.folders ?? []), folder]),
      });
    }
  }
  return [...found.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Returns the possible texts of an expression, with the names of variable parts in braces; nothing for other expressions. */
function textsOf(node: Node | undefined): string[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return [node.quasis.map((quasi, i) => quasi.value.cooked + (node.expressions[i] ? `{${nameOf(node.expressions[i])}}` : '')).join('')];
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)];
    case 'LogicalExpression':
      return textsOf(node.right);
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return textsOf(node.expression);
    case 'BinaryExpression': {
      const [left, right] = [textsOf(node.left as Node), textsOf(node.right)];
      return left.flatMap(one => right.map(other => one + other));
    }
    default:
      return [];
  }
}

/** Returns the texts of a message: those of an expression, or the property `text` of an object that a function returns. */
function textsIn(node: Node | undefined): string[] {
  const direct = textsOf(node);
  if (direct.length > 0 || !node) return direct;
  if (node.type === 'ArrowFunctionExpression') return textsIn(node.body as Node);
  if (node.type === 'ParenthesizedExpression') return textsIn(node.expression);
  return node.type === 'ObjectExpression' ? textsOf(propertyOf(node, 'text')) : [];
}

const numbersOf = (node: Node | undefined): number[] => {
  if (node?.type === 'Literal') return typeof node.value === 'number' ? [node.value] : [];
  return node?.type === 'ConditionalExpression' ? [...numbersOf(node.consequent), ...numbersOf(node.alternate)] : [];
};

function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier') return node.property.name;
  if (node.type === 'CallExpression') return node.arguments[0] ? nameOf(node.arguments[0]) : '…';
  return '…';
}

const namesIn = (node: Node | undefined): string[] =>
  node?.type === 'ArrayExpression' ? node.elements.flatMap(element => textsOf(element ?? undefined)) : [];

type ObjectNode = Extract<Node, { readonly type: 'ObjectExpression' }>;

function propertyOf({ properties }: ObjectNode, name: string): Node | undefined {
  const found = properties.find(each => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === name);
  return found?.type === 'Property' ? found.value : undefined;
}

const keysOf = (node: Node | undefined): string[] =>
  node?.type === 'ObjectExpression'
    ? node.properties.flatMap(each => (each.type === 'Property' && each.key.type === 'Identifier' ? each.key.name : []))
    : [];

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];
