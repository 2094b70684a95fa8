import Parser from 'wikiparser-node';

Parser.warning = false;

/** HTML of a text with templates expanded, as that of the page with this title. */
export const toHtml = (wikitext: string, title: string): string => Parser.parse(wikitext, title).toHtml();
