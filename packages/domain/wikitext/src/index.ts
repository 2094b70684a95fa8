export { type BehaviorSwitches, behaviorSwitches } from './behavior-switches.ts';
export { endOfText, trimmedText } from './blanks.ts';
export {
  contextDataOf,
  contextFunctionsOf,
  expandTemplates,
  expansionOf,
  includedPart,
  parseTreeOf,
  preSaveTransform,
  sectionOf,
  withSection,
} from './bounded.ts';
export type {
  CategorySize,
  ExpansionObserver,
  LimitKey,
  PageFacts,
  PageText,
  Statistics,
  WikitextContext,
  WrittenArgument,
} from './context.ts';
export { type Expansion, type ExpansionWarning, emptyNotes, expandWithin, expansionInProcess, type WikitextTags } from './expansion.ts';
export type { ExtensionCall, ExtensionFunctions, FrameView, OpenFunctions, PlainArgument } from './extension.ts';
export { callFunction } from './functions.ts';
export { MOST, type Usage } from './limits.ts';
export { isLocalPrefix, replaceLinks, unescapedTarget } from './link-syntax.ts';
export { magicWordsIn } from './magic-words.ts';
export { replaceHidden, shownTags } from './nested-tags.ts';
export { type PreprocessOptions, preprocess } from './preprocess.ts';
export { protocolPattern, protocolsIn } from './protocols.ts';
export { readTime } from './read-time.ts';
export { readRedirect } from './redirect.ts';
export { CORE_EXTENSION_TAGS, extensionTagsOf } from './tags.ts';
export { type ContextData, type ContextFunctions, contextOf } from './task.ts';
export {
  type BracePart,
  type Braces,
  type Comment,
  type Extension,
  flattenHeadings,
  type Heading,
  type Ignored,
  type Node,
  piecesOf,
  toSource,
} from './tree.ts';
export type { VariableContext } from './variables.ts';
export { withoutParagraph } from './without-paragraph.ts';
export { MODULE_NAMESPACE } from './words.ts';
export { writeTime } from './write-time.ts';
