import { loadTags } from '@wikiquery/changes/tags';
import { formatCommentsOf } from '@wikiquery/comments';
import { ApiError, type Entry, type Env, escapeWikitext, isoTimestamp, message, type Rows } from '@wikiquery/core';
import { hexSha1, loadBlobs } from '@wikiquery/text-storage';
import { isHidden, isSuppressed } from '@wikiquery/users';
import { extensionTagsOf, sectionOf } from '@wikiquery/wikitext';
import { defaultFormat, supportsFormat } from './content-models.ts';
import type { RevisionRecord, SlotFields } from './fields.ts';
import { OldContent } from './old-content.ts';
import type { RevisionOptions } from './options.ts';
import type { RevisionContent } from './renderer.ts';
import type { PartialRevision } from './revision.ts';
import { combinedSha1 } from './sha1.ts';
import { loadSlots, MAIN, type Slot } from './slots.ts';
import { type CanSeePart, loadVisibility, visibilityOf } from './visibility.ts';

/** Returns an entry for each row. Content is loaded in batches, so that a full response stops reading. `toEntry`: places the record. */
export async function revisionEntries<Row, R>(
  env: Env,
  options: RevisionOptions,
  rows: Pick<Rows<Row>, 'rows' | 'cursorOf'>,
  toRevision: (row: Row) => PartialRevision,
  toEntry: (row: Row, record: RevisionRecord) => Entry<R>,
): Promise<Iterable<Entry<R>> | AsyncIterable<Entry<R>>> {
  const { props } = options;
  const revisions = rows.rows.map(toRevision);
  const visibility = options.heedsBlocks ? await loadVisibility(env, revisions) : visibilityOf(env.actor);
  const ids = revisions.map(({ id }) => id);
  const tags = props.has('tags') ? await loadTags(env.db, 'revision', ids) : undefined;
  const hasSlots = options.needsSlots || props.has('roles');
  const slots = await loadSlots(env.db, hasSlots ? ids : revisions.filter(lacksSums(props)).map(({ id }) => id));
  const parsedComments = props.has('parsedcomment')
    ? await formatCommentsOf(env, revisions, revision =>
        visibility(revision, 'comment') ? { text: revision.comment ?? '', title: revision.title } : undefined,
      )
    : undefined;
  const response: Response = { env, options, selected: readProps(props), visibility, old: new OldContent(env, options) };

  const makerOf: MakerOf = (revision, texts) =>
    new RecordMaker(response, revision, slots.get(revision.id), texts, tags?.get(revision.id), parsedComments?.get(revision));
  const entryOf = (at: number, record: RevisionRecord): Entry<R> => {
    const row = rows.rows[at] as Row;
    return { ...toEntry(row, record), cursor: () => rows.cursorOf(row) };
  };

  // Entries without slots are synchronous, which is faster.
  return hasSlots
    ? entriesWithSlots(response, revisions, { slots, makerOf, entryOf })
    : revisions.values().map((revision, at) => entryOf(at, makerOf(revision).make()));
}

type MakerOf = (revision: PartialRevision, texts?: ReadonlyMap<string, string>) => RecordMaker;

interface Making<E> {
  readonly slots: Slots;
  readonly makerOf: MakerOf;
  readonly entryOf: (at: number, record: RevisionRecord) => E;
}

async function* entriesWithSlots<E>(
  response: Response,
  revisions: readonly PartialRevision[],
  { slots, makerOf, entryOf }: Making<E>,
): AsyncGenerator<E> {
  const { options } = response;
  let at = 0;
  for (const batch of batches(revisions, options, slots)) {
    const texts = options.needsContent ? await loadTexts(response, batch, slots) : undefined;
    for (const revision of batch) yield entryOf(at++, await makerOf(revision, texts).makeWithSlots());
  }
}

/** Whether the row of a very old revision lacks a requested size or hash. These are computed from the slots. */
const lacksSums =
  (props: RevisionOptions['props']) =>
  ({ length, sha1 }: PartialRevision): boolean =>
    (props.has('size') && length === undefined) || (props.has('sha1') && sha1 === '');

type Slots = ReadonlyMap<number, readonly Slot[]>;

/** Bytes of content after which a batch ends. This bounds the memory use of a request. */
const BATCH = 1024 * 1024;

