import type { Base, Bases } from '../requests/bases.ts';
import { asGenerator, type Parameter, type QueryModule, type Question } from '../requests/modules.ts';
import type { PlantedWiki } from './planted-wiki.ts';
import { renderings } from './rendered-pages.ts';

/** Values for parameters: public values and guessed secrets. */
export type Knowledge = Omit<PlantedWiki, 'hoard'>;

/** Returns requests for all installed modules: with all properties, each parameter and value, in both directions, and as generators. */
export function* questions(bases: Bases, knowledge: Knowledge): Generator<Question> {
  for (const pages of pageSets(knowledge)) {
    yield pages;
    for (const [{ group }, { all, filters, unlimited }] of bases) {
      if (group !== 'prop') continue;
      for (const filter of filters) yield { ...pages, ...all, ...filter };
      // Some modules accept a limit only for a single page.
      if ('titles' in pages)
        for (const title of pages.titles.split('|').slice(0, 3)) yield { titles: title, ...all, ...filters[0], ...unlimited };
    }
  }
  const shown = shownWithGenerators(bases);
  for (const [module, base] of bases) yield* aboutModule(module, base, shown, knowledge);
  yield* renderings(knowledge);
}

function* aboutModule(module: QueryModule, { all, filters, unlimited }: Base, shown: Question, knowledge: Knowledge): Generator<Question> {
  const pages: Question = module.group === 'prop' ? { titles: knowledge.titles.join('|') } : {};
  const dir = module.parameters.find(({ name }) => name === 'dir');
  const starts = filters.some(filter => Object.keys(filter).length > 0) ? [{}, ...filters] : [{}];
  for (const filter of starts) {
    const base = { ...pages, ...all, ...(module.group !== 'prop' && unlimited), ...filter };
    yield base;
    if (module.isGenerator) yield { ...asGenerator(module, base), ...shown };
    for (const parameter of module.parameters) {
      for (const value of valuesOf(parameter, knowledge)) {
        const question = { ...base, [parameter.wireName]: value };
        yield question;
        if (dir && parameter.values.length === 0) yield { ...question, [dir.wireName]: dir.values.find(each => each !== 'older') ?? '' };
        if (module.isGenerator && parameter.values.length === 0) yield { ...asGenerator(module, question), ...shown };
      }
    }
  }
}

/** Returns parameters that request properties of the generated pages. */
function shownWithGenerators(bases: Bases): Question {
  const props = [...bases].filter(([{ name }]) => name === 'info' || name === 'revisions');
  if (props.length === 0) return {};
  return { ...Object.assign({}, ...props.map(([, { all }]) => all)), prop: props.map(([{ name }]) => name).join('|') };
}

function pageSets({ titles, revisions, guesses }: Knowledge): Question[] {
  const ids = Array.from({ length: 30 }, (_, i) => i + 1);
  return [
    { titles: titles.join('|') },
    { titles: guesses.titles.join('|') },
    { titles: guesses.titles.map(title => `File:${title}.png`).join('|') },
    { titles: [...guesses.users, ...guesses.titles].map(name => `User:${name}`).join('|') },
    { pageids: ids.join('|') },
    ...inParts(revisions, 50).map(part => ({ revids: part.join('|') })),
  ];
}

const inParts = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

export function valuesOf(
  { kind, values, name, multi }: Parameter,
  { titles, users, revisions, logs, guesses }: Knowledge,
): readonly string[] {
  if (values.length > 0) return multi && name === 'prop' ? [] : values.slice(0, 60);
  const some = <T>(items: readonly T[]): string[] => items.filter((_, i) => i % Math.ceil(items.length / 8) === 0).map(String);
  switch (kind) {
    case 'boolean':
      return ['1'];
    case 'limit':
      return ['1', '2'];
    case 'timestamp':
      return [...guesses.timestamps, '20240101000030'];
    case 'user':
      return [...users, ...guesses.users, ...guesses.numbers.map(id => `#${id}`)];
    case 'namespace':
      return ['0', '1', '2', '6', '*'];
    case 'integer':
      return [...guesses.numbers, ...some(revisions), ...some(logs), '1', '2', '3'];
    case 'title':
      return [...titles.slice(0, 4), ...guesses.titles];
    default:
      return name === 'continue'
        ? []
        : [...titles.slice(0, 4), ...users.slice(1, 3), ...guesses.titles, ...guesses.users, ...some(guesses.texts), 'mobile', 'zqx'];
  }
}
