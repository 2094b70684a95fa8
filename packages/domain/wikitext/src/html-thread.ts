import { parentPort } from 'node:worker_threads';
import Parser from 'wikiparser-node';

/** Text with templates expanded, to be shown as the page of this title. */
export interface HtmlTask {
  readonly wikitext: string;
  /** `Talk:Main Page`. */
  readonly page: string;
}

/** What the thread answers. */
export type HtmlAnswer = { readonly html: string } | { readonly problem: string };

Parser.warning = false;

parentPort?.on('message', ({ wikitext, page }: HtmlTask) => {
  let answer: HtmlAnswer;
  try {
    answer = { html: spelled(Parser.parse(wikitext, page).toHtml()) };
  } catch (error) {
    answer = { problem: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(answer);
});

/** As MediaWiki spells it. */
function spelled(html: string): string {
  return html
    .replaceAll(/&(?!#?\w+;)/g, '&amp;')
    .replaceAll('<br>', '<br />')
    .replaceAll('class="external" href=', 'class="external text" href=');
}
