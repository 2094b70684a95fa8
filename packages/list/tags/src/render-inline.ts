import { formatComments } from '@wikiquery/comments';
import type { Env } from '@wikiquery/core';
import { renderHtml, withoutParagraph } from '@wikiquery/wikitext';

/** Nothing in it has a meaning in wikitext. */
const PLAIN = /^(?! )(?!.*(?:''|__|----))[^<>[\]{}&*#:;=~|\n]*$/;

/** A link to a page, with the letters that belong to it. */
const LINK = /\[\[[^[\]{}\n]+\]\]\p{L}*/gu;

/** What stands for a link while the rest is rendered. */
const MARK = /\ue000(\d+)\ue001/g;

/** Wikitexts of one line as HTML without a paragraph around it. All pages that they link to are looked up together. */
export async function renderInline(q: Env, wikitexts: readonly string[]): Promise<string[]> {
  const links = [...new Set(wikitexts.flatMap(text => text.match(LINK) ?? []))];
  const anchors = await formatComments(
    q,
    links.map(text => ({ text })),
  );
  const render = async (wikitext: string): Promise<string> => {
    if (PLAIN.test(wikitext)) return wikitext;
    const marked = wikitext.replaceAll(MARK, '').replaceAll(LINK, link => `\ue000${links.indexOf(link)}\ue001`);
    const html = await renderHtml({ wikitext: marked, page: '' }, q.request);
    return withoutParagraph(html).replaceAll(MARK, (_, at: string) => anchors[Number(at)] ?? '');
  };
  const htmls: string[] = [];
  for (const wikitext of wikitexts) htmls.push(await render(wikitext));
  return htmls;
}
