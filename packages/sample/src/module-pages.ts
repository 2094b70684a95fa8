import type { AnyModule, AnyParam } from '@wikiquery/core';

export interface ManualPage {
  readonly title: string;
  readonly text: string;
}

/** A page about each module, made of what it declares, and a redirect from the piece of a request that calls it. */
export function modulePages(modules: readonly AnyModule[]): readonly ManualPage[] {
  const sorted = [...modules].sort((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.flatMap(module => [
    { title: titleOf(module), text: describe(module, sorted) },
    { title: `${module.group}=${module.name}`, text: `#REDIRECT [[${titleOf(module)}]]` },
  ]);
}

const titleOf = ({ name }: AnyModule): string => name.slice(0, 1).toUpperCase() + name.slice(1);

function describe(module: AnyModule, all: readonly AnyModule[]): string {
  const { group, name, prefix, summary, params, examples = {}, generator, deprecated } = module;
  const related = all.filter(other => other !== module && isRelated(other.name, name));
  return [
    `{{Module|group=${group}|name=${name}|prefix=${prefix || '–'}|generator=${generator ? 'yes' : 'no'}}}`,
    `'''${titleOf(module)}''': ${plain(summary)}`,
    ...(deprecated ? ['{{Note|This module is there for old programs; new ones use another.}}'] : []),
    '',
    '== Parameters ==',
    ...Object.entries(params as Readonly<Record<string, AnyParam>>).map(([key, param]) => describeParam(prefix + key, param)),
    ...section(
      'Requests',
      Object.entries(examples).map(([request, what]) => `{{Request|${request.replaceAll('|', '{{!}}')}|${plain(what)}}}`),
    ),
    ...section('See also', [
      ...related.map(other => `* [[${titleOf(other)}]]`),
      `* [[Help:${generator ? 'Generators' : 'First requests'}]]`,
    ]),
    '',
    `[[Category:Modules of ${group}]]`,
    ...(generator ? ['[[Category:Generators]]'] : []),
    ...(deprecated ? ['[[Category:Deprecated modules]]'] : []),
  ].join('\n');
}

const section = (title: string, lines: readonly string[]): string[] => (lines.length > 0 ? ['', `== ${title} ==`, ...lines] : []);

function describeParam(wireName: string, { type, options }: AnyParam): string {
  const facts = [
    type.name,
    ...(options.multi ? ['several'] : []),
    ...(options.required ? ['required'] : []),
    ...(options.deprecated ? ['deprecated'] : []),
  ];
  const usual = options.default === undefined ? '' : ` Default: <code>${plain(shown(options.default))}</code>.`;
  return `; <code>${wireName}</code> : (${facts.join(', ')}) ${plain(options.help ?? '')}${usual}`;
}

const shown = (value: unknown): string =>
  Array.isArray(value) ? value.map(shown).join('|') : typeof value === 'string' ? value : JSON.stringify(value);

/** Modules about the same thing have names that begin or end alike: allcategories, categories, categorymembers. */
function isRelated(a: string, b: string): boolean {
  const [short, long] = [a, b].map(name => name.replace(/^all/, '')).sort((x, y) => x.length - y.length) as [string, string];
  return short.length > 3 && (long.startsWith(short.slice(0, 6)) || long.endsWith(short));
}

/** Text that means nothing in wikitext. */
const plain = (text: string): string => text.replaceAll(/[[\]{|}<>&]/g, character => `&#${character.charCodeAt(0)};`);
