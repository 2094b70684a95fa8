import { ApiError, type Env, escapeWikitext, message, type RequestedLimit } from '@wikiquery/core';
import type { RevisionParams, RevisionProp } from './params.ts';
import type { Renderer } from './renderer.ts';
import { selectPartialRevisions, toRevision } from './revision.ts';
import { MAIN } from './slots.ts';
import { loadVisibility } from './visibility.ts';

/** What a request wants of revisions, checked and complete. */
export interface RevisionOptions {
  readonly props: ReadonlySet<RevisionProp>;
  /** Undefined: the old format, with the main slot's facts among those of the revision. */
  readonly slots: ReadonlySet<string> | undefined;
  /** The wanted format of each slot. */
  readonly slotFormats: ReadonlyMap<string, string>;
  readonly limit: number;
  readonly needsSlots: boolean;
  readonly needsContent: boolean;
  /** Undefined: the whole text. */
  readonly section: string | undefined;
  /** Format wanted in the old format. */
  readonly contentFormat: string | undefined;
  readonly expandTemplates: boolean;
  readonly parse: boolean;
  readonly parseTree: boolean;
  readonly diff: DiffTarget | undefined;
  /** What is hidden stays so from a reader whose block covers the page, whatever the rights. */
  readonly heedsBlocks: boolean;
  /** There, where texts are expanded, parsed or prepared for saving. */
  readonly renderer: Renderer | undefined;
}

/** What every revision is compared with. */
export type DiffTarget =
  | { readonly kind: 'text'; readonly text: string; readonly preSave: boolean }
  | { readonly kind: 'previous' | 'next' | 'current' }
  | { readonly kind: 'revision'; readonly id: number };

/** Which list asks: its name and group are part of a warning. */
export interface RevisionList {
  readonly group: 'list' | 'prop';
  readonly name: string;
  /** As many as there may be, whatever `limit` says: the list does not enumerate. */
  readonly unlimited?: boolean;
}

const RECORDS = { max: 500, highMax: 5000 };
const CONTENTS = { max: 50, highMax: 500 };
/** Parsing takes long. */
const PARSED = { max: 1, highMax: 1 };
const USUAL = 10;

/**
 * Reads the common parameters of a list of revisions. Warns about old ways to ask. Throws `invalidparammix`, `diffto` and `nosuchrevid`.
 */
export async function readRevisionOptions(
  env: Env,
  list: RevisionList,
  params: RevisionParams,
  renderer: Renderer,
): Promise<RevisionOptions> {
  const { prop: props, slots } = params;
  if (slots) refuseOldWithSlots(env, params);
  const diff = await diffTarget(env, params);
  const needsContent = props.has('content') || props.has('parsetree') || diff !== undefined;
  const parse = needsContent && params.parse;
  const needsSlots = needsContent || props.has('contentmodel') || props.has('slotsize') || props.has('slotsha1');
  const bounds = parse ? PARSED : needsContent ? CONTENTS : RECORDS;
  const most = env.actor.can('apihighlimits') ? bounds.highMax : bounds.max;
  const limit = list.unlimited ? most : params.limit ? params.limit.within(bounds) : Math.min(USUAL, most);
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

/** The options of a list that says itself what it tells; content, of the main slot, is in the new format. */
export const plainOptions = (props: ReadonlySet<RevisionProp>, limit: number): RevisionOptions => ({
  props,
  slots: props.has('content') ? new Set([MAIN]) : undefined,
  slotFormats: new Map(),
  limit,
  needsSlots: props.has('content'),
  needsContent: props.has('content'),
  section: undefined,
  contentFormat: undefined,
  expandTemplates: false,
  parse: false,
  parseTree: false,
  diff: undefined,
  heedsBlocks: false,
  renderer: undefined,
});

/** The number of revisions that such a list gives. */
export const plainLimit = (limit: RequestedLimit | undefined, wantsContent: boolean): number =>
  limit?.within(wantsContent ? CONTENTS : RECORDS) ?? USUAL;

/** How many revisions a generator gives. */
export const generatedLimit = ({ limit }: Pick<RevisionParams, 'limit'>): number => plainLimit(limit, false);

function refuseOldWithSlots({ wirePrefix }: Env, params: RevisionParams): void {
  if (params.prop.has('parsetree')) throw notWithSlots(wirePrefix, 'prop=parsetree');
  const old = ['expandtemplates', 'generatexml', 'parse', 'diffto', 'difftotext', 'difftotextpst', 'contentformat'] as const;
  const given = old.find(name => params[name] !== undefined && params[name] !== false);
  if (given) throw notWithSlots(wirePrefix, given);
}

const notWithSlots = (prefix: string, name: string): ApiError =>
  new ApiError(
    message('invalidparammix', `"${prefix}${name}" can not be used together with "${prefix}slots".`, {
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
    message('difftohidden', `Revision ${id} is hidden and can not be compared with.`, { key: 'apiwarn-difftohidden', params: [id] }),
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
  message('deprecation', `Without "${wirePrefix}slots" the answer has an old format, which will go away.`, {
    key: 'apiwarn-deprecation-missingparam',
    params: [`${wirePrefix}slots`],
    data: { feature: `action=query&${group}=${name}&!${wirePrefix}slots` },
  });
