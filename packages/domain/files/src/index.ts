export { apiRepository, type QueryWikiApi } from './api-repository.ts';
export { isBadFile } from './bad-files.ts';
export { missingFile, selectFiles, selectOldFiles, titleOf, toFiles } from './file.ts';
export { loadHistories } from './history.ts';
export { extensionOf } from './media/extension.ts';
export { type MediaFile, type MediaHandler, type Scaled, type Size, sizeOf, type ThumbParams, type ThumbType } from './media/handler.ts';
export { fitWidth } from './media/scale.ts';
export { describeMetadata, loadMetadata, type MetadataItem, metadataField, parseMetadata, urgencyFor } from './metadata.ts';
export { FILE_MARKS, FILE_PARTS, type FileProp, type FileQuery, type FileRecord, fileRecords, needsOf } from './record.ts';
export {
  databaseRepository,
  existingElsewhere,
  filesByName,
  findDuplicatesElsewhere,
  findElsewhere,
  findFiles,
  findLocalFiles,
} from './repository.ts';
export { type FileServices, fileServices, standardFiles } from './service.ts';
export { readSha1 } from './sha1.ts';
export type { Copy, FileNeeds, FileRepository, FileService, Period, StoredFile } from './stored-file.ts';
export {
  asksForThumbnails,
  readThumbParams,
  shownThumbnail,
  type Thumbnail,
  type ThumbQuery,
  thumbnailOf,
  thumbParams,
} from './thumbnails.ts';
export { type FileName, type FileUrls, foreignUrls, localRepository, type RepositoryConfig, repositoryUrls } from './urls.ts';
