import { toHtml } from '@wikiquery/wikiparser';

/** Text with templates expanded, to be shown as the page of this title. */
export interface HtmlTask {
  readonly wikitext: string;
  /** `Talk:Main Page`. */
  readonly page: string;
}

export const render = ({ wikitext, page }: HtmlTask): string => spelled(toHtml(wikitext, page));

/** As MediaWiki spells it. */
function spelled(html: string): string {
  return html
    .replaceAll(/&(?!#?\w+;)/g, '&amp;')
    .replaceAll('<br>', '<br />')
    .replaceAll('class="external" href=', 'class="external text" href=');
}
