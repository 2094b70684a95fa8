/** Facts that identify a wiki: database name (`id`), host and site name. */
export interface WikiName {
  readonly id?: string | undefined;
  readonly host?: string | undefined;
  readonly name?: string | undefined;
}

/** Returns the facts in a saved siteinfo that identify the wiki. */
export function whichWiki(description: unknown): WikiName {
  const { general = {} } = (description as { readonly query?: { readonly general?: Record<string, unknown> } } | undefined)?.query ?? {};
  const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
  const base = text(general.base);
  return { id: text(general.wikiid), host: base && URL.parse(base)?.host, name: text(general.sitename) };
}

const FACTS = ['id', 'host', 'name'] as const;

/** Whether most facts that are known about both wikis are equal. A wiki can move or be renamed, and many databases are named `wiki`. */
export function isSameWiki(one: WikiName, other: WikiName): boolean {
  const known = FACTS.filter(fact => one[fact] !== undefined && other[fact] !== undefined);
  return known.length === 0 || known.filter(fact => one[fact] === other[fact]).length * 2 > known.length;
}

/** Merges the facts of two sources. The first source takes precedence. */
export const joinNames = (one: WikiName, other: WikiName): WikiName => ({
  id: one.id ?? other.id,
  host: one.host ?? other.host,
  name: one.name ?? other.name,
});

/** Formats a wiki for messages: `"Wikipedia" (aawiki, aa.wikipedia.org)`. */
export function describeWiki({ id, host, name }: WikiName): string {
  const more = [id, host].filter(each => each !== undefined).join(', ');
  return name === undefined ? more || 'a wiki without a name' : `"${name}"${more && ` (${more})`}`;
}
