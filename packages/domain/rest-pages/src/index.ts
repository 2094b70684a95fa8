export { describeRevision } from './described.ts';
export { htmlDocument } from './document.ts';
export { fileInfo, imageOf, loadFiles } from './file.ts';
export { revertTags, whereBot } from './filters.ts';
export { findPage, isPageTitle, licenseOf, noSuchPage, pageNames, redirectToKey, validatorsOf } from './page.ts';
export { findRevision, hiddenRevision, loadSource, mainSlot, makersOf, noSuchRevision, revisionTag, sizeOf } from './revision.ts';
