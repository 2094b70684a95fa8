import { parseArgs } from 'node:util';
import type { flagOptions } from '../config/settings.ts';
import { StartError } from '../start-error.ts';

/** Flags and words of a command. Not strict, so that all unknown flags are told at once. */
export function parse(args: readonly string[], options: ReturnType<typeof flagOptions>) {
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true });
  const unknown = Object.keys(values).filter(name => !(name in options));
  if (unknown.length > 0) throw new StartError(unknown.map(name => `There is no flag --${name}. See "wikiquery help".`));
  return { values, positionals };
}

/** The arguments that `parse` reads as these flags. */
export const argumentsOf = (flags: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(flags).flatMap(([name, value]) => [value].flat().map(each => (each === true ? `--${name}` : `--${name}=${String(each)}`)));
