/** Messages of every page, by MediaWiki's key, with the texts for wikis without the message. */
const COMMON = {
  search: 'Search',
  searchbutton: 'Search',
  recentchanges: 'Recent changes',
  allpages: 'All pages',
  categories: 'Categories',
  randompage: 'Random page',
  specialpages: 'Special pages',
  'nstab-main': 'Page',
  'nstab-category': 'Category',
  'nstab-image': 'File',
  'nstab-user': 'User page',
  'nstab-template': 'Template',
  'nstab-project': 'Project page',
  'nstab-help': 'Help page',
  'nstab-mediawiki': 'Message',
  'nstab-special': 'Special page',
  talk: 'Discussion',
  history_short: 'History',
  viewsource: 'View source',
  whatlinkshere: 'What links here',
  'pageinfo-toolboxlink': 'Page information',
  permalink: 'Permanent link',
  otherlanguages: 'In other languages',
  variants: 'Variants',
  toolbox: 'Tools',
  jumptonavigation: 'Navigation',
  'rev-deleted-user': '(user name removed)',
  'rev-deleted-comment': '(edit summary removed)',
  nextn: 'next $1',
  error: 'Error',
} as const;

/** Texts that MediaWiki has no message for. */
const OWN = {
  skip: 'Skip to content',
  queries: 'Query this',
  more: 'Next page',
  contents: 'Contents',
  mainpage: 'Main page',
} as const;

type CommonKey = keyof typeof COMMON | keyof typeof OWN;
/** Messages of one kind of page, by key, with the texts for wikis without the message. */
export type Wordings = Readonly<Record<string, string>>;

export const messageKeys = (own: Wordings): string[] => [...new Set([...Object.keys(COMMON), ...Object.keys(own)])];

/** Messages that `meta=allmessages` has returned. */
export interface ReturnedMessage {
  readonly name: string;
  readonly content?: string;
}

/** Texts of a page in the language of the user. */
export class PageWording {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #own: Wordings;

  constructor(found: readonly ReturnedMessage[], own: Wordings) {
    this.#own = own;
    this.#texts = new Map(found.flatMap(({ name, content }) => (content !== undefined && isPlain(content) ? [[name, content]] : [])));
  }

  /** Returns a message as plain text, with its parameters filled in. */
  text(key: CommonKey | (string & {}), ...params: readonly (string | number)[]): string {
    const text = this.#texts.get(key) ?? this.#own[key] ?? (COMMON as Wordings)[key] ?? (OWN as Wordings)[key] ?? key;
    return text.replaceAll(/\$(\d)/g, (whole, number: string) => String(params[Number(number) - 1] ?? whole));
  }
}

/** Whether a message is plain text: no wikitext, HTML or parser functions that only the parser could show. */
const isPlain = (text: string): boolean => text !== '' && text !== '-' && !/\{\{|\[\[|\[(?:https?:)?\/\/|<|''|&\w+;/.test(text);
