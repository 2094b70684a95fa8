import type { ArgumentValue } from './values.ts';
import type { VariableContext } from './variables.ts';

type Outcome = string | null | undefined;

/** Returns the replacement of a call, undefined if the name refers to a page, or null if the call stays as written. */
export type ParserFunction = (values: readonly ArgumentValue[], context: VariableContext) => Promise<Outcome> | Outcome;

export const at = async (values: readonly ArgumentValue[], position: number): Promise<string> => (await values[position]?.text()) ?? '';

/** Parses an integer at the start of a text, as PHP does. Default: 0. */
export const integer = (text: string): number => Number.parseInt(text, 10) || 0;
