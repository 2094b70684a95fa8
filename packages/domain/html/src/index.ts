export { beginningOfPage, END_OF_PAGE, escapeHtml, htmlPage } from './html.ts';
export { type ResultFrame, resultPage, resultPageHeaders, wrappedResult } from './result-page.ts';
export { cleanXml, escapeXmlAttribute, escapeXmlText } from './xml.ts';
