import type { Title } from '@wikiquery/core';
import type { Messages } from '@wikiquery/messages';
import { type RenderingEnv, renderInterfaceTexts } from '@wikiquery/rendering';
import { withoutParagraph } from '@wikiquery/wikitext';

/** Nothing in it has a meaning in wikitext: it is HTML already. */
const PLAIN = /^(?! )(?!.*(?:''|__|----))[^<>[\]{}&*#:;=~|\n]*$/;

/** Wikitexts of one line as HTML without a paragraph around it. */
export async function renderInline(
  q: RenderingEnv,
  wikitexts: readonly string[],
  place: { readonly title: Title; readonly messages: Messages | undefined },
): Promise<string[]> {
  const rich = wikitexts.filter(text => !PLAIN.test(text));
  const htmls = await renderInterfaceTexts(q, rich, place);
  const known = new Map(rich.map((text, at) => [text, withoutParagraph(htmls[at] ?? '')]));
  return wikitexts.map(text => known.get(text) ?? text);
}
