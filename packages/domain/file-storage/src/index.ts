export { ContainedFolder, contains, type DraftFile, type OpenedFile, UnsafePathError } from './contained-folder.ts';
export { decodePath } from './decode-path.ts';
export { filePath, isArchiveName, isFileName, localName } from './names.ts';
