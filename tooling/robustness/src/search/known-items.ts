import type { Ask } from '../inside-process.ts';
import { Random } from '../random.ts';
import type { RealPage } from './real-pages.ts';

/** Questions of one kind: how many there were, and of how many the page was among the first three answers. */
export interface Tally {
  asked: number;
  found: number;
  /** Questions whose page was not. */
  readonly missed: string[];
}

export const KINDS = [
  'first words',
  'title',
  'title with a typo',
  'redirect',
  'completed title',
  'completed with a typo',
  'completed redirect',
] as const;
export type Kind = (typeof KINDS)[number];

const FIRST = 3;
/** Words of a text that are asked for, and letters of a title that are typed. */
const WORDS = 8;
/** Shorter titles with an error are others. */
const SHORTEST = 5;

/** Looks for pages that are known to be there as somebody would who remembers them. */
export async function findKnownItems(ask: Ask, pages: readonly RealPage[], count: number, seed: number): Promise<ReadonlyMap<Kind, Tally>> {
  const random = new Random(seed);
  const tallies = new Map<Kind, Tally>(KINDS.map(kind => [kind, { asked: 0, found: 0, missed: [] }]));
  const longTitles = pages.filter(({ title }) => title.length >= SHORTEST);
  const redirected = pages.filter(({ redirects }) => redirects.length > 0);
  for (let at = 0; at < count; at++) {
    const page = random.of(pages);
    await look('first words', page.title, search, firstWords(page.text));
    await look('title', page.title, search, page.title);
    await look('completed title', page.title, complete, page.title.slice(0, Math.max(SHORTEST, Math.ceil(page.title.length * 0.8))));
    const longer = random.of(longTitles);
    await look('title with a typo', longer.title, search, withTypo(longer.title, random));
    await look('completed with a typo', longer.title, complete, withTypo(longer.title, random));
    const led = random.of(redirected);
    const [redirect = ''] = led.redirects;
    await look('redirect', led.title, search, redirect);
    await look('completed redirect', led.title, complete, redirect);
  }
  return tallies;

  async function look(kind: Kind, title: string, answers: (text: string) => Promise<readonly string[]>, text: string): Promise<void> {
    const tally = tallies.get(kind) as Tally;
    tally.asked++;
    if ((await answers(text)).slice(0, FIRST).includes(title)) tally.found++;
    else tally.missed.push(`${title} ← ${text}`);
  }
  async function search(text: string): Promise<readonly string[]> {
    const { query } = await ask({ list: 'search', srsearch: text, srlimit: String(FIRST), srenablerewrites: '1', srprop: '', srinfo: '' });
    return query.search.map(({ title }: { readonly title: string }) => title);
  }
  async function complete(text: string): Promise<readonly string[]> {
    const [, titles] = await ask({ action: 'opensearch', search: text, redirects: 'resolve', limit: '10' });
    return titles;
  }
}

/** The beginning of what a reader sees. */
function firstWords(wikitext: string): string {
  const seen = wikitext
    .replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, '$1')
    .replace(/\[\S+ ([^\]]*)\]/g, '$1')
    .replace(/<[^>]*>|'{2,}/g, '');
  return (seen.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []).slice(0, WORDS).join(' ');
}

/** A letter less, two of one, or two that changed places; behind the first. */
function withTypo(title: string, random: Random): string {
  const at = 1 + random.below(title.length - 2);
  const [before, letter, after] = [title.slice(0, at), title.charAt(at), title.slice(at + 1)];
  switch (random.below(3)) {
    case 0:
      return before + after;
    case 1:
      return before + letter + letter + after;
    default:
      return before + after.charAt(0) + letter + after.slice(1);
  }
}
