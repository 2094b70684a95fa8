// `pnpm types` compiles this file; it is never run.
import type { ActionResponse, Page, Params, QueryParams, QueryResponse, Response, Result } from '@wikiquery/types';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const is = <_T extends true>(): void => {};

// Records of lists have the fields that `prop` selects, or the module's default fields if `prop` is absent.
const changes = {
  action: 'query',
  formatversion: 2,
  list: 'recentchanges',
  rcprop: 'title|sizes',
} as const satisfies QueryParams<'recentchanges'>;
declare const recent: QueryResponse<typeof changes>;
const change = recent.query?.recentchanges?.[0];
is<Equal<NonNullable<typeof change>['newlen'], number>>();
is<Equal<NonNullable<typeof change>['title'], string | undefined>>();
// @ts-expect-error not selected
void change?.comment;
// @ts-expect-error this list was not requested
void recent.query?.allpages;
is<Equal<Result<'recentchanges'>['timestamp'], string>>();
is<Equal<Result<'recentchanges', 'sizes'>['oldlen'], number>>();
// @ts-expect-error invalid value of prop
({ rcprop: ['titel'] }) satisfies Params<'recentchanges'>;

// Several values as an array, a set, or a string that is unknown at compile time.
const listed = {
  formatversion: 2,
  list: ['logevents', 'usercontribs'],
  leprop: ['ids', 'type'],
  ucprop: new Set(['sizediff'] as const),
} as const;
declare const both: QueryResponse<typeof listed>;
is<Equal<NonNullable<NonNullable<(typeof both)['query']>['logevents']>[number]['logid'], number>>();
// @ts-expect-error not selected
void both.query?.usercontribs?.[0]?.comment;
declare const unknownProps: QueryResponse<{ formatversion: 2; list: 'recentchanges'; rcprop: string }>;
is<Equal<NonNullable<NonNullable<(typeof unknownProps)['query']>['recentchanges']>[number]['newlen'], number | undefined>>();

// Prop modules add fields, lists or an object to the page.
const pages = {
  formatversion: 2,
  titles: 'A|B',
  prop: 'info|categories|revisions|categoryinfo',
  inprop: 'url',
  clprop: 'sortkey',
  rvprop: ['ids', 'content'],
  rvslots: 'main',
} as const;
declare const page: Page<typeof pages>;
is<Equal<typeof page.pageid, number | undefined>>();
is<Equal<typeof page.missing, true | undefined>>();
is<Equal<typeof page.fullurl, string | undefined>>();
is<Equal<NonNullable<typeof page.categories>[number]['sortkey'], string>>();
is<Equal<NonNullable<NonNullable<typeof page.revisions>[number]['slots']>[string]['content'], string | undefined>>();
is<Equal<NonNullable<typeof page.categoryinfo>['size'], number>>();
// @ts-expect-error inprop does not select it
void page.protection;
declare const plain: Page<{ formatversion: 2; titles: 'A'; prop: 'info|categories' }>;
// @ts-expect-error inprop has no default
void plain.fullurl;
// @ts-expect-error clprop has no default
void plain.categories?.[0]?.sortkey;
is<Equal<NonNullable<typeof plain.categories>[number]['title'], string>>();
// @ts-expect-error the request selects no pages
export type NoPages = NonNullable<QueryResponse<{ formatversion: 2; list: 'allpages' }>['query']>['pages'];

// Generators add their own fields to pages.
export const generated = {
  action: 'query',
  generator: 'categorymembers',
  gcmtitle: 'Category:Guides',
  prop: 'info',
} as const satisfies QueryParams<'info', 'categorymembers'>;
export const unprefixed = {
  generator: 'categorymembers',
  // @ts-expect-error The parameters of a generator begin with g.
  cmtitle: 'Category:Guides',
} as const satisfies QueryParams<'info', 'categorymembers'>;

declare const found: Page<{ formatversion: 2; generator: 'prefixsearch'; gpssearch: 'A'; prop: 'info' }>;
is<Equal<typeof found.index, number | undefined>>();
is<Equal<typeof found.lastrevid, number | undefined>>();

// Meta modules return sections, an object or tokens.
const about = { formatversion: 2, meta: 'siteinfo|userinfo|tokens', siprop: 'general|namespaces', uiprop: 'groups' } as const;
declare const meta: NonNullable<QueryResponse<typeof about>['query']>;
is<Equal<NonNullable<typeof meta.general>['sitename'], string>>();
is<Equal<NonNullable<typeof meta.userinfo>['groups'], readonly string[]>>();
is<Equal<NonNullable<typeof meta.tokens>[string], string>>();
// @ts-expect-error siprop does not select it
void meta.statistics;

// Several modules in one request.
const mixed = { ...pages, ...about, list: 'recentchanges|allpages' } as const;
declare const all: NonNullable<QueryResponse<typeof mixed>['query']>;
is<Equal<NonNullable<typeof all.allpages>[number]['pageid'], number>>();
is<Equal<NonNullable<typeof all.general>['sitename'], string>>();
is<Equal<NonNullable<typeof all.pages>[number]['fullurl'], string | undefined>>();

// Formatversion 1 has flags as strings, contents under * and pages by ID.
declare const old: NonNullable<QueryResponse<{ titles: 'A'; prop: 'extlinks|info' }>['query']>;
is<Equal<NonNullable<typeof old.pages>[string]['redirect'], '' | undefined>>();
is<Equal<NonNullable<NonNullable<typeof old.pages>[string]['extlinks']>[number]['*'], string>>();
declare const oldChanges: NonNullable<QueryResponse<{ list: 'recentchanges'; rcprop: 'flags' }>['query']>;
is<Equal<NonNullable<typeof oldChanges.recentchanges>[number]['minor'], '' | undefined>>();

// Data next to the result.
declare const search: NonNullable<QueryResponse<{ formatversion: 2; list: 'search'; srsearch: 'x' }>['query']>;
is<Equal<NonNullable<typeof search.searchinfo>['totalhits'], number | undefined>>();
declare const watched: QueryResponse<{ formatversion: 2; list: 'watchlistraw' }>;
is<Equal<NonNullable<typeof watched.watchlistraw>[number]['title'], string>>();

// The envelope of the response.
is<Equal<typeof recent.batchcomplete, true | undefined>>();
is<Equal<NonNullable<typeof recent.continue>[string], string | number>>();

// Third-party modules by declaration merging.
declare module '@wikiquery/types/modules' {
  interface QueryModules {
    readonly stones: {
      readonly group: 'list';
      readonly prefix: 'st';
      readonly key: 'stones';
      readonly placement: 'list';
      readonly at: 'query';
      readonly generator: false;
      readonly params: { readonly stprop?: 'weight' };
      readonly defaults: 'weight';
      readonly always: { readonly name: string };
      readonly parts: { readonly weight: { readonly grams: number } };
      readonly beside: unknown;
      readonly generated: unknown;
      readonly oldAlways: { readonly name: string };
      readonly oldParts: { readonly weight: { readonly grams: number } };
      readonly oldBeside: unknown;
      readonly oldGenerated: unknown;
    };
  }
}
declare const stones: NonNullable<QueryResponse<{ formatversion: 2; list: 'stones' }>['query']>;
is<Equal<NonNullable<typeof stones.stones>[number]['grams'], number>>();

// Tuples keep the order of their values; errors are objects as for all actions.
type Suggested = ActionResponse<'opensearch'>;
is<Equal<Extract<Suggested, readonly unknown[]>[1], readonly string[]>>();
is<Equal<Exclude<Suggested, readonly unknown[]>, Response>>();
