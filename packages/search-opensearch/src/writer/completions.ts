import { NS } from '@wikiquery/core';
import type { PageToWrite } from './read-documents.ts';

/** Document of the index of completions. */
export interface CompletionDocument {
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Kinds of completions, which end the ids of their documents: of a title and similar redirects, and of other redirects. */
const TITLE = 't';
export const REDIRECT = 'r';

/** Redirects count less than titles, and those to other namespaces still less. */
const REDIRECT_WEIGHT = 0.1;
const FOREIGN_WEIGHT = 0.005;
/** Redirects at this edit distance of the title, with a common beginning of this length, complete to the title. */
const SIMILAR = { distance: 2, prefix: 3 };
const LONGEST_INPUT = 255;
const MAX_WEIGHT = 2 ** 31 - 1;

/** Returns the ids of all completions that a page or a redirect can have. */
export const completionIds = (page: number): string[] => [`${page}${TITLE}`, `${page}${REDIRECT}`];

/** Returns the completions of a page: its title and the redirects to it in the main namespace. Other namespaces have none. */
export function completionsOf(page: PageToWrite, batch: number): CompletionDocument[] {
  const redirects = page.redirects.filter(({ namespace }) => namespace === NS.MAIN);
  const title = spaced(page.dbkey);
  const document = (id: string, inputs: readonly string[], weight: number): CompletionDocument => {
    const suggest = { input: inputs.map(text => text.slice(0, LONGEST_INPUT)), weight: Math.min(MAX_WEIGHT, Math.floor(weight)) };
    const source_doc_id = String(page.id);
    return {
      id,
      body: { batch_id: batch, source_doc_id, target_title: { title, namespace: page.namespace }, suggest, 'suggest-stop': suggest },
    };
  };
  if (page.namespace !== NS.MAIN)
    return redirects.map(({ id, dbkey }) => document(`${id}${TITLE}`, [spaced(dbkey)], page.incoming * FOREIGN_WEIGHT));
  const names = redirects.map(({ dbkey }) => spaced(dbkey));
  const similar = names.filter(name => isSimilar(name, title));
  const others = names.filter(name => !similar.includes(name));
  return [
    document(`${page.id}${TITLE}`, [title, ...similar], page.incoming),
    ...(others.length > 0 ? [document(`${page.id}${REDIRECT}`, others, page.incoming * REDIRECT_WEIGHT)] : []),
  ];
}

const spaced = (dbkey: string): string => dbkey.replaceAll('_', ' ');

function isSimilar(name: string, title: string): boolean {
  const [one, other] = [name.toLowerCase(), title.toLowerCase()];
  return one.slice(0, SIMILAR.prefix) === other.slice(0, SIMILAR.prefix) && isWithin(one, other, SIMILAR.distance);
}

/** Whether two texts differ by at most `most` inserted, deleted or replaced characters. */
function isWithin(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > most) return false;
    row = next;
  }
  return (row.at(-1) ?? 0) <= most;
}
