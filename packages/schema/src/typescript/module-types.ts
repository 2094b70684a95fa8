import type { Shape } from '@wikiquery/core';
import type { AnyAction, AnyModule, Described } from '@wikiquery/core/host';
import { pageFields, queryFields, responseFields } from '@wikiquery/engine';
import type { Offer } from '../offer.ts';
import { FORMAT_VERSIONS, type FormatVersion } from '../value-schema.ts';
import { paramsType } from './param-types.ts';
import { commentOf, indent, literal, type NamedTypes, objectType, propertyName, tupleType } from './value-type.ts';

/** Returns TypeScript declarations for all plugins: parameters, results by format version, and tables of modules and actions. */
export function moduleTypes({ installed, modules, actions, site }: Offer): string {
  const named: NamedTypes = new Map();
  const declared = [...installed.described.values(), installed.pageSet].map(item => paramsType(item, nameOf(item), { site }));
  const results = modules.toSorted(byName).map(module => resultTypes(module, named));
  const answers = actions.toSorted(byName).map(action => actionTypes(action, named));
  const envelope = [envelopeTypes(named)];
  const table = [
    commentOf('Query modules by name. Third-party modules are added by declaration merging.'),
    `export interface QueryModules {\n${indent(modules.toSorted(byName).map(tableEntry).join('\n'))}\n}`,
    commentOf('Actions by name. The response of action=query depends on its modules.'),
    `export interface Actions {\n${indent(actions.toSorted(byName).map(actionEntry).join('\n'))}\n}`,
  ];
  return [PREAMBLE, ...envelope, ...declared, ...results, ...answers, ...named.values(), ...table].join('\n\n').concat('\n');
}

/** Returns TypeScript declarations for the named query modules, which merge into the tables of the package `into`. */
export function addedModuleTypes(offer: Offer, names: readonly string[], into: string): string {
  const named: NamedTypes = new Map();
  const modules = offer.modules.filter(({ name }) => names.includes(name)).toSorted(byName);
  const isSelectedModule = ({ path, name }: Described): boolean => path.startsWith('query+') && names.includes(name);
  const params = [...offer.installed.described.values()].filter(isSelectedModule).map(item => paramsType(item, nameOf(item), offer));
  const results = modules.map(module => resultTypes(module, named));
  const table = `interface QueryModules {\n${indent(modules.map(tableEntry).join('\n'))}\n}`;
  const body = [...params, ...results, ...named.values(), table].join('\n\n').replaceAll(/^export /gm, '');
  return `import type { Flag, Limit, Moment, Several } from '${into}';\n\ndeclare module '${into}' {\n${indent(body)}\n}\n`;
}

const PREAMBLE = `${commentOf('Several values of a parameter: a string with values separated by |, an array or a set.')}
export type Several<V extends string | number> = V | (string & {}) | readonly V[] | ReadonlySet<V>;
${commentOf('True if present, with any value.')}
export type Flag = boolean | 1 | '1' | '';
${commentOf('A number of results; "max": the maximum for this client.')}
export type Limit = number | 'max' | (string & {});
${commentOf('A time in ISO 8601, or in another format that MediaWiki accepts.')}
export type Moment = string | Date;`;

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1);

/** Returns a type name such as `ListRecentchanges`, `ActionLogin` or `Main`. */
const nameOf = ({ group, name, path }: Pick<Described, 'group' | 'name' | 'path'>): string =>
  path === 'pageset' ? 'PageSet' : [group ?? (path === 'main' ? '' : 'action'), ...name.split('-')].map(capitalize).join('');
const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const moduleName = ({ group, name }: Pick<AnyModule, 'group' | 'name'>): string => nameOf({ group, name, path: `query+${name}` });

const prefixOf = (version: FormatVersion): string => (version === 1 ? 'Old' : '');

function envelopeTypes(named: NamedTypes): string {
  const types = FORMAT_VERSIONS.flatMap(version => {
    const context = { version, named };
    const facts = (comment: string, name: string, fields: Parameters<typeof objectType>[0][number]): string =>
      `${commentOf(comment)}\nexport interface ${prefixOf(version)}${name} ${objectType([fields], context)}`;
    return [
      facts('Fields that every response can have.', 'Response', responseFields),
      facts('Fields of `query` that no module returns.', 'QueryFacts', queryFields),
      facts('Fields of every page.', 'PageFacts', pageFields),
    ];
  });
  return types.join('\n\n');
}

