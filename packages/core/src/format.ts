import type { FieldFacts } from './kind.ts';
import type { Params, ParamsOut } from './params/param.ts';
import { type About, type Defined, finishPlugin, problemsOfPlugin, type Unchecked } from './plugin.ts';
import type { Site } from './site.ts';

/** The declaration of a format: one value of `format=`, which writes the fields of a response. */
export interface FormatDefinition<N extends string = string, P extends Params = Params> extends About<N, P> {
  /** Returns the media type and the body of the response. */
  write(response: FormatResponse<P>): WrittenResponse;
}

/** Declarations that only the host's own formats use. */
export interface HostFormatFacts<P extends Params = Params> {
  /** Used for requests without `format` and for unknown formats. */
  readonly isDefault?: boolean;
  /** Ignores `formatversion`: receives values as modules return them, pages keyed by id, and the declaration of the fields. */
  readonly asDeclared?: boolean;
  write(response: HostFormatResponse<P>): WrittenResponse;
}

/** The response that a format writes. */
export interface FormatResponse<P extends Params = Params> {
  /** The fields as plain JSON, with Maps for objects with a significant key order. For formatversion=1, booleans are already encoded. */
  readonly fields: ReadonlyMap<string, unknown>;
  /** The format's own parameters. If one of them was invalid, it has its default value. */
  readonly params: ParamsOut<P>;
  readonly formatVersion: 1 | 2;
  /** Upper bound for the size of the values in `fields`, in bytes. */
  readonly size: number;
  /** The HTTP status. */
  readonly status: number;
  readonly site: Site;
  /** The URL of the API documentation. */
  readonly documentation: string;
}

export interface HostFormatResponse<P extends Params = Params> extends FormatResponse<P> {
  /** Replaces `fields` if the action returns it. Only for formats that can write any value. */
  readonly document?: unknown;
  /** Returns the declaration of `fields`. */
  readonly declared: () => FieldFacts;
}

/** A response as the server sends it. */
export interface WrittenResponse {
  /** The media type, as in `Content-Type`. */
  readonly type: string;
  /** The text. A long text can be an iterable of pieces, which the server reads once. */
  readonly body: string | Iterable<string>;
  /** The body contains only ASCII, so the server can skip a scan of it. */
  readonly isAscii?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** The file name that a browser suggests for saving: `api-result.json`. */
  readonly filename?: string;
}

/** A format made by `defineFormat`. */
export type Format<N extends string = string, P extends Params = Params> = FormatDefinition<N, P> & Defined<'format'>;

/** A format with erased types, as the engine uses it. */
export interface AnyFormat extends About, Omit<HostFormatFacts, 'write'>, Defined<'format'> {
  // biome-ignore lint/suspicious/noExplicitAny: a format of any parameters
  write(response: any): WrittenResponse;
}

/** Makes a format. Throws an Error that lists the problems of the declaration. */
export function defineFormat<const N extends string, P extends Params>(definition: FormatDefinition<N, P>): Format<N, P> {
  const format = { ...definition, group: 'format' as const };
  return finishPlugin(format, problemsOfFormat(format));
}

/** Like `defineFormat`, with the declarations that only the host's own formats use. */
export const defineHostFormat = defineFormat as <const N extends string, P extends Params>(
  definition: About<N, P> & HostFormatFacts<P>,
) => Format<N, P>;

/** Returns the problems of a format's declaration. Each completes "format=json: …". */
export function problemsOfFormat(format: Unchecked<Omit<AnyFormat, 'contract'>>): string[] {
  const found = problemsOfPlugin(format);
  if (typeof format.write !== 'function') found.push('"write" is missing');
  return found;
}
