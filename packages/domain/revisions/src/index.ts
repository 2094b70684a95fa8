export { loadBlobs } from './blobs.ts';
export { CONTENT_FORMATS, defaultFormat, supportsFormat } from './content-models.ts';
export { loadCurrentTexts, textKey } from './current-texts.ts';
export { listedRevision, type RevisionRecord, revisionFields, revisionList } from './fields.ts';
export { whereMadeBy } from './made-by.ts';
export { generatedLimit, type RevisionList, type RevisionOptions, readRevisionOptions } from './options.ts';
export { type RevisionParams, type RevisionProp, revisionParams, singlePageRevisionParams } from './params.ts';
export { revisionEntries } from './records.ts';
export {
  type DeletedRevisionRow,
  type Revision,
  type RevisionQuery,
  type RevisionRow,
  selectDeletedRevisions,
  selectRevisions,
  selectToldRevisions,
  toDeletedRevision,
  toRevision,
} from './revision.ts';
export { combinedSha1, hexSha1 } from './sha1.ts';
export { loadSlotRoles, loadSlots, MAIN, type Slot } from './slots.ts';
