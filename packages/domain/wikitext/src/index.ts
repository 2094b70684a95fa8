export { expandTemplates, includedPart, parseTreeOf, preSaveTransform, sectionOf } from './bounded.ts';
export type { ExpansionObserver, Limit, Statistics, WikitextContext } from './context.ts';
export { extensionTagsOf } from './expand.ts';
export { renderHtml } from './html.ts';
export type { HtmlTask } from './html-task.ts';
export { CORE_EXTENSION_TAGS, type PreprocessOptions, preprocess } from './preprocess.ts';
export { type Braces, type Comment, type Extension, type Heading, type Ignored, type Node, type Part, toSource } from './tree.ts';
