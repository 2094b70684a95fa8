import { CENTRE, type SearchWiki, textOf, titleOf } from './wiki.ts';
import { numbersFrom, rankBy, VOCABULARY, wordAt } from './words.ts';

/** Requests of a kind, each another. */
export interface SearchRequests {
  readonly name: string;
  readonly queries: readonly string[];
}

/** Places of words that stand in most pages, and of those that few have. */
const FREQUENT = 10;
const RARE = VOCABULARY / 20;

/** What readers may ask: words are drawn as the pages were written. */
export function searchRequests({ pages }: SearchWiki, count: number): SearchRequests[] {
  const next = numbersFrom(7_654_321);
  const drawn = (): string => wordAt(rankBy(next()));
  const frequent = (): string => wordAt(Math.floor(next() * FREQUENT));
  const rare = (): string => wordAt(Math.floor(RARE + next() * (VOCABULARY - RARE)));
  const somePage = (): number => 1 + Math.floor(next() * pages);
  const phrase = (): string => {
    const words = textOf(somePage(), pages).text.split(' ');
    // Between the title and the first link.
    const at = 5 + Math.floor(next() * 15);
    return `"${words[at]} ${words[at + 1]}"`;
  };
  const many = (query: () => string): string[] => Array.from({ length: count }, query);
  const search = (name: string, text: () => string): SearchRequests => ({
    name,
    queries: many(() => `action=query&list=search&srlimit=10&srsearch=${encodeURIComponent(text())}`),
  });
  return [
    search('a word', drawn),
    search('two words', () => `${drawn()} ${drawn()}`),
    search('a phrase', phrase),
    search('three words, one rare', () => `${drawn()} ${drawn()} ${rare()}`),
    search('a rare word', rare),
    search('a frequent word', frequent),
    search('two frequent words', () => `${frequent()} ${frequent()}`),
    {
      name: 'completion, 10 titles',
      queries: many(() => {
        const title = titleOf(somePage());
        return `action=opensearch&limit=10&search=${encodeURIComponent(title.slice(0, 1 + Math.floor(next() * 8)))}`;
      }),
    },
  ];
}

/** What is around the middle of the places. */
export function placeRequests(count: number): SearchRequests {
  const next = numbersFrom(1_234_567);
  const query = (): string => {
    const [lat, lon] = [CENTRE.lat + next() * 0.001, CENTRE.lon + next() * 0.001].map(degrees => degrees?.toFixed(6));
    return `action=query&list=geosearch&gsradius=10000&gslimit=10&gscoord=${lat}%7C${lon}`;
  };
  return { name: 'the nearest of 10,000 places', queries: Array.from({ length: count }, query) };
}
