/** What to write for a word, or part of one. */
export type ConversionTable = Readonly<Record<string, string>>;

/** How a language is converted. The names of tables are codes of variants; pages of the wiki can add to each. */
export interface Rules {
  readonly tables: Readonly<Record<string, ConversionTable>>;
  /** The tables of a variant where it has others than its own; the first that has a word wins. */
  readonly chains?: Readonly<Record<string, readonly string[]>>;
  /** What there is to do besides looking words up, which `replace` does. */
  convert?(text: string, variant: string, replace: Replace): string;
  /** Names of users are not converted when a page is looked for. */
  readonly keepsUserNames?: boolean;
  /** Whether a text seems to be written in the variant already. */
  seemsWrittenIn?(text: string, variant: string): boolean;
}

/** `between` changes what stands between the words that are replaced. */
export type Replace = (text: string, between?: (text: string) => string) => string;
