import { type Title, titleKey } from '@wikiquery/core';
import { defaultSite } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import { describe, expect, it, vi } from 'vitest';
import type { LimitKey, Statistics, WikitextContext } from './context.ts';
import { expandHere } from './expansion.ts';
import { evaluate } from './expressions.ts';
import { expandTemplates, preSaveTransform, sectionOf } from './index.ts';
import { ARGUMENT_LEFT_OUT, INCLUSION_LEFT_OUT, TOO_DEEP, TOO_MANY_NODES } from './limits.ts';
import { transformHere } from './pre-save.ts';
import { preprocess } from './preprocess.ts';
import { toSource, toXml } from './tree.ts';
import { TooMuchWork, WorkBudget } from './work.ts';

vi.setConfig({ testTimeout: 60_000 });

const site = defaultSite();
const titles = createTitles(site);
const keyOf = ({ namespace, dbkey }: Title): string => titleKey(namespace, dbkey);
const templates = new Map(
  Object.entries({
    Id: '{{{1}}}',
    Twice: '{{{1}}}{{{1}}}',
    Thousand: '{{Id|{{{1}}}}}'.repeat(1000),
    Chain: '{{Chain/{{{1}}}|{{{1}}}}}',
  }).map(([name, text]) => [titleKey(10, name), text]),
);

function context(more: Partial<WikitextContext> = {}): WikitextContext {
  return {
    site,
    titles,
    title: titles.local('User:Ada') as Title,
    now: new Date(0),
    keyOf,
    loadTexts: async wanted =>
      new Map(wanted.flatMap(title => (templates.has(keyOf(title)) ? [[keyOf(title), templates.get(keyOf(title)) as string]] : []))),
    ...more,
  };
}

const limited = async (text: string): Promise<[string, ReadonlySet<LimitKey>]> => {
  const limits = new Set<LimitKey>();
  const observer = { included() {}, asked() {}, property() {}, unknown() {}, limit: (limit: LimitKey) => void limits.add(limit) };
  return [await expandHere(text, context({ observer })), limits];
};

const nested = (times: number, open: string, close: string, inner = ''): string => open.repeat(times) + inner + close.repeat(times);

/** Units of work that it takes. */
async function workOf(act: (work: WorkBudget) => unknown): Promise<number> {
  const work = new WorkBudget(Number.MAX_SAFE_INTEGER);
  await act(work);
  return Number.MAX_SAFE_INTEGER - work.left;
}

/** Shapes that took quadratic time or worse, or deep recursion, in a length of about `n`. */
const SHAPES: Readonly<Record<string, (n: number) => string>> = {
  'templates in links': n => nested(n / 9, '[[{{a}}', ']]'),
  'comments in one line': n => `a${'<!---->'.repeat(n / 7)}`,
  'lines of comments': n => `\n${' <!-- --> \n'.repeat(n / 10)}`,
  'templates that do not end': n => '{{a|'.repeat(n / 4),
  'templates in templates': n => nested(n / 6, '{{a|', '}}'),
  'one run of braces': n => nested(n / 6, '{{{', '}}}', 'x'),
  'tags that do not end': n => '<nowiki '.repeat(n / 8),
  'headings in links in headings': n => nested(n / 7, '\n=[[', ']]='),
  'parts without a name': n => `{{${'|'.repeat(n)}}}`,
};

describe('structure', () => {
  it.each(Object.entries(SHAPES))('of %s is read in steps that grow as the text does, and written without recursion', async (_, shape) => {
    const [once, twice] = [shape(5000), shape(10_000)];
    const steps = await workOf(work => preprocess(once, { work }));
    expect(await workOf(work => preprocess(twice, { work }))).toBeLessThan(steps * 2.5);
    const nodes = preprocess(shape(60_000));
    expect(toSource(nodes)).toBe(shape(60_000));
    expect(toXml(nodes)).toMatch(/^<root>.*<\/root>$/s);
  });
});

