import type { Env, Title } from '@wikiquery/core';
import { type ExpandMessage, expandMessages, fillIn, loadInterfaceTexts, type Messages } from '@wikiquery/messages';
import { renderInterfaceTexts } from '@wikiquery/rendering';
import { withoutParagraph } from '@wikiquery/wikitext';
import type { AuthRequest, Text } from './requests.ts';

/** Message as wikitext, as HTML, as a key with parameters, or omitted, as `messageformat` specifies. */
export type WrittenText = string | Text | undefined;

type Format = 'html' | 'wikitext' | 'raw' | 'none';

/** Loads all messages of the requests in one batch. Returns a function that formats a message. */
export async function loadWriter(
  q: Env & { readonly services: { readonly messages: Messages } },
  requests: readonly AuthRequest[],
  format: Format,
): Promise<(text: Text) => WrittenText> {
  if (format === 'none') return () => undefined;
  if (format === 'raw') return text => text;
  const { messages } = q.services;
  const needed = requests.flatMap(({ provider, account, fields }) => [
    provider,
    account,
    ...Object.values(fields).flatMap(({ label, help }) => [label, help]),
  ]);
  const texts = await loadInterfaceTexts(q, [...new Set(needed.map(({ key }) => key))], { messages });
  const filled = needed.map(text => fillIn(texts.text(text.key) ?? `⧼${text.key}⧽`, text.params.map(plain), text.key));
  const title = q.titles.local('API') as Title;
  const context = { title, messages };
  const written =
    format === 'html'
      ? (await renderInterfaceTexts(q, filled, context)).map(withoutParagraph)
      : await expandAll(filled, await expandMessages(q, filled, { ...context, language: q.lang }));
  const found = new Map(needed.map((text, i) => [text, written[i]]));
  return text => found.get(text);
}

async function expandAll(texts: readonly string[], expand: ExpandMessage): Promise<string[]> {
  const expanded: string[] = [];
  for (const text of texts) expanded.push(await expand(text));
  return expanded;
}

const plain = (param: Text['params'][number]): string => (typeof param === 'string' ? param : String(param?.num ?? ''));
