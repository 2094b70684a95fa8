import type { Actor } from './actor.ts';
import type { AnyReturns, Returned } from './field.ts';
import type { WrittenResponse } from './format.ts';
import type { Message } from './message.ts';
import type { Params, ParamsOut } from './params/param.ts';
import type { Wire } from './params/read-params.ts';
import { type Answering, type CacheMode, type DataSource, type Defined, finishPlugin, problemsOfPlugin, type Unchecked } from './plugin.ts';
import type { Env } from './query.ts';
import type { Services, ServicesOut } from './service.ts';
import type { Site } from './site.ts';

/** The declaration of an action: one value of `action=`. */
export interface ActionDefinition<
  N extends string = string,
  P extends Params = Params,
  R extends AnyReturns = AnyReturns,
  S extends Services = Services,
> extends Answering<N, P, S> {
  /** The fields that the action adds to the response, made with `f.record` or `f.tuple`. */
  readonly returns: R;
  /** Reject requests whose method is not POST. */
  readonly mustBePosted?: boolean;
  /** The type of token (`csrf`, `login`, …) that a request must send as `<prefix>token`. Requests must then use POST. */
  readonly token?: string;
  /** Returns the fields of the response, or a complete body. Throws an `ApiError` for a client error. */
  execute(query: ActionQuery<P, S>): Promise<Returned<R> | Body>;
}

/** Declarations that are available only to the host's own actions. */
export interface HostActionFacts<P extends Params = Params> {
  /** Whether the action handles requests without the parameter `action`. */
  readonly isDefault?: boolean;
  /** Seconds for which HTTP caches may store the response. Overrides the request's `maxage` and `smaxage`. */
  readonly maxAge?: number;
  /** For an action that stores one result per page: `wikiquery derive NAME` pre-renders the results of all pages. */
  readonly precompute?: {
    readonly name: string;
    /** The parameter that takes the page id. */
    readonly page: string;
    /** The parameters of a typical request, such as `prop=text`. */
    readonly of: readonly string[];
  };
  readonly quirks?: {
    /** Whether the action uses the session. In proxy mode, MediaWiki manages the sessions and handles the request. */
    readonly ofSession?: boolean;
  };
  /**
   * Serializes the response itself, or returns undefined to leave this to the requested format. Errors always use the requested format. The
   * action must declare a parameter `format` with the formats that it supports.
   */
  present?(answer: Presentation<P>): WrittenResponse | Document | undefined;
}

/** The response of an action before serialization. */
export interface Presentation<P extends Params = Record<never, never>> {
  /** The value of `format=`. */
  readonly format: string;
  /** The fields of the response, including warnings. */
  readonly fields: ReadonlyMap<string, unknown>;
  readonly params: ParamsOut<P>;
  readonly site: Site;
}

/** A value that replaces the response fields, for formats that can serialize any value. */
export interface Document {
  readonly document: unknown;
}

/** The context in which an action handles one request. */
export interface ActionQuery<P extends Params = Record<never, never>, S extends Services = Record<never, never>> extends Env {
  readonly params: ParamsOut<P>;
  readonly services: ServicesOut<S>;
  readonly isPosted: boolean;
  /**
   * @internal
   * The parameters as sent, for parameters that cannot be declared. Reading a parameter prevents the warning that it is unrecognized.
   */
  readonly wire: Wire;
  readonly formatVersion: 1 | 2;
  /** Formats a message as a value of the result, in the requested `errorformat`. With `bc`, the value is only the text. */
  explain(message: Message): unknown;
  /** The session of the request. Opaque: pass it to the service that manages sessions. */
  readonly session: unknown;
}

const bodyBrand: unique symbol = Symbol.for('wikiquery.Body');

/** A complete response body, which the server sends instead of fields in the requested format. */
export class Body {
  /** @internal */
  readonly [bodyBrand] = true;
  /** The media type, as in `Content-Type`. */
  readonly type: string;
  readonly text: string;
  /** The file name that a browser suggests for saving. */
  readonly filename: string | undefined;
  constructor(type: string, text: string, filename?: string) {
    this.type = type;
    this.text = text;
    this.filename = filename;
  }
}

/** Whether the output of an action is a `Body`. Recognizes bodies from other copies of this package. */
export const isBody = (output: object): output is Body => bodyBrand in output;

/** An action returned by `defineAction`. */
export type Action<N extends string, P extends Params, R extends AnyReturns, S extends Services> = ActionDefinition<N, P, R, S> &
  Defined<'action'>;

/** An action with erased types, as the engine uses it. */
export interface AnyAction
  extends Omit<ActionDefinition, 'execute' | 'cache' | 'sources' | 'exactlyOne' | 'atMostOne' | 'atLeastOne'>,
    Omit<HostActionFacts, 'present'>,
    Defined<'action'> {
  readonly exactlyOne?: readonly (readonly string[])[];
  readonly atMostOne?: readonly (readonly string[])[];
  readonly atLeastOne?: readonly (readonly string[])[];
  // biome-ignore lint/suspicious/noExplicitAny: an action of any parameters
  readonly cache?: CacheMode | ((params: any, actor: Actor) => CacheMode);
  // biome-ignore lint/suspicious/noExplicitAny: of any parameters
  readonly sources?: readonly DataSource[] | ((params: any) => readonly DataSource[]);
  // biome-ignore lint/suspicious/noExplicitAny: an action of any parameters
  execute(query: any): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: an action of any parameters
  present?(answer: any): WrittenResponse | Document | undefined;
}

/** Defines an action. Throws an Error that lists the problems of the declaration. */
export function defineAction<const N extends string, P extends Params, R extends AnyReturns, S extends Services = Record<never, never>>(
  definition: ActionDefinition<N, P, R, S>,
): Action<N, P, R, S> {
  const action = { ...definition, group: 'action' as const };
  return finishPlugin(action, problemsOfAction(action as unknown as AnyAction));
}

/** Like `defineAction`, but also accepts the declarations for the host's own actions. */
export const defineHostAction = defineAction as <
  const N extends string,
  P extends Params,
  R extends AnyReturns,
  S extends Services = Record<never, never>,
>(
  definition: ActionDefinition<N, P, R, S> & HostActionFacts<P>,
) => Action<N, P, R, S>;

/** Returns the problems of an action's declaration. Each completes "action=hello: …". */
export function problemsOfAction(action: Unchecked<Omit<AnyAction, 'contract'>>): string[] {
  const found = problemsOfPlugin(action);
  if (typeof action.execute !== 'function') found.push('"execute" is missing');
  if (!action.returns?.parts) found.push('"returns" is missing; declare the fields of the response with f.record({ … })');
  if (action.returns?.form === 'tuple' && !action.present)
    found.push('"present" is missing; it writes the values of f.tuple({ … }) as a list');
  return found;
}
