import type { EngineName, Statement } from '@wikiquery/database';
import { openWiki } from '@wikiquery/testing';
import { type Ask, asker, login, openServer } from '../inside-process.ts';
import { type Offer, type QueryModule, readOffer } from '../modules.ts';
import type { Question } from '../secrets/bases.ts';
import { type Base, findBases } from '../secrets/bases.ts';
import { PASSWORD, plant, SUPPRESSOR } from '../secrets/planted-wiki.ts';
import { valuesOf } from '../secrets/questions.ts';
import { openExplainer, type WholeRead } from './explain.ts';
import { SMALL_TABLES, widen } from './wide-wiki.ts';

/** A request of which a statement reads a whole table. */
export interface Finding {
  /** `module: table`, or `module.parameter: table` when it is the parameter that makes it so. */
  readonly what: string;
  readonly question: Question;
  readonly sql: string;
  readonly plan: string;
}

export interface Plans {
  readonly findings: readonly Finding[];
  /** How many different statements were looked at. */
  readonly statements: number;
}

/**
 * Asks every installed module for what it gives by default and with each parameter, as visitor and as somebody with all rights, as list and as
 * generator, and looks at the plan of every statement. Of so many questions one is asked: `every`.
 */
export async function examinePlans(engine: EngineName, every = 1): Promise<Plans> {
  const wiki = await openWiki(engine);
  try {
    const planted = await plant(wiki, []);
    await widen(wiki);
    await using explainer = await openExplainer(wiki);
    let statements: Statement[] = [];
    const server = await openServer(wiki.url, { statement: statement => statements.push(statement) });
    const explained = new Map<string, WholeRead[]>();
    const findings = new Map<string, Finding>();
    try {
      const visitor = asker(server, '');
      for (const ask of [visitor, asker(server, await login(server, SUPPRESSOR, PASSWORD))]) {
        const knowledge = { ...planted, guesses: planted.hoard.guesses };
        for (const [i, { what, question }] of (await trials(await readOffer(ask), knowledge, ask)).entries()) {
          if (i % every !== 0) continue;
          statements = [];
          await ask(question);
          for (const statement of statements) {
            // Not `show replica status`.
            if (!/^(?:select|with) /.test(statement.sql)) continue;
            if (!explained.has(statement.sql)) explained.set(statement.sql, await explainer.wholeReads(statement));
            for (const { table: alias, plan } of explained.get(statement.sql)!) {
              const table = tableNamed(alias, statement);
              const key = `${what}: ${table}`;
              if (!SMALL_TABLES.has(table) && !findings.has(key)) findings.set(key, { what: key, question, sql: statement.sql, plan });
            }
          }
        }
      }
    } finally {
      await server.close();
    }
    return { findings: [...findings.values()].filter(({ what }) => !isSaidOfModule(what, findings)), statements: explained.size };
  } finally {
    await wiki.close();
  }
}

/** What a module does by default it need not be told again for each parameter. */
const isSaidOfModule = (what: string, findings: ReadonlyMap<string, Finding>): boolean =>
  what.includes('.') && findings.has(what.replace(/\.[^:]*/, ''));

/** The table behind an alias. */
function tableNamed(alias: string, { sql }: Statement): string {
  return new RegExp(`(?:from|join) [\`"]?(\\w+)[\`"]? as [\`"]?${alias}[\`"]?(?!\\w)`).exec(sql)?.[1] ?? alias;
}

export interface Trial {
  readonly what: string;
  readonly question: Question;
}

export async function trials(offer: Offer, knowledge: Parameters<typeof valuesOf>[1], ask: Ask): Promise<Trial[]> {
  const pages: Question = { titles: knowledge.titles.join('|') };
  const bases = await findBases(offer, pages, async question => (await ask(question)).error?.code ?? '');
  return [...bases].flatMap(([module, base]) => [...trialsOf(module, base, module.group === 'prop' ? pages : {}, knowledge)]);
}

function* trialsOf(
  module: QueryModule,
  { all, filters }: Base,
  pages: Question,
  knowledge: Parameters<typeof valuesOf>[1],
): Generator<Trial> {
  const { name, group } = module;
  for (const filter of filters) {
    // A filter that the module cannot do without is what makes the plan.
    const [needed] = Object.keys(filter);
    const what = needed === undefined ? name : `${name}.${needed.slice(module.prefix.length)}`;
    yield* both({ what, question: { ...pages, [group]: name, ...filter } }, module);
    yield* both({ what, question: { ...pages, ...all, ...filter } }, module);
    for (const parameter of module.parameters) {
      const values = valuesOf(parameter, knowledge);
      for (const value of parameter.values.length > 0 ? values : values.slice(0, SOME)) {
        const question = { ...pages, [group]: name, ...filter, [parameter.wireName]: value };
        yield* both({ what: `${name}.${parameter.name}`, question }, module);
      }
    }
  }
}

/** Values of the same kind make the same statement. */
const SOME = 4;

/** The request, and the same as a generator. */
function* both(trial: Trial, { name, group, prefix, isGenerator }: QueryModule): Generator<Trial> {
  yield trial;
  if (!isGenerator) return;
  const rest = Object.entries(trial.question).filter(([key]) => key !== group);
  const question = Object.fromEntries(rest.map(([key, value]) => [key !== 'titles' && key.startsWith(prefix) ? `g${key}` : key, value]));
  yield { what: trial.what, question: { ...question, generator: name } };
}
