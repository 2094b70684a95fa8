import { client, fetchSnippet, m3api, mwn } from './javascript.ts';
import { mwclient, pywikibot, requests } from './python.ts';
import { curl } from './shell.ts';
import type { Snippet } from './snippet.ts';

export type { Snippet, SnippetRequest } from './snippet.ts';

/** Generators of client code, in the order in which the explorer lists them. */
export const SNIPPETS: readonly Snippet[] = [curl, fetchSnippet, client, mwn, m3api, mwclient, pywikibot, requests];