/** Splits revisions into batches of about a megabyte of content. Without content, there is one batch. */
function* batches(
  revisions: readonly PartialRevision[],
  { needsContent }: RevisionOptions,
  slots: Slots,
): Generator<readonly PartialRevision[]> {
  if (!needsContent) {
    yield revisions;
    return;
  }
  let batch: PartialRevision[] = [];
  let size = 0;
  for (const revision of revisions) {
    batch.push(revision);
    for (const slot of slots.get(revision.id) ?? []) size += slot.size;
    if (size < BATCH) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

function loadTexts(
  { env, options: { slots: roles }, visibility }: Response,
  revisions: readonly PartialRevision[],
  slots: Slots,
): Promise<ReadonlyMap<string, string>> {
  const visible = revisions.filter(revision => visibility(revision, 'text'));
  const selected = visible.flatMap(({ id }) => (slots.get(id) ?? []).filter(({ role }) => (roles ? roles.has(role) : role === MAIN)));
  return loadBlobs(env.db, new Set(selected.map(({ address }) => address)));
}

/** Returns whether each prop is selected. Called once for each request. */
const readProps = (props: RevisionOptions['props']) => ({
  ids: props.has('ids'),
  flags: props.has('flags'),
  user: props.has('user'),
  userid: props.has('userid'),
  timestamp: props.has('timestamp'),
  size: props.has('size'),
  sha1: props.has('sha1'),
  comment: props.has('comment'),
  parsedcomment: props.has('parsedcomment'),
  tags: props.has('tags'),
});

interface Response {
  readonly env: Env;
  readonly options: RevisionOptions;
  readonly selected: ReturnType<typeof readProps>;
  readonly visibility: CanSeePart;
  readonly old: OldContent;
}

/** Creates the record of a revision, in MediaWiki's field order. */
class RecordMaker {
  readonly #response: Response;
  readonly #revision: PartialRevision;
  readonly #slots: readonly Slot[];
  /** Texts by blob address. Undefined if no content is requested. */
  readonly #texts: ReadonlyMap<string, string> | undefined;
  readonly #tags: readonly string[] | undefined;
  readonly #parsedComment: string | undefined;
  readonly #record: RevisionRecord = {};
  /** Whether a requested part is revision-deleted. */
  #anyHidden = false;

  constructor(
    response: Response,
    revision: PartialRevision,
    slots: readonly Slot[] | undefined,
    texts: ReadonlyMap<string, string> | undefined,
    tags: readonly string[] | undefined,
    parsedComment: string | undefined,
  ) {
    this.#response = response;
    this.#revision = revision;
    this.#slots = slots ?? [];
    this.#texts = texts;
    this.#tags = tags;
    this.#parsedComment = parsedComment;
  }

  make(): RevisionRecord {
    this.#addFacts();
    return this.#finish();
  }

  async makeWithSlots(): Promise<RevisionRecord> {
    this.#addFacts();
    await this.#addSlots();
    return this.#finish();
  }

  #addFacts(): void {
    const { selected } = this.#response;
    const { id, parentId, minor, timestamp } = this.#revision;
    const record = this.#record;
    if (selected.ids) {
      record.revid = id;
      if (parentId !== undefined) record.parentid = parentId;
    }
    if (selected.flags) record.minor = minor;
    if (selected.user || selected.userid) this.#addUser();
    if (selected.timestamp) record.timestamp = isoTimestamp(timestamp);
    if (selected.size) record.size = this.#revision.length ?? this.#slots.reduce((sum, { size }) => sum + size, 0);
    if (selected.sha1) this.#addSha1(record, this.#revision.sha1 || combinedSha1(this.#slots));
  }

  #finish(): RevisionRecord {
    const selected = this.#response.selected;
    const record = this.#record;
    if (selected.comment || selected.parsedcomment) this.#addComment();
    if (selected.tags) record.tags = this.#tags ?? [];
    if (this.#anyHidden && isSuppressed(this.#revision.hidden)) record.suppressed = true;
    return record;
  }

  #addUser(): void {
    const selected = this.#response.selected;
    const { user, userId, hidden } = this.#revision;
    const record = this.#record;
    if (isHidden(hidden, 'user')) record.userhidden = this.#anyHidden = true;
    if (!this.#response.visibility(this.#revision, 'user')) return;
    if (selected.user) record.user = user;
    if (user !== undefined && this.#response.env.users.isTemp(user)) record.temp = true;
    if (userId === undefined) record.anon = true;
    if (selected.userid) record.userid = userId ?? 0;
  }

  #addSha1(target: { sha1hidden?: true | undefined; sha1?: string | undefined }, sha1: string): void {
    const { hidden } = this.#revision;
    if (isHidden(hidden, 'text')) target.sha1hidden = this.#anyHidden = true;
    if (this.#response.visibility(this.#revision, 'text')) target.sha1 = hexSha1(sha1);
  }

  #addComment(): void {
    const { props } = this.#response.options;
    const { comment, hidden } = this.#revision;
    const record = this.#record;
    if (isHidden(hidden, 'comment')) record.commenthidden = this.#anyHidden = true;
    if (!this.#response.visibility(this.#revision, 'comment')) return;
    if (props.has('comment')) record.comment = comment;
    if (this.#parsedComment !== undefined) record.parsedcomment = this.#parsedComment;
  }

  async #addSlots(): Promise<void> {
    const { props, slots: roles, needsSlots, needsContent } = this.#response.options;
    const record = this.#record;
    const isLost = this.#slots.length === 0;
    if (isLost && (props.has('roles') || roles)) {
      record.slotsmissing = true;
      return;
    }
    if (props.has('roles')) record.roles = this.#slots.map(({ role }) => role);
    if (!needsSlots) return;
    if ((needsContent || props.has('slotsha1')) && isHidden(this.#revision.hidden, 'text')) this.#anyHidden = true;
    if (roles) record.slots = await this.#slotsByRole(roles);
    else await this.#addMainSlot();
  }

  async #slotsByRole(roles: ReadonlySet<string>): Promise<Record<string, SlotFields>> {
    const fields: Record<string, SlotFields> = {};
    for (const role of roles) {
      const slot = this.#slots.find(one => one.role === role);
      if (!slot) continue;
      const { facts, content } = await this.#slotFacts(slot);
      fields[role] = facts;
      if (content) this.#addContent(facts, content, role);
    }
    return fields;
  }

  #addContent(facts: SlotFields, { model, text }: RevisionContent, role: string): void {
    const format = this.#response.options.slotFormats.get(role) ?? defaultFormat(this.#response.env.site, model);
    if (!supportsFormat(this.#response.env.site, model, format)) {
      const { id } = this.#revision;
      const sentence = `The format "${format}" does not support the content model "${model}" (revision ${id}).`;
      this.#response.env.warn(message('badformat', sentence, { params: [format, model, { message: { key: 'revid', params: [id] } }] }));
      facts.badcontentformat = true;
      return;
    }
    facts.contentmodel = model;
    facts.contentformat = format;
    facts.content = text;
  }

  /** In the old format, the record of a revision contains the fields of the main slot. */
  async #addMainSlot(): Promise<void> {
    const slot = this.#slots.find(({ role }) => role === MAIN);
    if (!slot) {
      this.#record.textmissing = true;
      return;
    }
    const { facts, content } = await this.#slotFacts(slot);
    if (facts.nosuchsection) throw noSuchSection(this.#response.options.section ?? '', this.#revision.id);
    Object.assign(this.#record, facts);
    if (content) await this.#response.old.add(this.#record, this.#revision, content);
  }

  async #slotFacts(slot: Slot): Promise<{ facts: SlotFields; content: RevisionContent | undefined }> {
    const { props, section } = this.#response.options;
    const { site, request } = this.#response.env;
    const facts: SlotFields = {};
    if (props.has('slotsize')) facts.size = slot.size;
    if (props.has('slotsha1')) this.#addSha1(facts, slot.sha1);
    if (props.has('contentmodel')) facts.contentmodel = slot.model;
    if (!this.#texts) return { facts, content: undefined };
    const { hidden } = this.#revision;
    if (isHidden(hidden, 'text')) facts.texthidden = true;
    if (!this.#response.visibility(this.#revision, 'text')) return { facts, content: undefined };
    let text = this.#texts.get(slot.address);
    if (text === undefined) facts.textmissing = true;
    else if (section !== undefined) {
      const isWikitext = slot.model === 'wikitext';
      text = isWikitext ? await sectionOf(text, section, { extensionTags: extensionTagsOf(site) }, request) : undefined;
      if (text === undefined) facts.nosuchsection = true;
    }
    return { facts, content: text === undefined ? undefined : { model: slot.model, text } };
  }
}

const noSuchSection = (section: string, id: number): ApiError =>
  new ApiError(
    message('nosuchsection', `There is no section ${section} in revision ${id}.`, {
      key: 'apierror-nosuchsection-what',
      params: [escapeWikitext(section), { message: { key: 'revid', params: [id] } }],
    }),
  );
