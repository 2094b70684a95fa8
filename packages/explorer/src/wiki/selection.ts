import { type ApiParams, splitValues, withParameter } from '../request/request.ts';
import type { ModuleDescription, Parameter } from './description.ts';

/** A module that a request selects. */
export interface Selected {
  readonly path: string;
  /** Undefined until it is loaded. */
  readonly module: ModuleDescription | undefined;
  /** Prefix of the module's parameters in the request. */
  readonly prefix: string;
  /** The parameter and the value that select the module; undefined for `main`. */
  readonly by: { readonly parameter: string; readonly value: string; readonly of: string } | undefined;
}

export type Modules = ReadonlyMap<string, ModuleDescription>;

/** Returns the modules of a request: the entry point, the action, and the modules that their parameters select. */
export function selectedModules(request: ApiParams, modules: Modules): Selected[] {
  const found: Selected[] = [];
  const visit = (selected: Selected): void => {
    found.push(selected);
    for (const parameter of selected.module?.parameters ?? []) {
      const { submodules } = parameter;
      if (!submodules) continue;
      const name = selected.prefix + parameter.name;
      const given = request[name] ?? (parameter.required || selected.by === undefined ? String(parameter.default ?? '') : '');
      for (const value of parameter.multi ? splitValues(given) : [given]) {
        const path = Object.hasOwn(submodules, value) ? submodules[value] : undefined;
        if (path === undefined) continue;
        const module = modules.get(path);
        visit({
          path,
          module,
          prefix: (parameter.submoduleparamprefix ?? '') + (module?.prefix ?? ''),
          by: { parameter: name, value, of: selected.path },
        });
      }
    }
  };
  visit({ path: 'main', module: modules.get('main'), prefix: '', by: undefined });
  return found;
}

/** One parameter of a module in a request. */
export interface Control {
  readonly name: string;
  readonly parameter: Parameter;
  readonly of: Selected;
}

/** Returns the parameters of a selected module. Templated parameters (`{slot}`) are repeated for each value. */
export function controlsOf(selected: Selected, request: ApiParams): Control[] {
  const { module, prefix } = selected;
  const plain = (module?.parameters ?? [])
    .filter(({ submodules }) => !submodules)
    .map(parameter => ({ name: prefix + parameter.name, parameter, of: selected }));
  const templated = (module?.templatedparameters ?? []).flatMap(parameter =>
    filled(parameter, prefix, request).map(name => ({ name: prefix + name, parameter: { ...parameter, name }, of: selected })),
  );
  return [...plain, ...templated];
}

function filled({ name, templatevars = {} }: Parameter, prefix: string, request: ApiParams): string[] {
  return Object.entries(templatevars).reduce<string[]>(
    (names, [variable, source]) =>
      names.flatMap(each => splitValues(request[prefix + source]).map(value => each.replace(`{${variable}}`, () => value))),
    [name],
  );
}

/** Removes a module and its parameters, except parameters that a remaining module also has. */
export function withoutModule(request: ApiParams, selected: Selected, modules: Modules): ApiParams {
  const { by } = selected;
  if (!by) return request;
  const rest = splitValues(request[by.parameter]).filter(value => value !== by.value);
  const without = withParameter(request, by.parameter, rest.length > 0 ? rest.join('|') : undefined);
  const kept = new Set(selectedModules(without, modules).flatMap(each => controlsOf(each, without).map(({ name }) => name)));
  const gone = controlsOf(selected, request).map(({ name }) => name);
  return Object.fromEntries(Object.entries(without).filter(([name]) => !gone.includes(name) || kept.has(name)));
}

/** Returns the names of parameters that no module of the request has. */
export function strangers(request: ApiParams, selected: readonly Selected[]): string[] {
  if (selected.some(({ module }) => !module)) return [];
  const known = new Set(
    selected.flatMap(each => [
      ...controlsOf(each, request).map(({ name }) => name),
      ...(each.module?.parameters ?? []).map(({ name }) => each.prefix + name),
    ]),
  );
  return Object.keys(request).filter(name => !known.has(name));
}

/** Returns the parameters that cannot be combined with a parameter, according to its description. */
export function excludedBy({ parameter, of }: Control): string[] {
  const { module, prefix } = of;
  const sentences = [parameter.description ?? '', ...(parameter.info ?? []).map(({ text }) => text ?? '')];
  const said = sentences.flatMap(text => /\b(?:cannot|can ?not|not)\b[^.]*\btogether with\b([^.]*)/i.exec(text)?.[1] ?? []).join(' ');
  const words = new Set(said.match(/[\w-]+/g));
  return (module?.parameters ?? [])
    .filter(other => other.name !== parameter.name && (words.has(other.name) || words.has((module?.prefix ?? '') + other.name)))
    .map(({ name }) => prefix + name);
}

/** Parameters that select the pages of a request. A request may have at most one of them. */
export const PAGE_SOURCES = ['titles', 'pageids', 'revids', 'generator'] as const;
