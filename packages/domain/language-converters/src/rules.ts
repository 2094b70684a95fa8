export type ConversionTable = Readonly<Record<string, string>>;

/** Conversion rules of a language. Tables are named after variants. The wiki can extend each table. */
export interface Rules {
  readonly tables: Readonly<Record<string, ConversionTable>>;
  /** Names of the tables that a variant uses. The first table that contains a word wins. Default: the variant's own table. */
  readonly chains?: Readonly<Record<string, readonly string[]>>;
  /** Converts a text to a variant. `replace` replaces words as the tables specify. Default: only `replace`. */
  convert?(text: string, variant: string, replace: Replace): string;
  /** Whether titles of user pages are not converted. */
  readonly keepsUserNames?: boolean;
  /** Whether a text seems to be in the variant already. */
  seemsWrittenIn?(text: string, variant: string): boolean;
}

/** Replaces words as tables specify. `between` transforms the text between these words. */
export type Replace = (text: string, between?: (text: string) => string) => string;
