import { type Env, exclusiveParams, invalidTitle, permissionDenied, type Title } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { defaultContentModel, noSuchPageId, pagesById, pagesByTitle } from '@wikiquery/pages';
import { pageContext } from '@wikiquery/rendering';
import {
  type Contents,
  loadContents,
  loadSlots,
  loadVisibility,
  MAIN,
  mayReadDeleted,
  type PartialRevision,
  selectDeletedRevisions,
  selectPartialRevisions,
  supportsFormat,
  toDeletedRevision,
  toRevision,
} from '@wikiquery/revisions';
import { extensionTagsOf, preSaveTransform, sectionOf, withSection } from '@wikiquery/wikitext';
import {
  badFormat,
  mainTextRequired,
  missingContent,
  missingTitle,
  noContentModel,
  noRevisionOf,
  noSections,
  noSide,
  noSuchRevision,
  noSuchSection,
  noText,
  noTitle,
  notReplaced,
} from './errors.ts';
import type { SideParams } from './params.ts';

export interface Side {
  readonly contents: Contents;
  /** Revision that the request selects, even if texts in the request replace its content. */
  readonly revision: PartialRevision | undefined;
  /** Whether no text in the request replaces the revision's content. Only then does the response contain the revision's metadata. */
  readonly isRevision: boolean;
}

/** Parameters of one side, with the side's prefix for error messages. */
export interface Named {
  readonly prefix: 'from' | 'to';
  readonly params: SideParams;
}

const PROPS = ['ids', 'user', 'size', 'comment'] as const;

/** Reads one side of the comparison. Throws MediaWiki's errors, such as `missingcontent` for text that the user cannot see. */
export async function readSide(env: Env, named: Named, other: Named): Promise<Side> {
  const { prefix, params } = named;
  for (const old of ['text', 'section'] as const)
    if (params[old] !== undefined && params.slots) throw exclusiveParams({ params: [`${prefix}slots`, prefix + old] });
  const sent = sentTexts(named);
  const { revision, title } = await findSide(env, params, sent !== undefined);
  if (!sent) {
    if (!revision) throw noRevisionOf(env, title as Title);
    return { contents: await sectionAlone(env, await visibleContents(env, revision), named), revision, isRevision: true };
  }
  const contents = new Map(revision && (await unchangedContents(env, revision, sent)));
  const sides = prefix === 'from' ? [params, other.params] : [other.params, params];
  for (const [role, text] of sent) {
    if (text === undefined) refuseRest(named, role);
    else contents.set(role, await written(env, named, { role, text, title: title ?? (await guessedTitle(env, sides)), revision, sides }));
  }
  if (!contents.has(MAIN)) throw mainTextRequired(prefix);
  return { contents: await sectionAlone(env, contents, named), revision, isRevision: false };
}

/** Returns the request's texts by slot role. An undefined text removes the slot. Returns undefined if the request has no texts. */
function sentTexts({ params }: Named): ReadonlyMap<string, string | undefined> | undefined {
  if (params.text !== undefined) return new Map([[MAIN, params.text]]);
  return params.slots && new Map(Array.from(params.slots, role => [role, params['text-{slot}'].get(role)]));
}

/** Returns the slots of the revision that no text in the request replaces. */
async function unchangedContents(env: Env, revision: PartialRevision, sent: ReadonlyMap<string, unknown>): Promise<Contents> {
  const roles = (await loadSlots(env.db, [revision.id])).get(revision.id) ?? [];
  if (roles.every(({ role }) => sent.has(role))) return new Map();
  return new Map([...(await visibleContents(env, revision))].filter(([role]) => !sent.has(role)));
}

function refuseRest({ prefix, params }: Named, role: string): void {
  if (role === MAIN) throw mainTextRequired(prefix);
  for (const name of ['section', 'contentmodel', 'contentformat'] as const)
    if (params[`${name}-{slot}`].has(role)) throw noText(`${prefix}${name}-${role}`, `${prefix}text-${role}`);
}

async function findSide(
  env: Env,
  params: SideParams,
  hasText: boolean,
): Promise<{ revision: PartialRevision | undefined; title: Title | undefined }> {
  if (params.rev !== undefined) {
    const revision = await findRevision(env, params.rev);
    if (!revision) throw noSuchRevision(params.rev);
    return { revision, title: revision.title };
  }
  if (params.title === undefined && params.id === undefined) return { revision: undefined, title: undefined };
  const { title, latest } = await findPage(env, params);
  const revision = latest === undefined ? undefined : await findRevision(env, latest);
  if (!revision && !hasText) throw latest === undefined ? missingTitle(env, title) : noRevisionOf(env, title);
  return { revision, title };
}

async function findPage(env: Env, { title: text, id }: SideParams): Promise<{ title: Title; latest: number | undefined }> {
  if (text === undefined) {
    const [page] = await pagesById(env.db, [id as number]);
    if (!page) throw noSuchPageId(id as number);
    return { title: page, latest: page.latest };
  }
  const title = env.titles.local(text);
  if (!title) throw invalidTitle({ title: text });
  const [page] = title.namespace < 0 ? [] : await pagesByTitle(env.db, [title]);
  return { title, latest: page?.latest };
}

/**
 * Returns a live revision, or a deleted one if the user may read deleted revisions. Does not check the visibility of its parts.
 * Throws `permissiondenied` for a deleted revision if the user lacks the right `deletedtext`.
 */
