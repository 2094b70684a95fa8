/** Result of `action=parse`. */
export interface Parsed {
  readonly title: string;
  readonly pageid: number;
  readonly revid?: number;
  readonly textdeleted?: boolean;
  readonly textsuppressed?: boolean;
  readonly redirects?: readonly { readonly from: string; readonly to: string; readonly tofragment?: string }[];
  readonly text: string;
  readonly displaytitle: string;
  readonly sections: readonly ArticleHeading[];
  readonly showtoc?: boolean;
  readonly langlinks: readonly LanguageLink[];
  readonly categories: readonly { readonly category: string; readonly missing?: boolean; readonly hidden?: boolean }[];
  readonly properties: Readonly<Record<string, string>>;
  readonly indicators?: Readonly<Record<string, string>>;
}

export interface ArticleHeading {
  readonly toclevel: number;
  readonly line: string;
  readonly number: string;
  readonly anchor: string;
}

export interface LanguageLink {
  readonly lang: string;
  readonly url?: string;
  readonly langname?: string;
  readonly autonym?: string;
  readonly title: string;
}
