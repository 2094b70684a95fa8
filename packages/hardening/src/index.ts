export { freezeIntrinsics } from './intrinsics.ts';
export { ownOptions, processEnvironment, threadOptions } from './options.ts';
export { escapeControls, print, printError, resultStream } from './terminal.ts';
