export { type FileNeeds, missingFile, type StoredFile, selectFiles, selectOldFiles, titleOf, toFiles } from './file.ts';
export { extensionOf } from './media/extension.ts';
export type { MediaFile, MediaHandler, Scaled, Size, ThumbParams, ThumbType } from './media/handler.ts';
export { describeMetadata, loadMetadata, type MetadataItem, parseMetadata, urgencyFor } from './metadata.ts';
export { FILE_MARKS, FILE_PARTS, type FileProp, type FileQuery, type FileRecord, fileRecords, needsOf } from './record.ts';
export { type FileService, type FileServices, fileServices, standardFiles } from './service.ts';
export { readSha1 } from './sha1.ts';
export { asksForThumbnails, readThumbParams, type ThumbQuery, thumbParams } from './thumbnails.ts';
export { encodePath, type FileName, type FileUrls, localRepository } from './urls.ts';
