import { decodeCharacterReferences } from '@wikiquery/titles';
import { requestOf } from '../parser-tests/judge.ts';
import type { ParserTest } from '../parser-tests/read.ts';
import type { Tally } from './tally.ts';

/** The parts of a response that are compared. */
export interface WikiResponse {
  readonly error?: { readonly code: string };
  readonly query?: {
    readonly allpages?: readonly { readonly title: string }[];
    readonly pages?: readonly { readonly extract?: string }[];
  };
  readonly continue?: Record<string, string>;
  readonly parse?: Readonly<Record<string, unknown>> & { readonly text: string; readonly wikitext: string; readonly revid: number };
  readonly expandtemplates?: { readonly wikitext: string };
  readonly compare?: { readonly body: string };
}

export type Asker = (params: Readonly<Record<string, string>>) => Promise<WikiResponse>;

/** MediaWiki (`there`) and the server under test (`here`). */
export interface Sides {
  readonly there: Asker;
  readonly here: Asker;
}

const LISTS = [
  ...['langlinks', 'categories', 'links', 'templates', 'images', 'externallinks', 'sections', 'iwlinks', 'properties', 'displaytitle'],
  'parsewarnings',
];
const PLAIN = { disablelimitreport: '1', wrapoutputclass: '' };

const both = ({ there, here }: Sides, params: Readonly<Record<string, string>>): Promise<[WikiResponse, WikiResponse]> =>
  Promise.all([there(params), here(params)]);

/** Compares the rendering, expanded templates, extracts and latest change of a page. */
export async function judgePage(title: string, sides: Sides, tally: Tally): Promise<void> {
  const [real, own] = await both(sides, {
    action: 'parse',
    page: title,
    prop: [...LISTS, 'text', 'wikitext', 'revid'].join('|'),
    ...PLAIN,
  });
  if (!real.parse || !own.parse) return tally.note('answers', title, codeOf(real), codeOf(own));
  judgeParse(title, real.parse, own.parse, tally);
  const [expanded, ownExpanded] = await both(sides, { action: 'expandtemplates', title, text: real.parse.wikitext, prop: 'wikitext' });
  tally.note('expandtemplates', title, expanded.expandtemplates?.wikitext, ownExpanded.expandtemplates?.wikitext);
  for (const [what, params] of [
    ['extracts', { explaintext: '1' }],
    ['extracts of introductions', { explaintext: '1', exintro: '1' }],
  ] as const) {
    const [extract, ownExtract] = (await both(sides, { action: 'query', prop: 'extracts', titles: title, ...params })).map(
      answer => answer.query?.pages?.[0]?.extract,
    );
    if (extract !== undefined) tally.share(what, title, words(extract), words(ownExtract ?? ''));
  }
  const [change, ownChange] = await both(sides, { action: 'compare', fromrev: String(real.parse.revid), torelative: 'prev' });
  if (change.compare?.body) tally.share('compare', title, rows(change.compare.body), rows(ownChange.compare?.body ?? ''));
}

/** Compares the rendering of a parser test's wikitext. The HTML that the test expects does not matter. */
export async function judgeText(test: ParserTest, sides: Sides, tally: Tally): Promise<void> {
  const { title = '', text = '' } = requestOf(test);
  const name = `${test.file}: ${test.name}\n${text}`;
  const [real, own] = await both(sides, {
    action: 'parse',
    title,
    text,
    contentmodel: 'wikitext',
    prop: [...LISTS, 'text'].join('|'),
    ...PLAIN,
  });
  if (!real.parse || !own.parse) return tally.note('answers', name, codeOf(real), codeOf(own));
  judgeParse(name, real.parse, own.parse, tally);
  const [expanded, ownExpanded] = await both(sides, { action: 'expandtemplates', title, text, prop: 'wikitext' });
  tally.note('expandtemplates', name, expanded.expandtemplates?.wikitext, ownExpanded.expandtemplates?.wikitext);
}

type Parsed = NonNullable<WikiResponse['parse']>;

function judgeParse(title: string, real: Parsed, own: Parsed, tally: Tally): void {
  for (const list of LISTS) tally.note(list, title, real[list], own[list]);
  tally.note('visible text', title, visible(real.text), visible(own.text));
  // Patch releases of 2026 write `_` as this character reference in attributes.
  tally.note('HTML', title, real.text, real.text.includes('&#95;') ? own.text : own.text.replaceAll('&#95;', '_'));
}

const codeOf = ({ error }: WikiResponse): string => error?.code ?? 'a response';

function words(extract: string): string[] {
  return extract.split(/\s+/).filter(word => word !== '');
}

function rows(body: string): string[] {
  return body.split('</tr>').map(row => visible(row.replaceAll(/<(\/?(?:ins|del))\b[^>]*>/g, '&lt;$1&gt;')));
}

/** Returns the visible text of HTML, with normalised white space. */
function visible(html: string): string {
  return decodeCharacterReferences(html.replaceAll(/<!--.*?-->/gs, '').replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim();
}
