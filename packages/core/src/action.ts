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

/** A value of `action=`. */
export interface ActionDefinition<
  N extends string = string,
  P extends Params = Params,
  R extends AnyReturns = AnyReturns,
  S extends Services = Services,
> extends Answering<N, P, S> {
  /** What it adds to the response, beside warnings. */
  readonly returns: R;
  /** Only a POST is answered. */
  readonly mustBePosted?: boolean;
  /** The kind of token (`csrf`, `login`, …) that a request must show in the parameter `<prefix>token`; it must be posted, too. */
  readonly token?: string;
  /** Gives the fields of the response, or a whole body. */
  execute(query: ActionQuery<P, S>): Promise<Returned<R> | Body>;
}

/** Declarations that only the host's own actions use. */
export interface HostActionFacts<P extends Params = Params> {
  /** Answers requests that name no action. */
  readonly isDefault?: boolean;
  /** Seconds for which caches may keep the answer, whatever the request says of that. */
  readonly maxAge?: number;
  /** For an action that stores what it returns of one page: `wikiquery derive NAME` makes it for all pages. */
  readonly precompute?: {
    readonly name: string;
    /** The parameter that takes the id of a page. */
    readonly page: string;
    /** The usual parameters (`prop=text`). */
    readonly of: readonly string[];
  };
  readonly quirks?: {
    /** It belongs to the server that keeps the sessions: in proxy mode, that server responds. */
    readonly ofSession?: boolean;
  };
  /**
   * Gives its answers another form than fields in the format of the server; undefined where that will do. Errors have the form of all actions. Such
   * an action has a parameter `format`, for the formats that it takes.
   */
  present?(answer: Presentation<P>): WrittenResponse | Document | undefined;
}

/** An answer that is to be written. */
export interface Presentation<P extends Params = Record<never, never>> {
  /** The value of `format=`. */
  readonly format: string;
  /** As a format gets them, warnings included. */
  readonly fields: ReadonlyMap<string, unknown>;
  readonly params: ParamsOut<P>;
  readonly site: Site;
}

/** What the format of the server is to write instead of the fields, if it can write any value. */
export interface Document {
  readonly document: unknown;
}

/** Everything an action may use while it answers one request. */
export interface ActionQuery<P extends Params = Record<never, never>, S extends Services = Record<never, never>> extends Env {
  readonly params: ParamsOut<P>;
  readonly services: ServicesOut<S>;
  readonly isPosted: boolean;
  /** @internal The parameters of the request, for those that cannot be declared. Reading one marks it as known. */
  readonly wire: Wire;
  readonly formatVersion: 1 | 2;
  /** A message inside the result: its text alone in the old error format. */
  explain(message: Message): unknown;
  /** The session, for the service that keeps it. */
  readonly session: unknown;
}

const bodyBrand: unique symbol = Symbol.for('wikiquery.Body');

/** A body that is sent as it is, instead of the fields in the requested format. */
export class Body {
  /** @internal */
  readonly [bodyBrand] = true;
  /** Media type. */
  readonly type: string;
  readonly text: string;
  /** What a browser calls it when it is saved. */
  readonly filename: string | undefined;
  constructor(type: string, text: string, filename?: string) {
    this.type = type;
    this.text = text;
    this.filename = filename;
  }
}

/** Whether an action answered with a body, whichever copy of this package made it. */
export const isBody = (output: object): output is Body => bodyBrand in output;

export type Action<N extends string, P extends Params, R extends AnyReturns, S extends Services> = ActionDefinition<N, P, R, S> &
  Defined<'action'>;

/** An action whose types were forgotten, as the engine sees it. */
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

/** Makes an action. Throws an Error for one that cannot work. */
export function defineAction<const N extends string, P extends Params, R extends AnyReturns, S extends Services = Record<never, never>>(
  definition: ActionDefinition<N, P, R, S>,
): Action<N, P, R, S> {
  const action = { ...definition, group: 'action' as const };
  return finishPlugin(action, problemsOfAction(action as unknown as AnyAction));
}

/** As `defineAction`, for the host's own actions. */
export const defineHostAction = defineAction as <
  const N extends string,
  P extends Params,
  R extends AnyReturns,
  S extends Services = Record<never, never>,
>(
  definition: ActionDefinition<N, P, R, S> & HostActionFacts<P>,
) => Action<N, P, R, S>;

/** What is wrong with the declaration of an action; each completes "action=hello: …". */
export function problemsOfAction(action: Unchecked<Omit<AnyAction, 'contract'>>): string[] {
  const found = problemsOfPlugin(action);
  if (typeof action.execute !== 'function') found.push('"execute" is missing');
  if (!action.returns?.parts) found.push('"returns" is missing; declare the fields of the response with f.record({ … })');
  if (action.returns?.form === 'tuple' && !action.present)
    found.push('"present" is missing; it writes the values of f.tuple({ … }) as a list');
  return found;
}
