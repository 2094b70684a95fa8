import type { Env, Title } from '@wikiquery/core';
import { expandMessages, fillIn, loadInterfaceTexts, type Messages } from '@wikiquery/messages';
import { renderHtml } from '@wikiquery/wikitext';
import type { Request, Text } from './requests.ts';

/** A text in the wanted format: wikitext or HTML, key and parameters, or nothing. */
export type WrittenText = string | Text | undefined;

type Format = 'html' | 'wikitext' | 'raw' | 'none';

/** Writes the texts of requests; they are looked up together. */
export async function loadWriter(
  q: Env & { readonly services: { readonly messages: Messages } },
  requests: readonly Request[],
  format: Format,
): Promise<(text: Text) => WrittenText> {
  if (format === 'none') return () => undefined;
  if (format === 'raw') return text => text;
  const { messages } = q.services;
  const wanted = requests.flatMap(({ provider, account, fields }) => [
    provider,
    account,
    ...Object.values(fields).flatMap(({ label, help }) => [label, help]),
  ]);
  const texts = await loadInterfaceTexts(q, [...new Set(wanted.map(({ key }) => key))], { messages });
  const filled = wanted.map(text => fillIn(texts.text(text.key) ?? `⧼${text.key}⧽`, text.params.map(plain), text.key));
  const title = q.titles.local('API') as Title;
  const expand = await expandMessages(q, filled, { messages, language: q.lang, title });
  const written = new Map<Text, string>();
  for (const [i, text] of wanted.entries()) {
    const wikitext = await expand(filled[i] as string);
    written.set(text, format === 'html' ? await toHtml(wikitext, q) : wikitext);
  }
  return text => written.get(text);
}

const plain = (param: Text['params'][number]): string => (typeof param === 'string' ? param : String(param?.num ?? ''));

/** Without the paragraph around it. */
async function toHtml(wikitext: string, { request }: Env): Promise<string> {
  const html = await renderHtml({ wikitext, page: 'API' }, request);
  return html.trim().replace(/^<p>(.*)<\/p>$/s, (whole, inner: string) => (inner.includes('</p>') ? whole : inner.trim()));
}
