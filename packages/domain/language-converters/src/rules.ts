export type ConversionTable = Readonly<Record<string, string>>;

/** Conversion rules of a language. Tables are named after variants; the wiki can extend each. */
export interface Rules {
  readonly tables: Readonly<Record<string, ConversionTable>>;
  /** Tables of a variant, if not only its own. The first one with a word wins. */
  readonly chains?: Readonly<Record<string, readonly string[]>>;
  /** Converts a text, with `replace` for the tables. */
  convert?(text: string, variant: string, replace: Replace): string;
  /** Whether user names are not converted in titles. */
  readonly keepsUserNames?: boolean;
  seemsWrittenIn?(text: string, variant: string): boolean;
}

/** Replaces words by tables; `between` changes the text between them. */
export type Replace = (text: string, between?: (text: string) => string) => string;
