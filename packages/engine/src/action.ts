import type { CacheMode, Shape, Title, WrittenResponse } from '@wikiquery/core';
import { type AnyAction, type Document, isBody, type Presentation, type Registry } from '@wikiquery/core/host';
import { cacheModeOf, type Freshness, freshnessOf } from './caching.ts';
import { fieldsOf } from './declared-response.ts';
import { encoderOf } from './encoders.ts';
import { formatReason } from './output/messages.ts';
import type { RequestContext } from './request-context.ts';
import { Budget, type Ordered } from './result.ts';
import { truncated } from './warnings.ts';

/** The result of an action. */
export interface ActionResult {
  readonly fields: Ordered;
  readonly cacheMode: CacheMode;
  readonly freshness: Freshness;
  /** The only pages on which the result depends; undefined if it depends on others. */
  readonly pages?: readonly Title[] | undefined;
  /** Approximate size of the values in `fields`, in bytes. Default: computed from `fields`. */
  readonly size?: number;
  /** Complete response body to send instead of `fields` in the requested format. */
  readonly body?: { readonly type: string; readonly text: string; readonly filename?: string | undefined } | undefined;
  /** Serializes the response itself, or returns undefined to leave this to the requested format. */
  readonly present?: (answer: Pick<Presentation, 'format' | 'fields'>) => WrittenResponse | Document | undefined;
}

/** An action that the engine can run: the built-in `query` or an installed one. */
export interface RunnableAction extends Omit<AnyAction, 'execute' | 'returns' | 'contract' | 'group'> {
  /** Whether the action itself checks the right `read`. */
  readonly checksRead?: boolean;
  /** Returns the declared fields that the action adds to the response. */
  adds(registry: Registry): Shape;
  run(context: RequestContext, params: Readonly<Record<string, unknown>>): Promise<ActionResult>;
}

/** Returns an installed action in the form that the engine runs. */
export function runnable(action: AnyAction): RunnableAction {
  return {
    ...action,
    adds: () => fieldsOf(action.returns),
    run: (context, params) => run(action, context, params),
  };
}

async function run(action: AnyAction, context: RequestContext, params: Readonly<Record<string, unknown>>): Promise<ActionResult> {
  const { params: wire, style } = context;
  const output: object = await action.execute({
    ...context.env(action.name, action.prefix),
    params,
    services: context.servicesOf(action),
    isPosted: wire.isPosted,
    wire,
    formatVersion: style.formatVersion,
    explain: (message: Parameters<typeof formatReason>[0]) => formatReason(message, style),
    session: context.identity.session,
  });
  const cacheMode = cacheModeOf(action, params, context.actor);
  const freshness = freshnessOf(action, params);
  if (isBody(output)) return { fields: new Map(), cacheMode, freshness, body: output };
  const budget = new Budget(context.maxSize);
  const fitting = whatFits(output, budget);
  if (fitting !== output) context.warnings.add('result', truncated(context.maxSize));
  context.warnings.complete();
  const encode = encoderOf(action, style.formatVersion);
  const fields = encode ? encode(fitting as Record<string, unknown>, undefined) : fitting;
  const limits = context.limits.values;
  const told = limits.size > 0 ? { limits: Object.fromEntries(limits), ...fields } : fields;
  const answer = { fields: new Map([...context.requestedFields, ...Object.entries(told)]), cacheMode, freshness, size: budget.taken };
  if (!action.present) return answer;
  const { site } = context.wiki;
  return { ...answer, present: ({ format, fields }) => action.present!({ format, fields, params, site }) };
}

/** Returns the fields that fit into the budget. Omits a field if its whole value does not fit. */
function whatFits(output: object, budget: Budget): object {
  if (budget.takeAll([output])) return output;
  const fields = Object.entries(output);
  const fitting = fields.filter(([, value]) => budget.take(value));
  return fitting.length < fields.length ? Object.fromEntries(fitting) : output;
}
