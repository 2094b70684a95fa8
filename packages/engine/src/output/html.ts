import { escapeHtml } from './messages.ts';

interface PageOptions {
  readonly title: string;
  readonly documentation: string;
  /** As a JSON object instead of a page of its own. */
  readonly wrapped: boolean;
  readonly status: number;
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em}pre{background:#f8f9fa;border:1px solid #c8ccd1;padding:1em;overflow:auto;white-space:pre-wrap}';

/** A response as a page for people. */
export function jsonPage(json: string, { title, documentation, wrapped, status }: PageOptions): { type: string; body: string } {
  const pre = `<pre class="api-pretty-content">${escapeHtml(prettyJson(json))}</pre>`;
  if (wrapped) {
    const body = JSON.stringify({ status, statustext: status === 200 ? 'OK' : 'Error', html: pre, modules: [], continue: null, time: 0 });
    return { type: 'application/json; charset=utf-8', body };
  }
  const note = `This is the HTML form of the JSON format, made for reading. Programs set <kbd>format=json</kbd>. <a href="${escapeHtml(documentation)}">Documentation</a>.`;
  return { type: 'text/html; charset=UTF-8', body: htmlPage(title, `<h1>${escapeHtml(title)}</h1><p>${note}</p>${pre}`) };
}

/** A complete page around some HTML. */
export const htmlPage = (title: string, content: string, generator = 'MediaWiki 1.43.0 (wikiquery)'): string =>
  `<!DOCTYPE html>\n<html class="mediawiki" lang="en" dir="ltr"><head><meta charset="UTF-8"><meta name="generator" content="${generator}">` +
  `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body class="mediawiki">${content}</body></html>\n`;

/** JSON text with line breaks and four spaces a level; the order of keys stays. */
function prettyJson(json: string): string {
  let out = '';
  let depth = 0;
  const newline = () => `\n${'    '.repeat(depth)}`;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === '{' || token === '[') {
      depth++;
      out += token + newline();
    } else if (token === '}' || token === ']') {
      depth--;
      const opener = token === '}' ? '{' : '[';
      const trimmed = out.trimEnd();
      out = trimmed.endsWith(opener) ? trimmed + token : out + newline() + token;
    } else if (token === ',') out += token + newline();
    else if (token === ':') out += ': ';
    else out += token;
  }
  return out;
}
