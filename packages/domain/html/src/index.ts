export {
  cleanXml,
  escapeAttribute,
  escapeDumpAttribute,
  escapeHtml,
  escapeHtmlAttribute,
  escapeSpecialChars,
  escapeTagStarts,
  escapeTags,
  escapeTagsAndQuotes,
  escapeText,
  escapeXmlAttribute,
} from './escape.ts';
export { beginningOfPage, END_OF_PAGE, htmlPage } from './html.ts';
export { type ResultFrame, resultPage, resultPageHeaders, wrappedResult } from './result-page.ts';
