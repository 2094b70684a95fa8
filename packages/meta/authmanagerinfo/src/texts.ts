import type { Env, Title } from '@wikiquery/core';
import { type ExpandMessage, expandMessages, fillIn, loadInterfaceTexts, type Messages } from '@wikiquery/messages';
import { renderInterfaceTexts } from '@wikiquery/rendering';
import { withoutParagraph } from '@wikiquery/wikitext';
import type { AuthRequest, Text } from './requests.ts';

/** A text in the wanted format: wikitext or HTML, key and parameters, or nothing. */
export type WrittenText = string | Text | undefined;

type Format = 'html' | 'wikitext' | 'raw' | 'none';

/** Writes the texts of requests; they are looked up together. */
export async function loadWriter(
  q: Env & { readonly services: { readonly messages: Messages } },
  requests: readonly AuthRequest[],
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
  const place = { title, messages };
  const written =
    format === 'html'
      ? (await renderInterfaceTexts(q, filled, place)).map(withoutParagraph)
      : await expandAll(filled, await expandMessages(q, filled, { ...place, language: q.lang }));
  const found = new Map(wanted.map((text, i) => [text, written[i]]));
  return text => found.get(text);
}

async function expandAll(texts: readonly string[], expand: ExpandMessage): Promise<string[]> {
  const expanded: string[] = [];
  for (const text of texts) expanded.push(await expand(text));
  return expanded;
}

const plain = (param: Text['params'][number]): string => (typeof param === 'string' ? param : String(param?.num ?? ''));
