import type { Env, Site } from '@wikiquery/core';
import type { AnyParam, Described, Installed, ParamOptions, Submodules } from '@wikiquery/core/host';

export type Info = Record<string, unknown>;
export type HelpFormat = 'html' | 'none' | 'raw' | 'wikitext';
type ParamMark = NonNullable<ParamOptions['marks']>[number];

export function moduleInfo(item: Described, { valuesOf }: Installed, q: Env, helpFormat: HelpFormat): Info {
  const help = (text: string) => (helpFormat === 'none' ? {} : { description: helpFormat === 'raw' ? [{ key: text, params: [] }] : text });
  const context: InfoContext = { site: q.site, highLimits: q.actor.can('apihighlimits'), valuesOf, help, helpFormat };
  const parameters = Object.entries(item.params).map(([name, param], i) => ({
    templated: param.options.each !== undefined,
    info: parameterInfo(i + 1, name, param, item.submodules?.[name], context),
  }));
  return {
    name: item.name,
    classname: 'wikiquery',
    path: item.path,
    ...(item.group && { group: item.group }),
    prefix: item.prefix,
    source: item.extension ?? 'wikiquery',
    sourcename: item.extension ?? 'wikiquery',
    licensetag: 'GPL-2.0-or-later',
    ...help(item.summary),
    ...Object.fromEntries(item.flags.map(flag => [flag, true])),
    helpurls: [],
    ...(helpFormat !== 'none' && {
      examples: Object.entries(item.examples ?? {}).map(([query, text]) => ({
        query: query.startsWith('action=') ? query : `action=query&${query}`,
        ...help(text),
      })),
    }),
    parameters: parameters.filter(entry => !entry.templated).map(entry => entry.info),
    templatedparameters: parameters.filter(entry => entry.templated).map(entry => entry.info),
  };
}

interface InfoContext {
  readonly site: Site;
  readonly highLimits: boolean;
  readonly valuesOf: Installed['valuesOf'];
  readonly help: (text: string) => Info;
  readonly helpFormat: HelpFormat;
}

function parameterInfo(index: number, name: string, param: AnyParam, submodules: Submodules | undefined, context: InfoContext): Info {
  const { type, options } = param;
  const { site, highLimits, valuesOf, help, helpFormat } = context;
  const deprecatedValues = [...(submodules?.deprecated ?? options.deprecatedValues ?? [])].sort();
  const values = submodules
    ? Object.keys(submodules.paths)
    : type.name === 'enum'
      ? sortValues(valuesOf(param) ?? [], deprecatedValues)
      : type.name;
  const fallback = options.siteDefault ? options.siteDefault(site) : options.default;
  const multi = options.multi;
  return {
    index,
    name,
    ...(options.each && { templatevars: options.each }),
    ...help(options.help ?? ''),
    type: values,
    required: options.required ?? false,
    ...(options.deprecated && { deprecated: true }),
    ...(options.sensitive && { sensitive: true }),
    ...(fallback !== undefined &&
      fallback !== false &&
      !(options.collect && Array.isArray(fallback)) && { default: Array.isArray(fallback) ? joined(fallback) : fallback }),
    multi: multi !== undefined,
    ...(multi && { lowlimit: multi.low, highlimit: multi.high, limit: highLimits ? multi.high : multi.low }),
    ...(multi?.duplicates && { allowsduplicates: true }),
    ...(multi && (options.all || type.all) && { allspecifier: '*' }),
    ...type.describe?.(site),
    ...(submodules && { submodules: submodules.paths, ...(submodules.prefix && { submoduleparamprefix: submodules.prefix }) }),
    ...(deprecatedValues.length > 0 && { deprecatedvalues: deprecatedValues }),
    ...(options.marks && { info: options.marks.map(mark => markInfo(mark, helpFormat)) }),
  };
}

/** Joins values with pipes; a single number stays a number. */
const joined = (values: readonly unknown[]): unknown =>
  values.length === 1 && typeof values[0] === 'number' ? values[0] : values.join('|');

const markInfo = ({ name, values, text }: ParamMark, helpFormat: HelpFormat): Info => ({
  name,
  ...(values && { values }),
  ...(helpFormat !== 'none' && { text }),
});

/** Sorts values as MediaWiki does: deprecated values last. */
const sortValues = (values: readonly (string | number)[], deprecated: readonly string[] = []): (string | number)[] => {
  const late = (value: string | number) => Number(deprecated.includes(String(value)));
  return [...values].sort((a, b) => late(a) - late(b) || (a < b ? -1 : a > b ? 1 : 0));
};
