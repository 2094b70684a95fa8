import { type Knowledge, valuesOf } from '../secrets/questions.ts';
import { type Base, findBases } from './bases.ts';
import { type Ask, asGenerator, type QueryModule, type Question, readOffer } from './modules.ts';

export interface Trial {
  /** Subject of the trial: `module` or `module.parameter`. */
  readonly what: string;
  readonly question: Question;
}

/** Returns requests for every installed module: with defaults, all properties, and each parameter, as a list and as a generator. */
export async function trialsOf(ask: Ask, knowledge: Knowledge): Promise<Trial[]> {
  const pages: Question = { titles: knowledge.titles.join('|') };
  const bases = await findBases(await readOffer(ask), pages, ask);
  return [...bases].flatMap(([module, base]) => [...trialsOfModule(module, base, module.group === 'prop' ? pages : {}, knowledge)]);
}

function* trialsOfModule(module: QueryModule, { all, filters }: Base, pages: Question, knowledge: Knowledge): Generator<Trial> {
  const { name, group } = module;
  for (const filter of filters) {
    const [required] = Object.keys(filter);
    const what = required === undefined ? name : `${name}.${required.slice(module.prefix.length)}`;
    yield* listAndGenerator({ what, question: { ...pages, [group]: name, ...filter } }, module);
    yield* listAndGenerator({ what, question: { ...pages, ...all, ...filter } }, module);
    for (const parameter of module.parameters) {
      const values = valuesOf(parameter, knowledge);
      for (const value of parameter.values.length > 0 ? values : values.slice(0, MAX_VALUES)) {
        const question = { ...pages, [group]: name, ...filter, [parameter.wireName]: value };
        yield* listAndGenerator({ what: `${name}.${parameter.name}`, question }, module);
      }
    }
  }
}

/** Maximum number of values of a parameter. All values of one kind result in the same statement. */
const MAX_VALUES = 4;

function* listAndGenerator(trial: Trial, module: QueryModule): Generator<Trial> {
  yield trial;
  if (module.isGenerator) yield { what: trial.what, question: asGenerator(module, trial.question) };
}
