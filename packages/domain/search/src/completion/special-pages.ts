import { type Env, NS } from '@wikiquery/core';
import { compareBinary } from '@wikiquery/pages';
import type { CompletionRequest, Hit, SearchBackend } from '../backend.ts';
import { subpagesOf } from './special-subpages.ts';

/**
 * Finds special pages by name prefix. Names and first aliases come before further aliases. After a slash, finds subpages. Returns up to
 * `limit` hits, or one hit more if there are further hits.
 */
export async function specialPages(q: Env, backend: SearchBackend, request: CompletionRequest): Promise<Hit[]> {
  const { text, limit, offset } = request;
  const slash = text.indexOf('/');
  if (slash >= 0) return subpages(q, backend, request, slash);
  const start = fold(text.replaceAll(' ', '_'));
  const found = namesOf(q)
    .filter(({ folded }) => folded.startsWith(start))
    .sort((a, b) => a.rank - b.rank || compareBinary(a.folded, b.folded));
  return found.slice(offset, offset + limit + 1).flatMap(({ name }) => q.titles.make(NS.SPECIAL, name) ?? []);
}

async function subpages(q: Env, backend: SearchBackend, request: CompletionRequest, slash: number): Promise<Hit[]> {
  const title = q.titles.make(NS.SPECIAL, request.text.slice(0, slash));
  const folded = fold(title?.dbkey ?? '');
  const page = described(q).find(({ realname, aliases }) => [realname, ...aliases].some(name => fold(name) === folded));
  if (!title || !page) return [];
  const found = await subpagesOf(q, backend, page.realname, { ...request, text: request.text.slice(slash + 1) });
  return found.flatMap(name => q.titles.make(NS.SPECIAL, `${title.dbkey}/${name}`) ?? []);
}

interface Name {
  readonly name: string;
  readonly folded: string;
  readonly rank: number;
}

function namesOf(q: Env): Name[] {
  const listed = described(q).filter(({ realname }) => !UNLISTED.has(realname));
  const names = new Map<string, Name>();
  const add = (name: string, rank: number) => names.set(fold(name), { name, folded: fold(name), rank });
  for (const { realname } of listed) add(realname, 0);
  for (const { aliases } of listed) for (const [rank, alias] of aliases.entries()) add(alias, rank);
  return [...names.values()];
}

const fold = (name: string): string => name.toUpperCase();

/** Special pages that MediaWiki omits from completion. Most of them only serve links and forms. */
const UNLISTED: ReadonlySet<string> = new Set([
  'AllMyUploads',
  'ApiHelp',
  'AuthenticationPopupSuccess',
  'Blankpage',
  'ChangePassword',
  'Confirmemail',
  'EditTags',
  'EditWatchlist',
  'Filepath',
  'GoToInterwiki',
  'Invalidateemail',
  'LinkAccounts',
  'Listadmins',
  'Listbots',
  'Movepage',
  'MyLanguage',
  'Mycontributions',
  'Mylog',
  'Mypage',
  'Mytalk',
  'Myuploads',
  'PageData',
  'Revisiondelete',
  'RunJobs',
  'Specialpages',
  'TalkPage',
  'UnlinkAccounts',
  'UploadStash',
]);

interface Described {
  readonly realname: string;
  readonly aliases: readonly string[];
}

const described = ({ site }: Env): readonly Described[] => (site.info.specialpagealiases as readonly Described[] | undefined) ?? [];