/** Declares the fields of every record, the fields of each value of `prop`, and the fields next to the records. */
function resultTypes(module: AnyModule, named: NamedTypes): string {
  const name = moduleName(module);
  const { summary, group, returns, beside, generated } = module;
  const { '': always = {}, ...parts } = returns.parts;
  const types = FORMAT_VERSIONS.toReversed().flatMap(version => {
    const context = { version, named };
    const old = prefixOf(version);
    const request = `${group}=${module.name}`;
    const declare = (comment: string, suffix: string, type: string): string =>
      `${commentOf(`${request}: ${comment}`)}\nexport interface ${old}${name}${suffix} ${type}`;
    return [
      `${commentOf(`${request}: ${summary}`)}\n${alwaysType(`${old}${name}`, module, always, context)}`,
      ...(isSelected(module) ? [declare('fields by value of `prop`.', 'Parts', partsType(module, parts, context))] : []),
      ...(beside ? [declare('fields next to the records.', 'Beside', objectType([beside], context))] : []),
      ...(generated ? [declare('fields of the pages as a generator.', 'Generated', objectType([generated], context))] : []),
    ];
  });
  return types.join('\n\n');
}

interface Context {
  readonly version: FormatVersion;
  readonly named: NamedTypes;
}

function alwaysType(name: string, { returns: { form } }: AnyModule, always: Shape, context: Context): string {
  if (form === 'sections') return `export interface ${name} {}`;
  const item = form && always['*'];
  if (!item) return `export interface ${name} ${objectType([always], context)}`;
  const type = /^\{\n {2}readonly item: ([\s\S]*);\n\}$/.exec(objectType([{ item }], context))?.[1] ?? 'unknown';
  return `export type ${name} = Readonly<Record<string, ${type.replaceAll(/\n {2}/g, '\n')}>>;`;
}

const isSelected = ({ returns: { parts, form } }: AnyModule): boolean =>
  form === 'sections' || Object.keys(parts).some(part => part !== '');

function partsType({ returns }: AnyModule, parts: Readonly<Record<string, Shape>>, context: Context): string {
  const all =
    returns.form === 'sections'
      ? Object.entries(returns.parts[''] ?? {}).map(([key, field]) => [key, { [key]: field }] as const)
      : Object.entries(parts);
  const lines = all.map(([part, shape]) => `readonly ${propertyName(part)}: ${objectType([shape], context)};`);
  return `{\n${indent(lines.join('\n'))}\n}`;
}

const NO_PARTS = 'Record<never, never>';

/** Declares the properties of a module that types depend on. */
function tableEntry(module: AnyModule): string {
  const { name, group, prefix, resultKey = name, summary, quirks, generator, beside, generated } = module;
  const placement = module.placement ?? (group === 'meta' ? 'object' : 'list');
  const type = moduleName(module);
  const chosen = module.params.prop?.options.default as Iterable<string> | undefined;
  const defaults = chosen === undefined ? 'never' : [...chosen].map(literal).join(' | ') || 'never';
  const of = (suffix: string, isThere: boolean, otherwise = 'unknown'): string => (isThere ? `${type}${suffix}` : otherwise);
  const old = (suffix: string, isThere: boolean, otherwise = 'unknown'): string => (isThere ? `Old${type}${suffix}` : otherwise);
  const entries = {
    group: literal(group),
    prefix: literal(prefix),
    key: literal(resultKey),
    placement: literal(placement),
    at: literal(quirks?.besideQuery ? 'response' : group === 'prop' && !quirks?.pageless ? 'page' : 'query'),
    generator: String(generator === true),
    params: `${type}Params`,
    defaults,
    always: type,
    parts: of('Parts', isSelected(module), NO_PARTS),
    beside: of('Beside', beside !== undefined),
    generated: of('Generated', generated !== undefined),
    oldAlways: `Old${type}`,
    oldParts: old('Parts', isSelected(module), NO_PARTS),
    oldBeside: old('Beside', beside !== undefined),
    oldGenerated: old('Generated', generated !== undefined),
  };
  const lines = Object.entries(entries).map(([key, value]) => `readonly ${key}: ${value};`);
  return `${commentOf(summary)}\nreadonly ${propertyName(name)}: {\n${indent(lines.join('\n'))}\n};`;
}

function actionTypes(action: AnyAction, named: NamedTypes): string {
  const { form, parts } = action.returns;
  const comment = commentOf(`action=${action.name}: ${action.summary}`);
  const types = FORMAT_VERSIONS.toReversed().map(version => {
    const name = prefixOf(version) + nameOf({ group: 'action', name: action.name, path: action.name });
    const context = { version, named };
    if (form === 'tuple') return `${comment}\nexport type ${name} = ${tupleType(parts[''] ?? {}, context)};`;
    return `${comment}\nexport interface ${name} ${objectType(Object.values(parts), context)}`;
  });
  return types.join('\n\n');
}

function actionEntry({ name }: AnyAction): string {
  const type = nameOf({ group: 'action', name, path: name });
  return `readonly ${propertyName(name)}: { readonly params: ${type}Params; readonly result: ${type}; readonly oldResult: Old${type} };`;
}
