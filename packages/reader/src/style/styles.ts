import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { EncodedText, type RouteClient } from '@wikiquery/server/extend';
import { PageApi } from '../api.ts';
import { cleanCss } from './clean-css.ts';
import { tokensFor } from './tokens.ts';

/** The reader's own style sheet. `version` changes with the text. */
export interface StyleSheet {
  readonly text: EncodedText;
  readonly version: string;
}

const FILES = ['./reader.css', './content.css', './media.css'] as const;

/** Returns the reader's own style sheet. */
export function styleSheet(): StyleSheet {
  made ??= makeStyleSheet();
  return made;
}
let made: StyleSheet | undefined;

function makeStyleSheet(): StyleSheet {
  const css = FILES.map(file => readFileSync(new URL(file, import.meta.url), 'utf8')).join('');
  const text = tokensFor(css) + css.replaceAll(/\s*\n\s*/g, '\n');
  return { text: new EncodedText(text), version: hash('sha256', text, 'base64url').slice(0, 12) };
}

/** Pages with the styles of a wiki, in the order in which MediaWiki loads them. */
const PAGES = ['MediaWiki:Common.css', 'MediaWiki:Print.css'];

interface StylesResult {
  readonly query?: {
    readonly pages?: readonly {
      readonly title: string;
      readonly revisions?: readonly { readonly slots?: { readonly main?: { readonly content?: string } } }[];
    }[];
  };
}

/** Returns the wiki's own styles, which may load pictures only from `origins`. */
export async function loadSiteStyles(client: RouteClient, origins: readonly string[]): Promise<string> {
  const api = new PageApi(client, { language: undefined, variant: undefined });
  const read = api.get<StylesResult>({ action: 'query', titles: PAGES.join('|'), prop: 'revisions', rvprop: 'content', rvslots: 'main' });
  // Users who may not read a private wiki see only its errors.
  const { query } = await read.catch((): StylesResult => ({}));
  const texts = new Map(query?.pages?.map(({ title, revisions }) => [title, revisions?.[0]?.slots?.main?.content ?? '']));
  const css = (title: string): string => cleanCss(texts.get(title) ?? '', origins);
  return `${css('MediaWiki:Common.css')}\n@media print{${css('MediaWiki:Print.css')}}\n`;
}
