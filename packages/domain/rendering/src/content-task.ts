/** Pages of every content model. What is done in the process for long tasks. */
import { escapeAttribute } from '@wikiquery/html';
import { contextOf, type WikitextContext, withoutParagraph } from '@wikiquery/wikitext';
import { escapeCode } from './content/code.ts';
import { jsonTables } from './content/json-tables.ts';
import { prettyJson, readJson } from './content/json-tree.ts';
import { type PageAsked, type PageTask, type RenderedPage, render } from './page-task.ts';

export interface ContentTask extends PageTask {
  readonly model: string;
}

/** A page of any content model. */
export async function renderContent({ model, ...page }: ContentTask, asked: PageAsked): Promise<RenderedPage> {
  if (model === 'wikitext') return render(page, asked);
  const code = CODE[model];
  if (model === 'Scribunto') return renderModule(page, asked);
  // What code links to counts, its headings do not.
  if (code !== undefined)
    return { ...(await render(page, asked)), html: codeHtml(page.text, code, await contextOf(page.place, asked)), sections: [] };
  return { ...UNREAD, html: await shownHtml(model, page, asked), ...(model === 'json' && { styles: ['mediawiki.content.json'] }) };
}

/** The class of their elements. */
const CODE: Readonly<Record<string, string>> = { css: 'mw-css', javascript: 'mw-js' };

function codeHtml(text: string, name: string, { site }: WikitextContext): string {
  // In 1.43 and 1.44 it is read as HTML once more, which leaves out a line end at the beginning.
  const isReadAgain = site.since('1.43') && !site.since('1.45');
  const first = !isReadAgain || text === '' || text.startsWith('\n') ? '\n' : '';
  return `<pre class="mw-code ${name}" dir="ltr">${first}${escapeCode(text)}\n</pre>\n`;
}

/** The code of a module of Lua, below the page that documents it. */
async function renderModule(page: PageTask, asked: PageAsked): Promise<RenderedPage> {
  const { titles, title } = await contextOf(page.place, asked);
  const say = async (key: string, usual: string, param: string): Promise<string> => {
    const text = await asked.message(key, [param]);
    return text === '' || text.startsWith('⧼') ? usual.replace('$1', () => param) : text;
  };
  const named = titles.local(await say('scribunto-doc-page-name', 'Module:$1/doc', title.dbkey.replaceAll('_', ' ')));
  const doc = named && { namespace: named.namespace, dbkey: named.dbkey };
  const name = doc && titles.text(doc);
  const isThere = doc !== undefined && (await asked.pages([doc])).length > 0;
  const text =
    name === undefined
      ? ''
      : isThere
        ? await say('scribunto-doc-page-show', '{{$1}}\n<hr />', name)
        : await say('scribunto-doc-page-does-not-exist', "''[[$1]] may document this module.''", name);
  const above = await render({ ...page, text, isRedirect: false }, asked);
  const { notes } = above;
  return {
    ...above,
    html: `${above.html}<pre lang="en" dir="ltr" class="mw-code mw-script">${escapeCode(page.text)}\n</pre>`,
    notes: { ...notes, included: doc && !isThere ? [doc, ...notes.included] : notes.included },
  };
}

async function shownHtml(model: string, page: PageTask, asked: PageAsked): Promise<string> {
  /** A message as wikitext. */
  const said = async (key: string, usual: string, ...params: string[]): Promise<string> => {
    const text = (await asked.message(key, params)).replace(/^⧼.*⧽$/, () => usual);
    const { html } = await render({ ...page, text, isRedirect: false, hasEditLinks: false, toc: 'none' }, asked);
    return withoutParagraph(html);
  };
  if (model === 'text') return `<pre>${escapeAttribute(page.text).replaceAll('\u00a0', '&#160;')}</pre>`;
  if (model !== 'json') {
    const message = await said(
      'unsupported-content-model',
      `<strong>Warning:</strong> This wiki cannot show the content model ${model}.`,
      model,
    );
    return `<div class="error">${message}</div>`;
  }
  const value = readJson(page.text);
  if (value === undefined) return said('invalid-json-data', 'This is not valid JSON.');
  const word = async (key: string, usual: string): Promise<string> => (await asked.message(key, [])).replace(/^⧼.*⧽$/, () => usual);
  return jsonTables(value, {
    emptyObject: await word('content-json-empty-object', 'Nothing in this object'),
    emptyArray: await word('content-json-empty-array', 'Nothing in this list'),
  });
}

const NOTHING = { nodes: 0, included: 0, arguments: 0, depth: 0, expensive: 0 };

/** A page that is not read as wikitext tells nothing but its HTML. */
const UNREAD: RenderedPage = {
  ...{ html: '', isRead: false, sections: [], showsToc: false, displayTitle: undefined, styles: [] },
  ...{ links: [], categories: [], languages: [], interwikis: [], externals: [], files: [], switches: [], indicators: [] },
  notes: {
    included: [],
    asked: [],
    linked: [],
    properties: {},
    limits: [],
    unknown: [],
    lasts: undefined,
    ttl: undefined,
    consulted: false,
    warnings: [],
    used: NOTHING,
  },
  report: { cpu: 0, wall: 0, tagDepth: 0, tagSize: 0 },
};

/** JSON as MediaWiki saves it; what is no JSON stays as it is. */
export function savedJson({ text }: { readonly text: string }): string {
  const value = readJson(text);
  return value === undefined ? text : prettyJson(value);
}
