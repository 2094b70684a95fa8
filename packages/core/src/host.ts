/** The API for hosts of plugins: the engine, the server, MediaWiki's own modules, tests and tools. It can change in any version. */
export { type AnyAction, type Document, defineHostAction as defineAction, isBody, type Presentation } from './action.ts';
export { constant, rememberedOf } from './constant.ts';
export { CONTRACT, hasBrand, refuseContract } from './contract.ts';
export { claimTick, shortenTicks, Yielder, yieldToEventLoop } from './event-loop.ts';
export { type AnyField, type AnyReturns, Field, hasKeys, messageFields } from './field.ts';
export { type AnyFormat, defineHostFormat as defineFormat, type HostFormatResponse } from './format.ts';
export { type Described, type Installed, installed, type Submodules } from './installed.ts';
export type { FieldFacts, FieldKind, JsonSchema, Markup } from './kind.ts';
export { badValue, isApiError, missingParam } from './message.ts';
export {
  type AnyModule,
  defineHostModule as defineModule,
  isModule,
  type ModuleQuirks,
  type Placement,
  type RecordOf,
} from './module.ts';
export { normalFormC } from './normal-form.ts';
export { paramsOf } from './of-release.ts';
export { notListed } from './params/enum.ts';
export { type AnyParam, Param, type ParamMark, type ParamOptions, type Params, type ParamType } from './params/param.ts';
export { perSite } from './params/per-site.ts';
export { type ReadingContext, type ReadParams, readParams, readWhatFits, splitValues, type Wire } from './params/read-params.ts';
export { type AnyPlugin, isPlugin, type PluginGroup } from './plugin.ts';
export type { Group, Lag, RequestFacts } from './query.ts';
export { rateLimitKey } from './rate-limit-key.ts';
export {
  createRegistry,
  extensionsOf,
  ofExtensions,
  type PluginCandidate,
  type Plugins,
  pluginsOfSite,
  type Registry,
  type ReservedNames,
} from './registry.ts';
export { lives, sinceOf } from './release.ts';
export { type AnyRoute, isHttpError, partsOf, type RouteMethod, type SentBody, type Validators } from './route.ts';
export { type Entries, isRowEntries, type KeyedEntry, kindOfOutput } from './rows.ts';
export type { ServiceLookup } from './service.ts';
export type { HostConfiguration, HostSite } from './site.ts';
