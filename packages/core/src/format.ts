import type { FieldFacts } from './kind.ts';
import type { Params, ParamsOut } from './params/param.ts';
import { type About, type Defined, finishPlugin, problemsOfPlugin, type Unchecked } from './plugin.ts';
import type { Site } from './site.ts';

/** The declaration of a format: one value of `format=`, which writes the fields of a response. */
export interface FormatDefinition<N extends string = string, P extends Params = Params> extends About<N, P> {
  /** Returns the media type and the body of the response. */
  write(response: FormatResponse<P>): WrittenResponse;
}

/** Declarations that are available only to the host's own formats. */
export interface HostFormatFacts<P extends Params = Params> {
  /** Whether the format is used for requests without `format`, and for unknown formats. */
  readonly isDefault?: boolean;
  /**
   * Whether the format ignores `formatversion`. It then receives values as modules return them, pages keyed by id, and the field
   * declarations.
   */
  readonly asDeclared?: boolean;
  write(response: HostFormatResponse<P>): WrittenResponse;
}

/** The response that a format writes. */
export interface FormatResponse<P extends Params = Params> {
  /**
   * The fields as plain JSON, with a Map for each object whose key order is significant. For formatversion=1, booleans are already encoded.
   */
  readonly fields: ReadonlyMap<string, unknown>;
  /** The format's own parameters. An invalid parameter has its default value. */
  readonly params: ParamsOut<P>;
  readonly formatVersion: 1 | 2;
  /** Upper bound of the size of the values in `fields`, in bytes. */
  readonly size: number;
  /** The HTTP status. */
  readonly status: number;
  readonly site: Site;
  /** The URL of the API documentation. */
  readonly documentation: string;
}

/** The response that a format of the host writes. */
export interface HostFormatResponse<P extends Params = Params> extends FormatResponse<P> {
  /** The value with which the action replaced `fields`, if any. Only for formats that can serialize any value. */
  readonly document?: unknown;
  /** Returns the declaration of the whole response as one object field. Its properties declare `fields`. */
  readonly declared: () => FieldFacts;
}

/** A serialized response. */
export interface WrittenResponse {
  /** The media type, as in `Content-Type`. */
  readonly type: string;
  /** The text. A long text can be an iterable of chunks, which the server iterates once. */
  readonly body: string | Iterable<string>;
  /** Whether the body is known to contain only ASCII, so that the server does not need to check this. */
  readonly isAscii?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** The file name that a browser suggests for saving: `api-result.json`. */
  readonly filename?: string;
}

/** A format returned by `defineFormat`. */
export type Format<N extends string = string, P extends Params = Params> = FormatDefinition<N, P> & Defined<'format'>;

/** A format with erased types, as the engine uses it. */
export interface AnyFormat extends About, Omit<HostFormatFacts, 'write'>, Defined<'format'> {
  // biome-ignore lint/suspicious/noExplicitAny: a format of any parameters
  write(response: any): WrittenResponse;
}

/** Defines a format. Throws an Error that lists the problems of the declaration. */
export function defineFormat<const N extends string, P extends Params>(definition: FormatDefinition<N, P>): Format<N, P> {
  const format = { ...definition, group: 'format' as const };
  return finishPlugin(format, problemsOfFormat(format));
}

/** Like `defineFormat`, but also accepts the declarations for the host's own formats. */
export const defineHostFormat = defineFormat as <const N extends string, P extends Params>(
  definition: About<N, P> & HostFormatFacts<P>,
) => Format<N, P>;

/** Returns the problems of a format's declaration. Each completes "format=json: …". */
export function problemsOfFormat(format: Unchecked<Omit<AnyFormat, 'contract'>>): string[] {
  const found = problemsOfPlugin(format);
  if (typeof format.write !== 'function') found.push('"write" is missing');
  return found;
}
