import type { FieldFacts } from './kind.ts';
import type { Params, ParamsOut } from './params/param.ts';
import { type About, type Defined, finishPlugin, problemsOfPlugin, type Unchecked } from './plugin.ts';
import type { Site } from './site.ts';

/** A value of `format=`: how the fields of a response are written. */
export interface FormatDefinition<N extends string = string, P extends Params = Params> extends About<N, P> {
  write(response: FormatResponse<P>): WrittenResponse;
}

/** Declarations that only the host's own formats use. */
export interface HostFormatFacts<P extends Params = Params> {
  /** Writes requests that name no format, and those that name an unknown one. */
  readonly isDefault?: boolean;
  /** Ignores `formatversion`: takes values as modules return them, pages by their ids, and reads what they are declared to be. */
  readonly asDeclared?: boolean;
  write(response: HostFormatResponse<P>): WrittenResponse;
}

/** A response that is to be written. */
export interface FormatResponse<P extends Params = Params> {
  /** Objects whose order of keys matters are Maps; everything else is plain JSON. In formatversion 1 no value is true or false by nature. */
  readonly fields: ReadonlyMap<string, unknown>;
  /** Of an error in the parameters of the format itself: the default of whatever was refused. */
  readonly params: ParamsOut<P>;
  readonly formatVersion: 1 | 2;
  /** Bytes of the values in `fields`, or more. */
  readonly size: number;
  readonly status: number;
  readonly site: Site;
  /** Where the documentation of this interface stands. */
  readonly documentation: string;
}

export interface HostFormatResponse<P extends Params = Params> extends FormatResponse<P> {
  /** Replaces `fields` if the action returns one: for formats that can write any value. */
  readonly document?: unknown;
  /** The declaration of `fields`. */
  readonly declared: () => FieldFacts;
}

export interface WrittenResponse {
  /** Media type. */
  readonly type: string;
  /** A long one in pieces, which are made when they are asked for, once. */
  readonly body: string | Iterable<string>;
  /** Known to hold no character beyond ASCII: need not be looked at to be sent. */
  readonly isAscii?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** What a browser calls it when it is saved: `api-result.json`. */
  readonly filename?: string;
}

export type Format<N extends string = string, P extends Params = Params> = FormatDefinition<N, P> & Defined<'format'>;

/** A format whose types were forgotten, as the engine sees it. */
export interface AnyFormat extends About, Omit<HostFormatFacts, 'write'>, Defined<'format'> {
  // biome-ignore lint/suspicious/noExplicitAny: a format of any parameters
  write(response: any): WrittenResponse;
}

/** Makes a format. Throws an Error for one that cannot work. */
export function defineFormat<const N extends string, P extends Params>(definition: FormatDefinition<N, P>): Format<N, P> {
  const format = { ...definition, group: 'format' as const };
  return finishPlugin(format, problemsOfFormat(format));
}

/** As `defineFormat`, for the host's own formats. */
export const defineHostFormat = defineFormat as <const N extends string, P extends Params>(
  definition: About<N, P> & HostFormatFacts<P>,
) => Format<N, P>;

/** What is wrong with the declaration of a format; each completes "format=json: …". */
export function problemsOfFormat(format: Unchecked<Omit<AnyFormat, 'contract'>>): string[] {
  const found = problemsOfPlugin(format);
  if (typeof format.write !== 'function') found.push('"write" is missing');
  return found;
}
