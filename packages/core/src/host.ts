/** What only the host of plugins needs: the engine, the server, their tests and tools. It may change with any version. */
export { type AnyAction, isBody } from './action.ts';
export { rememberedOf } from './constant.ts';
export { hasBrand, refuseContract } from './contract.ts';
export { customerOf } from './customer.ts';
export { messageFields } from './field.ts';
export type { AnyFormat } from './format.ts';
export { isApiError } from './message.ts';
export { type AnyModule, isModule } from './module.ts';
export { paramsOf } from './of-release.ts';
export type { ParamMark } from './params/param.ts';
export { type ReadingContext, type ReadParams, readParams, readWhatFits, splitValues } from './params/read-params.ts';
export { type AnyPlugin, isPlugin } from './plugin.ts';
export {
  type Candidate,
  createRegistry,
  extensionsOf,
  ofExtensions,
  type Plugins,
  pluginsOfSite,
  type Registry,
  type Surroundings,
} from './registry.ts';
export { sinceOf } from './release.ts';
export { type AnyRoute, isHttpError, partsOf } from './route.ts';
export { isRowEntries, kindOfOutput } from './rows.ts';
export type { HostConfiguration, HostSite } from './site.ts';
export { keepTurnsShort, nextTurn, ownTurn } from './turns.ts';
