import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeHtml } from '@wikiquery/html';
import type { Wikis } from './wikis.ts';

/** Maximum number of wikis on one page. */
const MOST = 1000;

/** Sends a page that lists the wikis, beginning at `?from=NAME`. */
export async function startPage(wikis: Wikis, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const listed = await wikis.directory.all();
  const from = new URL(request.url ?? '/', 'http://localhost').searchParams.get('from') ?? '';
  const shown = listed.filter(({ name }) => name >= from);
  const items = shown.slice(0, MOST).map(({ name, sitename, lang }) => {
    const path = `/${encodeURIComponent(name)}/`;
    return `<li><a href="${path}" lang="${escapeHtml(lang)}">${escapeHtml(sitename)}</a> <code>${escapeHtml(decodeURIComponent(path))}w/api.php</code></li>`;
  });
  const next = shown[MOST];
  const more = next ? `<p><a href="/?from=${encodeURIComponent(next.name)}">More</a></p>` : '';
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Wikis</title>
<h1>${listed.length} wikis</h1><ul>${items.join('\n')}</ul>${more}</html>\n`;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Security-Policy', "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'no-cache');
  response.end(request.method === 'HEAD' ? undefined : body);
}
