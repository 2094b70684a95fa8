import type { ArgumentValue } from './values.ts';
import type { VariableContext } from './variables.ts';

type Outcome = string | null | undefined;

/**
 * Gives what stands for the call: undefined where it means no function but a page, null where this place does not know and the call stays as it was
 * written.
 */
export type ParserFunction = (values: readonly ArgumentValue[], given: VariableContext) => Promise<Outcome> | Outcome;

/** One of the values; empty where there is none. */
export const at = async (values: readonly ArgumentValue[], position: number): Promise<string> => (await values[position]?.text()) ?? '';

/** As PHP reads a number at the beginning of a text; 0 where there is none. */
export const integer = (text: string): number => Number.parseInt(text, 10) || 0;
