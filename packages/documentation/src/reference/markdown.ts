import { escapeAttribute } from '@wikiquery/html';

/** Escapes everything in a sentence that Markdown or Vue would interpret, except inline code. */
export const prose = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/[<>*_[\]\\]/g, '\\$&')))
    .join('');

/** Returns inline code. */
export const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

/** Returns a table; an empty string without rows. Columns that are empty in every row are left out. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const columns = head.keys().filter(at => at === 0 || rows.some(row => row[at] !== ''));
  const shown = [...columns];
  const line = (cells: readonly string[]): string =>
    `| ${shown.map(at => (cells[at] ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), `| ${shown.map(() => '---').join(' | ')} |`, ...rows.map(line)].join('\n');
}

/** Joins the blocks of a page with empty lines. Leaves out empty blocks. */
export const blocks = (...parts: readonly (string | false | undefined)[]): string => `${parts.filter(Boolean).join('\n\n')}\n`;

/** Returns a link that opens a request in the web UI of the same server. `query`: the query string of `api.php`. */
export const tryIt = (query: string): string =>
  // The documentation would treat a link without a target as one of its own pages.
  `<a class="try-it" href="/explorer/#/request/table?${escapeAttribute(query)}" target="_self">Try it</a>`;

/** Returns a link to a file or folder of the repository. */
export const sourceLink = (path: string, text: string): string => `[${text}](${REPOSITORY}/blob/main/${path})`;

export const REPOSITORY = 'https://github.com/wikiquery/wikiquery';
