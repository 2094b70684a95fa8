import { type Cursor, type Pages, Records } from '@wikiquery/core';
import { type AnyModule, kindOfOutput } from '@wikiquery/core/host';

type AnyRecord = Record<string, unknown>;

/** Returns the output of a generator as pages. Throws an Error for any other output. */
export function pagesOf(module: AnyModule, output: unknown): Pages {
  if (output != null && kindOfOutput(output) === 'pages') return output as Pages;
  throw fault(module, 'ran as a generator and returned no pages; if "asGenerator" is true, return rows.pages(…) or new Pages([…])');
}

/** Returns the output of a module as records. A meta module can return a single bare record. Throws an Error for any other output. */
export function recordsOf(module: AnyModule, output: unknown): Records<AnyRecord> {
  const kind = output == null ? undefined : kindOfOutput(output);
  if (kind === 'records' || kind === 'nothing') return output as Records<AnyRecord>;
  if (kind === 'pages') throw fault(module, 'returned pages but did not run as a generator; return pages only if "asGenerator" is true');
  if (module.group === 'meta' && typeof output === 'object' && output !== null) return new Records([{ record: output as AnyRecord }]);
  throw fault(module, 'returned no records; return rows.records(…), new Records([…]) or nothing');
}

/** Throws an Error if a cursor has a parameter that the module does not declare, because clients would continue forever. */
export function requireParams(module: AnyModule, cursor: Cursor): void {
  if (typeof cursor !== 'object') {
    if (module.params.continue === undefined) throw undeclared(module, 'continue');
    return;
  }
  for (const name in cursor) if (module.params[name] === undefined) throw undeclared(module, name);
}

const undeclared = (module: AnyModule, name: string): Error =>
  fault(module, `continues with the parameter "${name}", which it does not declare; add it to "params"`);

/** Makes an error about a bug in a module that neither the compiler nor the checks of its declaration can detect. */
export const fault = ({ group, name }: AnyModule, what: string): Error => new Error(`${group}=${name} ${what}.`);
