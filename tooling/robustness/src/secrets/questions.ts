import type { Parameter, QueryModule } from '../modules.ts';
import type { Base, Bases, Question } from './bases.ts';
import type { Hoard } from './hoard.ts';
import type { PlantedWiki } from './planted-wiki.ts';
import { renderings } from './rendered-pages.ts';

export interface Knowledge extends Pick<PlantedWiki, 'titles' | 'users' | 'revisions' | 'logs'> {
  /** What somebody may guess. */
  readonly guesses: Hoard['guesses'];
}

/**
 * Everything that may be asked of the installed modules: with all they can tell, every value of every choice, filtered by what is public
 * and by guesses, in both directions, as generators. A module that is new is asked like the others.
 */
export function* questions(bases: Bases, knowledge: Knowledge): Generator<Question> {
  for (const pages of pageSets(knowledge)) {
    yield pages;
    for (const [{ group }, { all, filters, unlimited }] of bases) {
      if (group !== 'prop') continue;
      for (const filter of filters) yield { ...pages, ...all, ...filter };
      // Some take a limit for one page only.
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
  // Of parameters that exclude each other one has to give way.
  const starts = filters.some(filter => Object.keys(filter).length > 0) ? [{}, ...filters] : [{}];
  for (const filter of starts) {
    const base = { ...pages, ...all, ...(module.group !== 'prop' && unlimited), ...filter };
    yield base;
    if (module.isGenerator) yield* asGenerator(module, base, shown);
    for (const parameter of module.parameters) {
      for (const value of valuesOf(parameter, knowledge)) {
        const question = { ...base, [parameter.wireName]: value };
        yield question;
        if (dir && parameter.values.length === 0) yield { ...question, [dir.wireName]: dir.values.find(each => each !== 'older') ?? '' };
        if (module.isGenerator && parameter.values.length === 0) yield* asGenerator(module, question, shown);
      }
    }
  }
}

/** The same question about the pages that the records stand for. */
function* asGenerator({ group, name, prefix }: QueryModule, question: Question, shown: Question): Generator<Question> {
  const rest = Object.entries(question).filter(([key]) => key !== group);
  const generated = Object.fromEntries(rest.map(([key, value]) => [key !== 'titles' && key.startsWith(prefix) ? `g${key}` : key, value]));
  yield { generator: name, ...generated, ...shown };
}

/** What the pages of a generator are asked about. */
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

/** Values worth trying for a parameter. */
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
    case 'boundedlimit':
      return ['1'];
    default:
      return name === 'continue'
        ? []
        : [...titles.slice(0, 4), ...users.slice(1, 3), ...guesses.titles, ...guesses.users, ...some(guesses.texts), 'mobile', 'zqx'];
  }
}
