import type { ParameterGroup } from '../result/schema.ts';
import { isList, isObject, type JsonObject, type JsonValue, textOf } from '../wiki/ask.ts';
import { type Control, excludedBy, type Selected } from '../wiki/selection.ts';
import type { ApiParams } from './request.ts';

/** An error or a warning about a request. */
export interface RequestProblem {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly text: string;
  /** Names of the parameters that the problem concerns. */
  readonly parameters: readonly string[];
}

/** Returns the errors and warnings of a response in any `errorformat`, with the parameters that they mention. */
export function problemsOf(response: JsonValue | undefined, controls: readonly Control[]): RequestProblem[] {
  if (!isObject(response)) return [];
  const { error, errors, warnings } = response;
  const problems: RequestProblem[] = [];
  const add = (severity: RequestProblem['severity'], code: string, text: string, module: string): void => {
    if (text !== '') problems.push({ severity, code, text, parameters: concerned(text, module, controls) });
  };
  if (isObject(error)) add('error', textOf(error.code), textOf(error.info ?? error['*']), '');
  for (const each of isList(errors) ? errors : [])
    if (isObject(each)) add('error', textOf(each.code), messageText(each), textOf(each.module));
  if (isList(warnings))
    for (const each of warnings) if (isObject(each)) add('warning', textOf(each.code), messageText(each), textOf(each.module));
  if (isObject(warnings)) {
    for (const [module, each] of Object.entries(warnings)) {
      const text = isObject(each) ? textOf(each.warnings ?? each['*']) : textOf(each);
      for (const line of text.split('\n')) add('warning', '', line, module);
    }
  }
  return problems;
}

const messageText = (message: JsonObject): string => {
  const { text, html, key, params } = message;
  if (key !== undefined) return `${textOf(key)}${isList(params) ? `: ${params.map(textOf).join(', ')}` : ''}`;
  return textOf(text ?? html ?? message['*']);
};

/** Finds the parameters that a message mentions in quotes or as whole words. Parameters of the reporting module are preferred. */
function concerned(text: string, module: string, controls: readonly Control[]): string[] {
  const words = new Set(text.match(/[\w-]+/g));
  const quoted = new Set([...text.matchAll(/["'“„«‹「<>]([\w-]+)["'”“»›」<>]/g)].map(([, word]) => word));
  const named = controls.filter(({ name }) => quoted.has(name) || (words.has(name) && !COMMON.has(name)));
  const own = named.filter(({ of }) => module !== '' && (of.path === module || of.path.endsWith(`+${module}`)));
  return [...new Set((own.length > 0 ? own : named).map(({ name }) => name))];
}
/** Names of parameters that are also English words. They are recognized only in quotes. */
const COMMON = new Set(['action', 'continue', 'export', 'format', 'list', 'meta', 'origin', 'prop', 'redirects', 'titles']);

/** An error that is found before a request is sent. */
export interface Obstacle {
  readonly kind: 'required' | 'exclusive' | 'missing';
  readonly parameter: string;
  readonly others: readonly string[];
}

/**
 * Returns the errors of a request that are known before it is sent. `groupsOf`: returns the parameter groups of a module. Without them,
 * conflicting parameters are found in the parameter descriptions.
 */
export function obstaclesOf(
  request: ApiParams,
  controls: readonly Control[],
  groupsOf: (of: Selected) => readonly ParameterGroup[] | undefined = () => undefined,
): Obstacle[] {
  const isGiven = (name: string): boolean => Object.hasOwn(request, name);
  const found = controls.flatMap((control): Obstacle[] => {
    const { name, parameter } = control;
    if (parameter.required && !isGiven(name) && parameter.default === undefined) return [{ kind: 'required', parameter: name, others: [] }];
    const others = isGiven(name) && !groupsOf(control.of) ? excludedBy(control).filter(isGiven) : [];
    return others.length > 0 ? [{ kind: 'exclusive', parameter: name, others }] : [];
  });
  for (const { most, least, names } of [...new Set(controls.map(({ of }) => of))].flatMap(of => groupsOf(of) ?? [])) {
    const [first = '', ...others] = names.filter(isGiven);
    if (least > 0 && first === '') found.push({ kind: 'missing', parameter: names[0] ?? '', others: names.slice(1) });
    if (most === 1 && others.length > 0) found.push({ kind: 'exclusive', parameter: first, others });
  }
  return found;
}
