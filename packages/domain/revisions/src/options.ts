import { ApiError, type Env, escapeWikitext, message, type RequestedLimit } from '@wikiquery/core';
import type { RevisionParams, RevisionProp } from './params.ts';
import type { Renderer } from './renderer.ts';
import { selectPartialRevisions, toRevision } from './revision.ts';
import { MAIN } from './slots.ts';
import { loadVisibility } from './visibility.ts';

/** Options of a list of revisions. */
export interface RevisionOptions {
  readonly props: ReadonlySet<RevisionProp>;
  /** Roles of the requested slots. Undefined: the old format, in which the record contains the fields of the main slot. */
  readonly slots: ReadonlySet<string> | undefined;
  readonly slotFormats: ReadonlyMap<string, string>;
  readonly limit: number;
  readonly needsSlots: boolean;
  readonly needsContent: boolean;
  readonly section?: string | undefined;
  /** Requested content format in the old format. */
  readonly contentFormat?: string | undefined;
  readonly expandTemplates?: boolean;
  readonly parse?: boolean;
  readonly parseTree?: boolean;
  readonly diff?: DiffTarget | undefined;
  /** Whether users who are blocked from a page cannot see its revision-deleted parts, regardless of their rights. */
  readonly heedsBlocks: boolean;
  readonly renderer?: Renderer;
}

export type DiffTarget =
  | { readonly kind: 'text'; readonly text: string; readonly preSave: boolean }
  | { readonly kind: 'previous' | 'next' | 'current' }
  | { readonly kind: 'revision'; readonly id: number };

/** Module that lists revisions. */
export interface RevisionList {
  readonly group: 'list' | 'prop';
  readonly name: string;
  /** Whether the list ignores `limit`, because it does not enumerate revisions. */
  readonly unlimited?: boolean;
}

const RECORDS = { max: 500, highMax: 5000 };
const CONTENTS = { max: 50, highMax: 500 };
const PARSED = { max: 1, highMax: 1 };
const DEFAULT_LIMIT = 10;

/** Evaluates the common parameters of revision lists. Warns about deprecated uses. Throws `invalidparammix`, `diffto` or `nosuchrevid`. */
export async function readRevisionOptions(
  env: Env,
  list: RevisionList,
  params: RevisionParams,
  renderer: Renderer,
): Promise<RevisionOptions> {
  const { prop: props, slots } = params;
  if (slots) rejectOldWithSlots(env, params);
  const diff = await diffTarget(env, params);
  const needsContent = props.has('content') || props.has('parsetree') || diff !== undefined;
  const parse = needsContent && params.parse;
  const needsSlots = needsContent || props.has('contentmodel') || props.has('slotsize') || props.has('slotsha1');
  const bounds = parse ? PARSED : needsContent ? CONTENTS : RECORDS;
  const most = env.actor.can('apihighlimits') ? bounds.highMax : bounds.max;
  const limit = list.unlimited ? most : params.limit ? params.limit.within(bounds) : Math.min(DEFAULT_LIMIT, most);
  if (needsSlots && !slots) env.warn(slotsLeftOut(env, list));
  return {
    props,
    slots,
    slotFormats: params['contentformat-{slot}'],
    limit,
    needsSlots,
    needsContent,
    section: needsContent ? params.section : undefined,
    contentFormat: params.contentformat,
    expandTemplates: needsContent && params.expandtemplates,
    parse,
    parseTree: props.has('parsetree') || (props.has('content') && params.generatexml),
    diff,
    heedsBlocks: true,
    renderer,
  };
}

/** Returns the options of a list with parameters of its own. The content of the main slot is in the new format. */
export const plainOptions = (props: ReadonlySet<RevisionProp>, limit: number): RevisionOptions => ({
  props,
  slots: props.has('content') ? new Set([MAIN]) : undefined,
  slotFormats: new Map(),
  limit,
  needsSlots: props.has('content'),
  needsContent: props.has('content'),
  heedsBlocks: false,
});

/** Returns the maximum number of revisions in a list with {@link plainOptions}. Default: 10. */
export const plainLimit = (limit: RequestedLimit | undefined, hasContent: boolean): number =>
  limit?.within(hasContent ? CONTENTS : RECORDS) ?? DEFAULT_LIMIT;

/** Returns the maximum number of revisions for a generator, whose revisions have no content. */
export const generatedLimit = ({ limit }: Pick<RevisionParams, 'limit'>): number => plainLimit(limit, false);

function rejectOldWithSlots({ wirePrefix }: Env, params: RevisionParams): void {
  if (params.prop.has('parsetree')) throw notWithSlots(wirePrefix, 'prop=parsetree');
  const old = ['expandtemplates', 'generatexml', 'parse', 'diffto', 'difftotext', 'difftotextpst', 'contentformat'] as const;
  const used = old.find(name => params[name] !== undefined && params[name] !== false);
  if (used) throw notWithSlots(wirePrefix, used);
}

const notWithSlots = (prefix: string, name: string): ApiError =>
  new ApiError(
    message('invalidparammix', `"${prefix}${name}" cannot be combined with "${prefix}slots".`, {
      key: 'apierror-invalidparammix-cannotusewith',
      params: [prefix + name, `${prefix}slots`],
    }),
  );

async function diffTarget(env: Env, { diffto, difftotext, difftotextpst }: RevisionParams): Promise<DiffTarget | undefined> {
  if (difftotext !== undefined) return { kind: 'text', text: difftotext, preSave: difftotextpst };
  if (diffto === undefined) return undefined;
  if (diffto === 'prev') return { kind: 'previous' };
  if (diffto === 'next') return { kind: 'next' };
  if (diffto !== 'cur' && !/^\d+$/.test(diffto)) throw badDiffTo(env.wirePrefix);
  const id = diffto === 'cur' ? 0 : Number(diffto);
  if (id === 0) return { kind: 'current' };
  if (!Number.isSafeInteger(id)) throw noSuchRevision(diffto);
  const row = await selectPartialRevisions(env.db, []).where('rev_id', '=', id).executeTakeFirst();
  if (!row) throw noSuchRevision(diffto);
  const revision = toRevision(row);
  const visibility = await loadVisibility(env, [revision]);
  if (visibility(revision, 'text')) return { kind: 'revision', id };
  env.warn(
    message('difftohidden', `Revision ${id} is revision-deleted and cannot be compared.`, { key: 'apiwarn-difftohidden', params: [id] }),
  );
  return undefined;
}

const badDiffTo = (prefix: string): ApiError =>
  new ApiError(
    message('diffto', `"${prefix}diffto" must be a revision id, "prev", "next" or "cur".`, { key: 'apierror-baddiffto', params: [prefix] }),
  );

const noSuchRevision = (id: string): ApiError =>
  new ApiError(message('nosuchrevid', `There is no revision ${escapeWikitext(id)}.`, { params: [id] }));

const slotsLeftOut = ({ wirePrefix }: Env, { group, name }: RevisionList) =>
  message('deprecation', `Without "${wirePrefix}slots" the response has a deprecated format.`, {
    key: 'apiwarn-deprecation-missingparam',
    params: [`${wirePrefix}slots`],
    data: { feature: `action=query&${group}=${name}&!${wirePrefix}slots` },
  });
