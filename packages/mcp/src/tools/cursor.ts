import { hash } from 'node:crypto';
import { z } from 'zod';
import { ToolError } from './tool-error.ts';

/** Parameters that continue a query, by name. */
type Continuation = Readonly<Record<string, string | number>>;

/** Matches names of continuation parameters, such as `continue`, `apcontinue`, `sroffset` and `iistart`. Others cannot be injected. */
const NAME = /^[a-z]{0,10}(?:continue|offset|start|revision)$/;

const CURSOR = z.tuple([
  z.string().length(12),
  z
    .record(z.string().regex(NAME), z.union([z.string().max(1000), z.number().int().nonnegative()]))
    .refine(names => Object.keys(names).length <= 20),
]);

/** Returns an opaque cursor, which is valid only for the same tool with the same arguments. */
export const writeCursor = (tool: string, args: object, continuation: Continuation): string =>
  Buffer.from(JSON.stringify([digestOf(tool, args), continuation])).toString('base64url');

/** Returns the parameters in a cursor. Throws a ToolError for a cursor of another call, or one that no tool has returned. */
export function readCursor(tool: string, args: object, cursor: string | undefined): Continuation {
  if (cursor === undefined) return {};
  const { success, data } = CURSOR.safeParse(parse(cursor));
  if (!success) throw new ToolError('The cursor is invalid. Use the nextCursor of a previous result unchanged, or leave it out.');
  const [digest, continuation] = data;
  if (digest !== digestOf(tool, args))
    throw new ToolError(
      'The cursor belongs to a call with other arguments. Repeat all other arguments of that call, or leave out the cursor.',
    );
  return continuation;
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

const digestOf = (tool: string, args: object): string =>
  hash(
    'sha256',
    JSON.stringify([
      tool,
      Object.entries(args)
        .filter(([, value]) => value !== undefined)

        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ]),
    'base64url',
  ).slice(0, 12);
