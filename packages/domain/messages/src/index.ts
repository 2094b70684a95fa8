export { loadDurations, partsBetween, type TimeSpan } from './durations.ts';
export { type ExpandMessage, type ExpansionContext, expandMessages, fillIn, loadMessages, wikitextContext } from './expand.ts';
export { listMessagePages, type MessagePages, messageKey, pageOfMessage } from './pages.ts';
export { type Messages, messages, readMessages, softwareKeys, softwareText } from './software.ts';
export { type InterfaceTexts, loadInterfaceTexts, TEXT_MODELS, type TextQuery } from './texts.ts';
