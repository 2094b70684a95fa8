import { type Title, titleKey } from '@wikiquery/core';
import { defaultSite } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import { describe, expect, it, vi } from 'vitest';
import type { LimitKey, Statistics, WikitextContext } from './context.ts';
import { expandInProcess } from './expansion.ts';
import { evaluate } from './expressions.ts';
import { expandTemplates, preSaveTransform, sectionOf } from './index.ts';
import { ARGUMENT_LEFT_OUT, INCLUSION_LEFT_OUT, TOO_DEEP, TOO_MANY_NODES } from './limits.ts';
import { transformInProcess } from './pre-save.ts';
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
    loadTexts: async batch =>
      new Map(batch.flatMap(title => (templates.has(keyOf(title)) ? [[keyOf(title), templates.get(keyOf(title)) as string]] : []))),
    ...more,
  };
}

const limited = async (text: string): Promise<[string, ReadonlySet<LimitKey>]> => {
  const limits = new Set<LimitKey>();
  const observer = { included() {}, checked() {}, property() {}, unknown() {}, limit: (limit: LimitKey) => void limits.add(limit) };
  return [await expandInProcess(text, context({ observer })), limits];
};

const nested = (times: number, open: string, close: string, inner = ''): string => open.repeat(times) + inner + close.repeat(times);

/** Returns the work units that the callback consumes. */
async function workOf(act: (work: WorkBudget) => unknown): Promise<number> {
  const work = new WorkBudget(Number.MAX_SAFE_INTEGER);
  await act(work);
  return Number.MAX_SAFE_INTEGER - work.left;
}

/** Shapes of about `n` characters that once took quadratic time or deep recursion. */
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

describe('preprocess', () => {
  it.each(Object.entries(SHAPES))('parses %s in linear time and writes them without recursion', async (_, shape) => {
    const [once, twice] = [shape(5000), shape(10_000)];
    const steps = await workOf(work => preprocess(once, { work }));
    expect(await workOf(work => preprocess(twice, { work }))).toBeLessThan(steps * 2.5);
    const nodes = preprocess(shape(60_000));
    expect(toSource(nodes)).toBe(shape(60_000));
    expect(toXml(nodes)).toMatch(/^<root>.*<\/root>$/s);
  });
});

describe('expandTemplates', () => {
  it.each(Object.entries(SHAPES))('expands %s in linear time', async (_, shape) => {
    const work = await workOf(each => expandInProcess(shape(5000), context(), each));
    expect(await workOf(each => expandInProcess(shape(10_000), context(), each))).toBeLessThan(work * 2.5);
  });

  it('omits templates beyond the inclusion limit', async () => {
    const [bomb, limits] = await limited(nested(24, '{{Twice|', '}}', 'x'.repeat(10)));
    expect(bomb.length).toBeLessThan(2 ** 21);
    expect(limits.size).toBeGreaterThan(0);
    const [many] = await limited(`{{Thousand|${'x'.repeat(100_000)}}}`);
    expect(many).toBe(`[[:Template:Thousand]]${INCLUSION_LEFT_OUT}`);
  });
  it('omits arguments beyond the argument limit', async () => {
    const [text, limits] = await limited(`{{Twice|${'x'.repeat(1_500_000)}}}{{Twice|{{Id|y}}}}`);
    expect(text).toContain(ARGUMENT_LEFT_OUT);
    expect(limits).toContain('post-expand-template-argument-category');
  });
  it('stops expanding at the depth limit', async () => {
    for (const text of [nested(200, '{{lc:', '}}', 'x'), nested(200, '{{{1|', '}}}', 'x'), nested(5000, '{{#if:x|', '}}', 'x')]) {
      const [expanded, limits] = await limited(text);
      expect(expanded.toLowerCase()).toContain(TOO_DEEP.toLowerCase());
      expect([...limits]).toEqual(['expansion-depth-exceeded-category']);
    }
    expect(await expandInProcess(nested(40, '{{lc:', '}}', 'X'), context())).toBe('x');
  });
  it('stops expanding at the node limit', async () => {
    const [text, limits] = await limited(`{{Thousand|}}`.repeat(600));
    expect(text).toContain(TOO_MANY_NODES);
    expect([...limits]).toEqual(['node-count-exceeded-category']);
  });
  it('expands only arguments that are used, each once', async () => {
    const loads: string[] = [];
    const loadTexts: WikitextContext['loadTexts'] = async batch => {
      loads.push(...batch.map(title => title.dbkey));
      return context().loadTexts(batch);
    };
    const statistics = vi.fn<() => Promise<Statistics>>(async () => ({
      articles: 1,
      edits: 2,
      files: 3,
      pages: 4,
      users: 5,
      activeUsers: 6,
    }));
    expect(await expandInProcess('{{Twice|{{NUMBEROFPAGES}}|{{NUMBEROFEDITS}}}}', context({ loadTexts, statistics }))).toBe('44');
    expect(statistics).toHaveBeenCalledTimes(1);
    expect(await expandInProcess('{{#switch:b|a={{NUMBEROFPAGES}}|b={{NUMBEROFEDITS}}}}', context({ statistics }))).toBe('2');
    expect(statistics).toHaveBeenCalledTimes(2);
    expect(loads).toEqual(['Twice']);
  });
  it('checks the existence of at most a hundred pages', async () => {
    const exists = vi.fn<() => Promise<boolean>>(async () => true);
    const text = Array.from({ length: 200 }, (_, i) => `{{#ifexist:P${i % 150}|1|0}}`).join('');
    expect(await expandInProcess(text, context({ exists }))).toBe(`${'1'.repeat(100)}${'0'.repeat(50)}${'1'.repeat(50)}`);
    expect(exists).toHaveBeenCalledTimes(100);
  });
  it('stops expanding messages that contain themselves', async () => {
    const message = async (key: string, params: readonly string[]) => `{{int:${key}x|${params.join()}${params.join()}}}`;
    expect((await expandInProcess('{{int:a|b}}', context({ message }))).length).toBeLessThan(2 ** 22);
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
  ])('expands %s with 50,000 repetitions of %j', async (begin, unit, end) => {
    expect(await expandInProcess(begin + unit.repeat(50_000) + end, context())).toBeTypeOf('string');
  });
  it('#iferror finds the class error only in tags', async () => {
    const text = ['<p a="b" class="x error y">', '<p class="errors">', '<p> class="error"', '<b class="error">', '<span\nclass="error">'];
    const found = await Promise.all(text.map(each => expandInProcess(`{{#iferror:${each}|yes|no}}`, context())));
    expect(found).toEqual(['yes', 'no', 'no', 'no', 'yes']);
  });
  it('evaluates expressions of 20,000 operations', () => {
    expect(evaluate(`${'1+'.repeat(20_000)}1`)).toBe(20_001);
    expect(evaluate(`${'('.repeat(20_000)}1${')'.repeat(20_000)}`)).toBe(1);
  });
});

