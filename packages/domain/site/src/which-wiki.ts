/** What tells a wiki from others, as far as it is known. */
export interface WikiName {
  /** The name of its database. */
  readonly id?: string | undefined;
  /** The host of its URLs. */
  readonly host?: string | undefined;
  readonly name?: string | undefined;
}

/** Of which wiki a description (`meta=siteinfo`) is. */
export function whichWiki(description: unknown): WikiName {
  const { general = {} } = (description as { readonly query?: { readonly general?: Record<string, unknown> } } | undefined)?.query ?? {};
  const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
  const base = text(general.base);
  return { id: text(general.wikiid), host: base && URL.parse(base)?.host, name: text(general.sitename) };
}

const FACTS = ['id', 'host', 'name'] as const;

/** Whether most of what is known of both is the same: a wiki may move or be renamed, and many have a database named `wiki`. */
export function isSameWiki(one: WikiName, other: WikiName): boolean {
  const known = FACTS.filter(fact => one[fact] !== undefined && other[fact] !== undefined);
  return known.length === 0 || known.filter(fact => one[fact] === other[fact]).length * 2 > known.length;
}

/** What is known of the same wiki from two sources. */
export const joinNames = (one: WikiName, other: WikiName): WikiName => ({
  id: one.id ?? other.id,
  host: one.host ?? other.host,
  name: one.name ?? other.name,
});

/** `"Wikipedia" (aawiki, aa.wikipedia.org)` */
export function describeWiki({ id, host, name }: WikiName): string {
  const more = [id, host].filter(each => each !== undefined).join(', ');
  return name === undefined ? more || 'a wiki without a name' : `"${name}"${more && ` (${more})`}`;
}