export async function findRevision(env: Env, id: number): Promise<PartialRevision | undefined> {
  const live = await whereEquals(selectPartialRevisions(env.db, PROPS), { rev_id: id }).executeTakeFirst();
  if (live) return toRevision(live);
  if (!mayReadDeleted(env.actor)) return undefined;
  const row = await whereEquals(selectDeletedRevisions(env.db, PROPS), { ar_rev_id: id }).executeTakeFirst();
  if (row && !env.actor.can('deletedtext')) throw permissionDenied({ action: 'deletedtext', what: 'read deleted revisions' });
  return row && toDeletedRevision(row);
}

/** Returns the contents of a revision. Throws `missingcontent` if the user cannot see them. */
export async function visibleContents(env: Env, revision: PartialRevision): Promise<Contents> {
  const visibility = await loadVisibility(env, [revision]);
  if (!visibility(revision, 'text')) throw missingContent(revision.id);
  const contents = (await loadContents(env.db, [revision.id])).get(revision.id);
  if (!contents?.has(MAIN)) throw missingContent(revision.id);
  return contents;
}

/** Returns the title of the first page that the request specifies, starting with the `from` side. */
async function guessedTitle(env: Env, sides: readonly SideParams[]): Promise<Title | undefined> {
  for (const { rev, title: text, id } of sides) {
    const title = (rev !== undefined && (await findRevision(env, rev))?.title) || (text !== undefined && env.titles.local(text));
    if (title) return title;
    const [page] = id === undefined ? [] : await pagesById(env.db, [id]);
    if (page) return page;
  }
  return undefined;
}

interface Sent {
  readonly role: string;
  readonly text: string;
  /** Title of the side, or else the first title in the request. */
  readonly title: Title | undefined;
  readonly revision: PartialRevision | undefined;
  /** Sides in order of precedence, starting with `from`. */
  readonly sides: readonly SideParams[];
}

/** Returns the content that an edit would save for the text in the request, with the requested transform and section. */
async function written(env: Env, { prefix, params }: Named, sent: Sent): Promise<{ model: string; text: string }> {
  const { role, title, revision } = sent;
  const model = await modelOf(env, params, sent);
  const format = role === MAIN && params.text !== undefined ? params.contentformat : params['contentformat-{slot}'].get(role);
  if (format !== undefined && !supportsFormat(env.site, model, format)) throw badFormat(model, format);
  let { text } = sent;
  if (params.pst) {
    if (!title) throw noTitle();
    if (model === 'wikitext') text = await preSaveTransform(text, env.actor.name, await pageContext(env, { title }));
  }
  const section = params['section-{slot}'].get(role) ?? '';
  if (section === '') return { model, text };
  if (!revision) throw noSide(prefix);
  const old = (await visibleContents(env, revision)).get(role);
  if (!old) throw missingContent(revision.id);
  if (old.model !== 'wikitext') throw noSections(model);
  if (model !== old.model) throw notReplaced();
  return { model, text: await withSection(old.text, section, text, { extensionTags: extensionTagsOf(env.site) }, env.request) };
}

/**
 * Returns the content model that the request specifies for the slot, or the model of the slot's revision or page.
 * Falls back to both sides of the request, then to wikitext with a warning.
 */
async function modelOf(env: Env, params: SideParams, { role, title, revision, sides }: Sent): Promise<string> {
  const explicit = explicitModel(params, role);
  if (explicit !== undefined) return explicit;
  const known = revision && (await slotModel(env, revision.id, role));
  if (known !== undefined) return known;
  if (title && role === MAIN) return pageModel(env, title);
  for (const { rev } of sides) {
    const model = rev !== undefined && (await findRevision(env, rev)) ? await slotModel(env, rev, role) : undefined;
    if (model !== undefined) return model;
  }
  if (title) return 'wikitext';
  const elsewhere = sides.map(side => explicitModel(side, role)).find(model => model !== undefined);
  if (elsewhere !== undefined) return elsewhere;
  env.warn(noContentModel());
  return 'wikitext';
}

const explicitModel = (params: SideParams, role: string): string | undefined =>
  (role === MAIN ? params.contentmodel : undefined) ?? params['contentmodel-{slot}'].get(role);

const slotModel = async ({ db }: Env, revision: number, role: string): Promise<string | undefined> =>
  (await loadSlots(db, [revision])).get(revision)?.find(slot => slot.role === role)?.model;

async function pageModel({ db, site }: Env, title: Title): Promise<string> {
  const [page] = title.namespace < 0 ? [] : await pagesByTitle(db, [title]);
  return page?.contentModel ?? defaultContentModel(site, title);
}

/** Reduces the main slot to the section that the deprecated parameter `section` specifies. */
async function sectionAlone(env: Env, contents: Contents, { prefix, params: { section } }: Named): Promise<Contents> {
  if (section === undefined) return contents;
  const main = contents.get(MAIN);
  const options = { extensionTags: extensionTagsOf(env.site) };
  const text = main?.model === 'wikitext' ? await sectionOf(main.text, section, options, env.request) : undefined;
  if (!main || text === undefined) throw noSuchSection(prefix, section);
  return new Map([...contents, [MAIN, { model: main.model, text }]]);
}