describe('transformInProcess', () => {
  it.each(['[[a, ', '[[a (', '[[|', '[[a:', '~', ' ', '[[', '{{subst:'])('transforms 50,000 repetitions of %j', async unit => {
    expect(await transformInProcess(unit.repeat(50_000), 'Ada', context())).toBeTypeOf('string');
  });
  it('expands the pipe trick as MediaWiki does', async () => {
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
    expect(await transformInProcess(links.join('\n'), 'Ada', context())).toBe(
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

describe('limits of the main thread', () => {
  const requester = () => ({ ip: '192.0.2.1' });

  it('throws TooMuchWork beyond the work budget', async () => {
    await expect(expandInProcess('{{Id|x}}'.repeat(10_000), context(), new WorkBudget(1000))).rejects.toBeInstanceOf(TooMuchWork);
  });
  it('returns the same results from an isolated task as from the main thread', async () => {
    const message = async (key: string, params: readonly string[]) => `${key}: {{lc:${params.join()}}}`;
    const more = { message, genderOf: async () => 'female', exists: async () => true, lang: 'ru' };
    const text = `{{Twice|{{lc:AB}}}} {{int:note|X}} {{GENDER:Eve|he|she}} {{PLURAL:2|статья|статьи|статей}} {{PAGENAME}}${'{{Id|x}}'.repeat(9000)}`;
    const direct = await expandInProcess(text, context(more));
    expect(await expandTemplates(text, context({ ...more, requester: requester() }))).toBe(direct);
    expect(direct).toMatch(/^abab note: x she статьи Adaxx/);
    const saved = `{{subst:Id|~~~~}} [[A (b)|]]${SHAPES['comments in one line']?.(100_000)}`;
    expect(await preSaveTransform(saved, 'Ada', context({ requester: requester() }))).toBe(
      await transformInProcess(saved, 'Ada', context()),
    );
    const page = `== a ==\n${'{{x}}'.repeat(10_000)}\n== b ==\nend`;
    expect(await sectionOf(page, '2', {}, requester())).toBe('== b ==\nend');
  });
  it('an isolated task rejects with the errors of host functions', async () => {
    const failure = new Error('The database is gone.');
    const loadTexts = async () => {
      throw failure;
    };
    await expect(expandTemplates('{{x}}'.repeat(20_000), context({ loadTexts, requester: requester() }))).rejects.toBe(failure);
  });
});
