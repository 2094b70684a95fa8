export { type ExpansionObserver, expandTemplates, extensionTagsOf, type WikitextContext } from './expand.ts';
export { renderHtml } from './html.ts';
export type { HtmlTask } from './html-thread.ts';
export type { Statistics } from './magic-words.ts';
export { preSaveTransform } from './pre-save.ts';
export { CORE_EXTENSION_TAGS, type PreprocessOptions, preprocess } from './preprocess.ts';
export { sectionOf } from './section.ts';
export { type Braces, type Comment, type Extension, type Heading, type Ignored, type Node, type Part, toSource, toXml } from './tree.ts';
