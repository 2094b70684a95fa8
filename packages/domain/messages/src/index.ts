export { loadDurations, partsBetween, type Span } from './durations.ts';
export { type Expander, expandMessages, fillIn, loadMessages, type Reading, wikitextContext } from './expand.ts';
export { listMessagePages, type MessagePages, messageKey, pageOfMessage } from './pages.ts';
export { type Messages, messages, readMessages, softwareKeys, softwareText } from './software.ts';
export { type InterfaceTexts, loadInterfaceTexts, TEXT_MODELS, type TextQuery } from './texts.ts';