describe('expansion', () => {
  it.each(Object.entries(SHAPES))('of %s takes work that grows as the text does', async (_, shape) => {
    const work = await workOf(each => expandHere(shape(5000), context(), each));
    expect(await workOf(each => expandHere(shape(10_000), context(), each))).toBeLessThan(work * 2.5);
  });

  it('leaves templates out that would become too large', async () => {
    const [bomb, limits] = await limited(nested(24, '{{Twice|', '}}', 'x'.repeat(10)));
    expect(bomb.length).toBeLessThan(2 ** 21);
    expect(limits.size).toBeGreaterThan(0);
    const [many] = await limited(`{{Thousand|${'x'.repeat(100_000)}}}`);
    expect(many).toBe(`[[:Template:Thousand]]${INCLUSION_LEFT_OUT}`);
  });
  it('leaves arguments out that would become too large', async () => {
    const [text, limits] = await limited(`{{Twice|${'x'.repeat(1_500_000)}}}{{Twice|{{Id|y}}}}`);
    expect(text).toContain(ARGUMENT_LEFT_OUT);
    expect(limits).toContain('post-expand-template-argument-category');
  });
  it('ends at a depth', async () => {
    for (const text of [nested(200, '{{lc:', '}}', 'x'), nested(200, '{{{1|', '}}}', 'x'), nested(5000, '{{#if:x|', '}}', 'x')]) {
      const [expanded, limits] = await limited(text);
      expect(expanded.toLowerCase()).toContain(TOO_DEEP.toLowerCase());
      expect([...limits]).toEqual(['expansion-depth-exceeded-category']);
    }
    expect(await expandHere(nested(40, '{{lc:', '}}', 'X'), context())).toBe('x');
  });
  it('ends at a number of nodes', async () => {
    const [text, limits] = await limited(`{{Thousand|}}`.repeat(600));
    expect(text).toContain(TOO_MANY_NODES);
    expect([...limits]).toEqual(['node-count-exceeded-category']);
  });
  it('expands arguments when they are used, and once', async () => {
    const loads: string[] = [];
    const loadTexts: WikitextContext['loadTexts'] = async wanted => {
      loads.push(...wanted.map(title => title.dbkey));
      return context().loadTexts(wanted);
    };
    const statistics = vi.fn<() => Promise<Statistics>>(async () => ({
      articles: 1,
      edits: 2,
      files: 3,
      pages: 4,
      users: 5,
      activeUsers: 6,
    }));
    expect(await expandHere('{{Twice|{{NUMBEROFPAGES}}|{{NUMBEROFEDITS}}}}', context({ loadTexts, statistics }))).toBe('44');
    expect(statistics).toHaveBeenCalledTimes(1);
    expect(await expandHere('{{#switch:b|a={{NUMBEROFPAGES}}|b={{NUMBEROFEDITS}}}}', context({ statistics }))).toBe('2');
    expect(statistics).toHaveBeenCalledTimes(2);
    expect(loads).toEqual(['Twice']);
  });
  it('asks a hundred times whether there is a page', async () => {
    const exists = vi.fn<() => Promise<boolean>>(async () => true);
    const text = Array.from({ length: 200 }, (_, i) => `{{#ifexist:P${i % 150}|1|0}}`).join('');
    expect(await expandHere(text, context({ exists }))).toBe(`${'1'.repeat(100)}${'0'.repeat(50)}${'1'.repeat(50)}`);
    expect(exists).toHaveBeenCalledTimes(100);
  });
  it('of messages within messages ends', async () => {
    const message = async (key: string, params: readonly string[]) => `{{int:${key}x|${params.join()}${params.join()}}}`;
    expect((await expandHere('{{int:a|b}}', context({ message }))).length).toBeLessThan(2 ** 22);
  });
  it.each([
    ['{{#iferror:', '<p ', '|x}}'],
    ['{{#iferror:<p', ' class="', '|x}}'],
    ['{{formatnum:', '1', '}}'],
    ['{{#expr:', '(', '}}'],
    ['{{#expr:1', '+1', '}}'],
    ['{{#switch:9', '|1=', '}}'],
    ['{{grammar:genitive|', 'a', '}}'],
    ['{{bidi:', 'a', '}}'],
    ['{{', '../', '}}'],
  ])('of %s and very many %j comes to an end', async (begin, unit, end) => {
    expect(await expandHere(begin + unit.repeat(50_000) + end, context())).toBeTypeOf('string');
  });
  it('finds errors, and only in tags', async () => {
    const text = ['<p a="b" class="x error y">', '<p class="errors">', '<p> class="error"', '<b class="error">', '<span\nclass="error">'];
    const found = await Promise.all(text.map(each => expandHere(`{{#iferror:${each}|yes|no}}`, context())));
    expect(found).toEqual(['yes', 'no', 'no', 'no', 'yes']);
  });
  it('computes long expressions', () => {
    expect(evaluate(`${'1+'.repeat(20_000)}1`)).toBe(20_001);
    expect(evaluate(`${'('.repeat(20_000)}1${')'.repeat(20_000)}`)).toBe(1);
  });
});

