import type { InfoQuery } from './parts.ts';

/** The groups that have a right, as links in wikitext to the pages about them. */
export async function loadGroupLinks({ site }: InfoQuery): Promise<(right: string) => readonly string[]> {
  return right => [...site.groups.values()].filter(({ rights }) => rights.includes(right)).map(({ name }) => name);
}
