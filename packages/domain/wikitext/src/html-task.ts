import Parser from 'wikiparser-node';

/** Text with templates expanded, to be shown as the page of this title. */
export interface HtmlTask {
  readonly wikitext: string;
  /** `Talk:Main Page`. */
  readonly page: string;
}

Parser.warning = false;

export const render = ({ wikitext, page }: HtmlTask): string => spelled(Parser.parse(wikitext, page).toHtml());

/** As MediaWiki spells it. */
function spelled(html: string): string {
  return html
    .replaceAll(/&(?!#?\w+;)/g, '&amp;')
    .replaceAll('<br>', '<br />')
    .replaceAll('class="external" href=', 'class="external text" href=');
}
