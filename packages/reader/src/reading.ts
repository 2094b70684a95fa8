import type { Site, Title, Titles } from '@wikiquery/core';
import type { PageApi } from './api.ts';
import type { Links } from './links.ts';
import type { Html } from './markup/html.ts';
import type { PageWording, Wordings } from './wording.ts';

/** A wiki, and the rules for its titles. */
export interface TitledWiki {
  readonly site: Site;
  readonly titles: Titles;
}

/** One request for a page. */
export interface Reading extends TitledWiki {
  readonly api: PageApi;
  readonly links: Links;
  /** Parameters in the query string. */
  readonly params: URLSearchParams;
  /** Requested title; undefined if the request names none, or an invalid one. */
  readonly title: Title | undefined;
  /** Requested title as sent. */
  readonly asked: string | undefined;
  /** Path and query string of the request, below the path of the wiki. */
  readonly url: string;
}

/** Reads a kind of page, such as articles or histories. */
export interface PageKind {
  /** Messages that the page uses besides those of all pages. */
  readonly wordings?: Wordings;
  /** Sends the requests of the page. Rejects with an ApiFailure. */
  read(reading: Reading): Promise<PageReply>;
}

export type PageReply =
  | { readonly kind: 'page'; readonly status?: number; readonly wordings?: Wordings; view(frame: PageFrame): PageParts }
  | { readonly kind: 'redirect'; readonly to: string; readonly status: 301 | 302 }
  | { readonly kind: 'text'; readonly status?: number; readonly type: string; readonly text: string };

/** The context of a page, besides the results of its requests. */
export interface PageFrame extends TitledWiki {
  readonly links: Links;
  readonly wording: PageWording;
  /** Language of the interface. */
  readonly language: string;
  /** Name of the account of a user who is logged in. */
  readonly user: string | undefined;
}

/** The parts of a page, which the layout arranges. */
export interface PageParts {
  /** Title of the browser window, without the name of the wiki. */
  readonly title: string;
  /** Heading. Default: the title. */
  readonly heading?: Html | undefined;
  readonly content: Html;
  /** The wiki page to which the tabs belong. */
  readonly subject?: Title | undefined;
  /** Whether the discussion page exists. Default: unknown, without a tab for it. */
  readonly hasTalk?: boolean | undefined;
  /** Current tab. */
  readonly tab?: 'view' | 'history' | 'source' | 'info' | undefined;
  readonly toc?: Html | undefined;
  readonly languages?: Html | undefined;
  readonly tools?: Html | undefined;
  /** Canonical URL of the page. */
  readonly canonical?: string | undefined;
  /** Whether search engines must not index the page. */
  readonly isHidden?: boolean | undefined;
}

/** A parameter that must be a positive integer; undefined if it is not. */
export function idIn(params: URLSearchParams, name: string): number | undefined {
  const text = params.get(name) ?? '';
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}
