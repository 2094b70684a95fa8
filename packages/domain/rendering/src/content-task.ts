/** Renders pages of every content model, in the process for long tasks. */
import { escapeAttribute } from '@wikiquery/html';
import { contextOf, emptyNotes, type WikitextContext, withoutParagraph } from '@wikiquery/wikitext';
import { escapeCode } from './content/code.ts';
import { jsonTables } from './content/json-tables.ts';
import { prettyJson, readJson } from './content/json-tree.ts';
import { type PageHost, type PageTask, type RenderedPage, render } from './page-task.ts';

export interface ContentTask extends PageTask {
  readonly model: string;
}

export async function renderContent({ model, ...page }: ContentTask, host: PageHost): Promise<RenderedPage> {
  if (model === 'wikitext') return render(page, host);
  const code = CODE.get(model);
  if (model === 'Scribunto') return renderModule(page, host);
  // MediaWiki records links in code, but no headings.
  if (code !== undefined)
    return { ...(await render(page, host)), html: codeHtml(page.text, code, await contextOf(page.context, host)), sections: [] };
  return { ...NOT_PARSED, html: await htmlOf(model, page, host), ...(model === 'json' && { styles: ['mediawiki.content.json'] }) };
}

const CODE: ReadonlyMap<string, string> = new Map(Object.entries({ css: 'mw-css', javascript: 'mw-js' }));

function codeHtml(text: string, name: string, { site }: WikitextContext): string {
  // MediaWiki 1.43 and 1.44 parse the HTML again, which drops a leading newline.
  const isParsedAgain = site.since('1.43') && !site.since('1.45');
  const first = !isParsedAgain || text === '' || text.startsWith('\n') ? '\n' : '';
  return `<pre class="mw-code ${name}" dir="ltr">${first}${escapeCode(text)}\n</pre>\n`;
}

async function renderModule(page: PageTask, host: PageHost): Promise<RenderedPage> {
  const { titles, title } = await contextOf(page.context, host);
  const message = async (key: string, fallback: string, param: string): Promise<string> => {
    const text = await host.message(key, [param]);
    return text === '' || text.startsWith('⧼') ? fallback.replace('$1', () => param) : text;
  };
  const docTitle = titles.local(await message('scribunto-doc-page-name', 'Module:$1/doc', title.dbkey.replaceAll('_', ' ')));
  const doc = docTitle && { namespace: docTitle.namespace, dbkey: docTitle.dbkey };
  const name = doc && titles.text(doc);
  const isThere = doc !== undefined && (await host.pages([doc])).length > 0;
  const text =
    name === undefined
      ? ''
      : isThere
        ? await message('scribunto-doc-page-show', '{{$1}}\n<hr />', name)
        : await message('scribunto-doc-page-does-not-exist', "''[[$1]] may document this module.''", name);
  const docPage = await render({ ...page, text, isRedirect: false }, host);
  const { notes } = docPage;
  return {
    ...docPage,
    html: `${docPage.html}<pre lang="en" dir="ltr" class="mw-code mw-script">${escapeCode(page.text)}\n</pre>`,
    notes: { ...notes, included: doc && !isThere ? [doc, ...notes.included] : notes.included },
  };
}

async function htmlOf(model: string, page: PageTask, host: PageHost): Promise<string> {
  const messageHtml = async (key: string, fallback: string, ...params: string[]): Promise<string> => {
    const text = (await host.message(key, params)).replace(/^⧼.*⧽$/, () => fallback);
    const { html } = await render({ ...page, text, isRedirect: false, hasEditLinks: false, toc: 'none' }, host);
    return withoutParagraph(html);
  };
  if (model === 'text') return `<pre>${escapeAttribute(page.text).replaceAll('\u00a0', '&#160;')}</pre>`;
  if (model !== 'json') {
    const text = await messageHtml(
      'unsupported-content-model',
      `<strong>Warning:</strong> This wiki cannot show the content model ${model}.`,
      model,
    );
    return `<div class="error">${text}</div>`;
  }
  const value = readJson(page.text);
  if (value === undefined) return messageHtml('invalid-json-data', 'This is not valid JSON.');
  const plainMessage = async (key: string, fallback: string): Promise<string> =>
    (await host.message(key, [])).replace(/^⧼.*⧽$/, () => fallback);
  return jsonTables(value, {
    emptyObject: await plainMessage('content-json-empty-object', 'Nothing in this object'),
    emptyArray: await plainMessage('content-json-empty-array', 'Nothing in this list'),
  });
}

/** Empty metadata for pages with a content model that is not parsed. */
const NOT_PARSED: RenderedPage = {
  ...{ html: '', isRead: false, sections: [], showsToc: false, displayTitle: undefined, converted: undefined, styles: [] },
  ...{ links: [], categories: [], languages: [], interwikis: [], externals: [], files: [], switches: [], indicators: [] },
  notes: emptyNotes(),
  report: { cpu: 0, wall: 0, tagDepth: 0, tagSize: 0 },
};

/** Formats JSON as MediaWiki saves it. Invalid JSON stays unchanged. */
export function savedJson({ text }: { readonly text: string }): string {
  const value = readJson(text);
  return value === undefined ? text : prettyJson(value);
}
