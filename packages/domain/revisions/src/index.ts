export { contentFormatParam, contentModelParam, defaultFormat, supportsFormat } from './content-models.ts';
export { currentPages, loadCurrentTexts, loadMainTexts, textKey } from './current-texts.ts';
export { checkDeletedRights, readDeletedOf } from './deleted.ts';
export { type Contents, diffContents, loadContents, neighbour } from './diff.ts';
export { diffInline, type InlineLine } from './diff-inline.ts';
export type { DiffForm } from './diff-texts.ts';
export { listedRevision, type RevisionRecord, revisionList, revisionProps } from './fields.ts';
export { type Maker, type MakerIds, readMaker, whereMadeBy } from './made-by.ts';
export { generatedLimit, plainLimit, plainOptions, type RevisionList, type RevisionOptions, readRevisionOptions } from './options.ts';
export { type RevisionParams, type RevisionProp, revisionParams, revisionSources, singlePageRevisionParams } from './params.ts';
export { revisionEntries } from './records.ts';
export type { Renderer, RevisionContent, TextSource } from './renderer.ts';
export {
  type DeletedRevisionQuery,
  type DeletedRevisionRow,
  type PartialRevision,
  type PartialRevisionQuery,
  type PartialRevisionRow,
  type Revision,
  type RevisionRow,
  selectDeletedRevisions,
  selectPartialRevisions,
  selectRevisions,
  toDeletedRevision,
  toRevision,
} from './revision.ts';
export { combinedSha1, loadSha1 } from './sha1.ts';
export { loadSlotRoles, loadSlots, MAIN, type Slot } from './slots.ts';
export { loadStatistics } from './statistics.ts';
export { loadVisibility, mayReadDeleted } from './visibility.ts';
