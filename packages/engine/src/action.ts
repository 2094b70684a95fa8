import type { CacheMode, Params, ParamsOut } from '@wikiquery/core';
import type { Call } from './call.ts';
import type { Ordered } from './result.ts';

/** What an action adds to the response. */
export interface ActionResult {
  readonly fields: Ordered;
  readonly cacheMode?: CacheMode;
  /** Bytes of the values in `fields`, about; they are looked at where nobody says. */
  readonly size?: number;
  /** The body as it is, instead of the requested format. */
  readonly body?: { readonly type: string; readonly text: string };
}

/** A value of `action=`. */
export interface Action<P extends Params = Params> {
  readonly name: string;
  readonly prefix: string;
  readonly summary: string;
  readonly params: P;
  /** Answers even those who may not read pages. */
  readonly read: boolean;
  readonly mustBePosted?: boolean;
  readonly examples?: Readonly<Record<string, string>>;
  /** Checks that come before the parameters are read, instead of `mustBePosted`. Throws an ApiError. */
  admit?(call: Call): void;
  execute(call: Call, params: ParamsOut<P>): Promise<ActionResult>;
}

// biome-ignore lint/suspicious/noExplicitAny: an action of any parameters
export type AnyAction = Omit<Action<any>, 'execute'> & { execute(call: Call, params: any): Promise<ActionResult> };

export const defineAction = <P extends Params>(action: Action<P>): Action<P> => Object.freeze(action);
