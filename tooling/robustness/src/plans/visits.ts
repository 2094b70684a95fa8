import { type EngineName, open, type Statement } from '@wikiquery/database';
import type { Settings } from '@wikiquery/server';
import { type Ask, asker, openServer } from '../inside-process.ts';
import { readOffer } from '../modules.ts';
import type { Question } from '../secrets/bases.ts';
import { openRowCounter } from './counter.ts';
import { readSamples, type SweepOptions, sweep } from './sweep.ts';

/** What one request cost. */
export interface Visit {
  /** `module.parameter` */
  readonly what: string;
  readonly question: Question;
  /** Rows that the engine visited for it, all statements together. */
  readonly visited: number;
  /** Values in the answer, and pages that were asked for. */
  readonly answered: number;
  readonly milliseconds: number;
  /** The statement that visited most. */
  readonly sql: string;
}

/**
 * A record may take this many rows: those of the tables that it is made of, and of pages, actors and comments beside it; and of an index that has
 * several rows for one record.
 */
const ROWS_OF_VALUE = 20;

/** What a request may cost beyond what it answers. */
export const isWithin = ({ visited, answered }: Visit, rows: number): boolean => visited <= ROWS_OF_VALUE * answered + rows;

/** More than that nobody needs to know. */
const MOST = 300_000;

export interface Visits {
  readonly requests: number;
  /** Of all that visited more than a thousand rows. */
  readonly visits: readonly Visit[];
  /** Of all that are not expected and took longer than {@link SLOW} whenever they were asked. */
  readonly slow: readonly Visit[];
}

/** Milliseconds, and how often a request is asked that took longer: whatever disturbs makes it more, and what was read once is warm. */
const SLOW = 250;
const TRIES = 5;

/** Asks a wiki as a visitor, and counts the rows that each request visits. */
export interface VisitCounter {
  readonly ask: Ask;
  visit(what: string, question: Question): Promise<Visit>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function openVisitCounter(engine: EngineName, url: string, more?: Partial<Settings>): Promise<VisitCounter> {
  let statements: Statement[] = [];
  const around = { statement: (statement: Statement) => void statements.push(statement) };
  const server = await openServer(url, around, { clock: new Date(Date.UTC(2025, 0, 15)), lenient: true, ...more });
  const counter = await openRowCounter(engine, url);
  const counted = new Map<string, number>();
  const ask = asker(server, '');
  return {
    ask,
    async visit(what, question) {
      statements = [];
      const begun = performance.now();
      const answer = await ask(question);
      const milliseconds = performance.now() - begun;
      let [visited, worst, sql] = [0, 0, ''];
      for (const statement of statements) {
        if (!/^\(?(?:select|with) /.test(statement.sql)) continue;
        const rows = counted.get(textOf(statement)) ?? (await counter.visited(statement, MOST));
        if (counted.size < MOST_KEPT) counted.set(textOf(statement), rows);
        visited += rows;
        if (rows > worst) [worst, sql] = [rows, statement.sql];
      }
      const pages = question.titles?.split('|').length ?? 0;
      return { what, question, visited, answered: valuesIn(answer.query) + pages, milliseconds, sql };
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await counter[Symbol.asyncDispose]();
    },
  };
}

/** Asks the wiki of an address everything that `sweep` makes up; what `isExpected` (by `module.parameter`) may take as long as it likes. */
export async function countVisits(
  engine: EngineName,
  url: string,
  options: SweepOptions,
  isExpected: (what: string) => boolean = () => false,
): Promise<Visits> {
  const database = await open(url);
  const samples = await readSamples(database.db);
  await database.close();
  await using counter = await openVisitCounter(engine, url);
  const visits: Visit[] = [];
  const slow: Visit[] = [];
  const asked = new Set<string>();
  for await (const { what, question } of sweep(await readOffer(counter.ask), samples, counter.ask, options)) {
    const key = JSON.stringify(question);
    if (asked.has(key)) continue;
    asked.add(key);
    const visit = await counter.visit(what, question);
    if (visit.visited > SOME) visits.push(visit);
    if (isExpected(what)) continue;
    const milliseconds = await leastTime(visit, counter.ask);
    if (milliseconds > SLOW) slow.push({ ...visit, milliseconds });
  }
  return { requests: asked.size, visits, slow };
}

async function leastTime({ question, milliseconds }: Visit, ask: Ask): Promise<number> {
  let least = milliseconds;
  for (let time = 1; time < TRIES && least > SLOW; time++) {
    const begun = performance.now();
    await ask(question);
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}

const SOME = 1000;
const MOST_KEPT = 20_000;

const textOf = ({ sql, parameters }: Statement): string => `${sql}\n${JSON.stringify(parameters)}`;

const valuesIn = (answer: unknown): number =>
  typeof answer === 'object' && answer !== null ? Object.values(answer).reduce<number>((sum, value) => sum + valuesIn(value), 1) : 1;
