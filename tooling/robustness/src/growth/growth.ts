import { open } from '@wikiquery/database';
import { type QueryModule, readOffer } from '../modules.ts';
import { readSamples, sweep } from '../plans/sweep.ts';
import { openVisitCounter, type Visit, type VisitCounter } from '../plans/visits.ts';
import type { Question } from '../secrets/bases.ts';

/** A request in wikis of several sizes, the smallest first. */
export interface Growth {
  /** `module`, `module.parameter`, or these `near the end`. */
  readonly what: string;
  readonly visits: readonly Visit[];
  /** The power of the number of pages by which the rows that are visited for a value of the answer grow. */
  readonly exponent: number;
  readonly kind: 'flat' | 'bounded' | 'growing';
}

/** A list that was gone through. */
export interface Walk {
  readonly what: string;
  readonly rows: number;
  readonly first: Visit;
  readonly last: Visit;
}

/** Milliseconds after which a request of the sweep has shown that it grows. */
const DEADLINE = 3000;
/** Rows that say nothing about growth: those of the smallest wikis are all that they have. */
const FEW = 500;
/** What a request may cost in the largest wiki, by what it costs in the smallest. */
const TWICE = 2;
/** Where lists look among other rows for what they want, they look at ten thousand, perhaps twice, with rows of another table. */
const LOOKED_AT = 45_000;

export class GrowthMeter {
  /** Of each wiki, the smallest first. */
  readonly #counters: readonly VisitCounter[];
  readonly #urls: readonly string[];
  readonly #pages: readonly number[];

  private constructor(counters: readonly VisitCounter[], urls: readonly string[], pages: readonly number[]) {
    this.#counters = counters;
    this.#urls = urls;
    this.#pages = pages;
  }

  /** `wikis`: the addresses of SQLite files with this many pages. */
  static async open(wikis: readonly { readonly url: string; readonly pages: number }[]): Promise<GrowthMeter> {
    const counters = await Promise.all(wikis.map(({ url }) => openVisitCounter('sqlite', url, { deadline: DEADLINE })));
    return new GrowthMeter(
      counters,
      wikis.map(({ url }) => url),
      wikis.map(({ pages }) => pages),
    );
  }

  /** Asks each wiki everything that `sweep` makes up; of what `isKnown` to grow one request each. */
  async rows(isKnown: (what: string) => boolean, tell: (line: string) => void): Promise<Growth[]> {
    const ofSizes: Map<string, Visit>[] = [];
    for (const [i, counter] of this.#counters.entries()) {
      ofSizes.push(await this.#visitsOf(counter, this.#urls[i]!, isKnown));
      tell(`${this.#pages[i]!.toLocaleString('en')} pages: ${ofSizes[i]!.size} requests`);
    }
    return [...ofSizes[0]!].flatMap(([key, first]) => {
      const visits = ofSizes.flatMap(visits => visits.get(key) ?? []);
      return visits.length === ofSizes.length ? [this.#growthOf(first.what, visits)] : [];
    });
  }

  async #visitsOf(counter: VisitCounter, url: string, isKnown: (what: string) => boolean): Promise<Map<string, Visit>> {
    const database = await open(url);
    const samples = await readSamples(database.db);
    await database.close();
    const found = new Map<string, Visit>();
    const times = new Map<string, number>();
    for await (const { what, question } of sweep(await readOffer(counter.ask), samples, counter.ask, { extent: 'ends' })) {
      // The same request has other values in each wiki: it is known by its place among those that name the same parameters.
      const form = `${what} ${Object.keys(question).join()}`;
      const time = (times.get(form) ?? 0) + 1;
      times.set(form, time);
      if (time === 1 || !isKnown(what)) found.set(`${form} ${time}`, await counter.visit(what, question));
    }
    return found;
  }

  /**
   * Goes through lists that know no direction, page after page, as far as `most` rows or their end, in the largest wiki. Gives what the first and the last
   * request visit.
   */
  async walks(most: number): Promise<Walk[]> {
    const counter = this.#counters.at(-1)!;
    const database = await open(this.#urls.at(-1)!);
    const samples = await readSamples(database.db);
    await database.close();
    const walked: Walk[] = [];
    for await (const { what, question } of sweep(await readOffer(counter.ask), samples, counter.ask, { extent: 'short' })) {
      const module = await this.#moduleOf(what, counter);
      if (module?.group !== 'list' || question[`${module.prefix}limit`] !== 'max' || walked.some(walk => walk.what === what)) continue;
      const names = module.parameters.map(({ name }) => name);
      if (!names.includes('continue') || names.includes('dir')) continue;
      let rows = 0;
      let next: Question = question;
      for (;;) {
        const answer = await counter.ask(next);
        rows += answer.query?.[module.name]?.length ?? 0;
        if (rows >= most || !answer.continue) break;
        next = { ...question, ...answer.continue };
      }
      if (next !== question) walked.push({ what, rows, first: await counter.visit(what, question), last: await counter.visit(what, next) });
    }
    return walked;
  }

  #offered: Promise<Map<string, QueryModule>> | undefined;
  async #moduleOf(what: string, { ask }: VisitCounter): Promise<QueryModule | undefined> {
    this.#offered ??= readOffer(ask).then(({ modules }) => new Map(modules.map(module => [module.name, module])));
    // A module by default, or with what it cannot do without.
    return (await this.#offered).get(what.split('.')[0]!);
  }

  #growthOf(what: string, visits: readonly Visit[]): Growth {
    const [small, large] = [visits[0]!, visits.at(-1)!];
    const cost = ({ visited }: Visit) => Math.max(visited, FEW);
    const answers = Math.max(1, large.answered / small.answered);
    const factor = cost(large) / cost(small) / answers;
    const exponent = Math.log(factor) / Math.log(this.#pages.at(-1)! / this.#pages[0]!);
    const kind = factor <= TWICE ? 'flat' : large.visited <= LOOKED_AT ? 'bounded' : 'growing';
    return { what, visits, exponent, kind };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const counter of this.#counters) await counter[Symbol.asyncDispose]();
  }
}
