import type { Title } from '@wikiquery/core';
import type { Messages } from '@wikiquery/messages';
import { type RenderingEnv, renderInterfaceTexts } from '@wikiquery/rendering';
import { withoutParagraph } from '@wikiquery/wikitext';

/** Matches texts without wikitext or HTML syntax. */
const PLAIN = /^(?! )(?!.*(?:''|__|----))[^<>[\]{}&*#:;=~|\n]*$/;

/** Renders single-line wikitexts without a paragraph element. */
export async function renderInline(
  q: RenderingEnv,
  wikitexts: readonly string[],
  context: { readonly title: Title; readonly messages: Messages | undefined },
): Promise<string[]> {
  const rich = wikitexts.filter(text => !PLAIN.test(text));
  const htmls = await renderInterfaceTexts(q, rich, context);
  const known = new Map(rich.map((text, at) => [text, withoutParagraph(htmls[at] ?? '')]));
  return wikitexts.map(text => known.get(text) ?? text);
}