describe('the pre-save transform', () => {
  it.each(['[[a, ', '[[a (', '[[|', '[[a:', '~', ' ', '[[', '{{subst:'])('of very many %j comes to an end', async unit => {
    expect(await transformHere(unit.repeat(50_000), 'Ada', context())).toBeTypeOf('string');
  });
  it('completes links as MediaWiki does', async () => {
    const links = [
      '[[A, B|]]',
      '[[A (b)|]]',
      '[[A (b), c|]]',
      '[[A (b (c)|]]',
      '[[:Help:A|]]',
      '[[Help:A:B|]]',
      '[[(a)|]]',
      '[[A(b)|]]',
      '[[a b) |]]',
    ];
    expect(await transformHere(links.join('\n'), 'Ada', context())).toBe(
      [
        '[[A, B|A]]',
        '[[A (b)|A]]',
        '[[A (b), c|A]]',
        '[[A (b (c)|A]]',
        '[[:Help:A|A]]',
        '[[Help:A:B|A:B]]',
        '[[(a)|(a)]]',
        '[[A(b)|A]]',
        '[[a b) |a b) ]]',
      ].join('\n'),
    );
  });
});

describe('work for requests', () => {
  const requester = () => ({ ip: '192.0.2.1' });

  it('is ended here where it becomes much', async () => {
    await expect(expandHere('{{Id|x}}'.repeat(10_000), context(), new WorkBudget(1000))).rejects.toBeInstanceOf(TooMuchWork);
  });
  it('gives the same beside the main thread', async () => {
    const message = async (key: string, params: readonly string[]) => `${key}: {{lc:${params.join()}}}`;
    const more = { message, genderOf: async () => 'female', exists: async () => true, lang: 'ru' };
    const text = `{{Twice|{{lc:AB}}}} {{int:note|X}} {{GENDER:Eve|he|she}} {{PLURAL:2|статья|статьи|статей}} {{PAGENAME}}${'{{Id|x}}'.repeat(9000)}`;
    const here = await expandHere(text, context(more));
    expect(await expandTemplates(text, context({ ...more, requester: requester() }))).toBe(here);
    expect(here).toMatch(/^abab note: x she статьи Adaxx/);
    const saved = `{{subst:Id|~~~~}} [[A (b)|]]${SHAPES['comments in one line']?.(100_000)}`;
    expect(await preSaveTransform(saved, 'Ada', context({ requester: requester() }))).toBe(await transformHere(saved, 'Ada', context()));
    const page = `== a ==\n${'{{x}}'.repeat(10_000)}\n== b ==\nend`;
    expect(await sectionOf(page, '2', {}, requester())).toBe('== b ==\nend');
  });
  it('is told of by the errors of the functions that it calls', async () => {
    const failure = new Error('The database is gone.');
    const loadTexts = async () => {
      throw failure;
    };
    await expect(expandTemplates('{{x}}'.repeat(20_000), context({ loadTexts, requester: requester() }))).rejects.toBe(failure);
  });
});
