export { loadBlobs, loadSizedBlobs } from './load.ts';
