export type { FeedListener } from './changes/change-feed.ts';
export { doctor, noteProxy, ok, okShared, problem, verdict } from './commands/doctor.ts';
export { withImport } from './commands/import.ts';
export { operatorsOf, warnOfProxy } from './commands/serve.ts';
export { readConfigurationFile } from './config/configuration-file.ts';
export { duration, flag, integer, listOf, newFolder, type SettingKind, text, webAddress } from './config/setting-kinds.ts';
export {
  millisOf,
  optional,
  type Setting,
  type Settings,
  type SettingTable,
  type SettingValues,
  setting,
  settingTable,
} from './config/settings.ts';
export { type AddedRoute, READING_METHODS, type RouteClient } from './http/added-route.ts';
export { routedWiki } from './http/added-routes.ts';
export { bindGiven, type ListenAddress, originOf, placeOf } from './http/bind.ts';
export { type Client, clientReader, readAddress } from './http/client.ts';
export { EncodedText } from './http/encodings.ts';
export {
  bodyRefusal,
  type Endpoints,
  type Handler,
  isLocalRoute,
  lengthOf,
  PAGES,
  READING,
  REST,
  type ServedWiki,
} from './http/endpoints.ts';
export { fail, pathOf, queryOf } from './http/fail.ts';
export { jsonError } from './http/json-error.ts';
export { openServer } from './http/listen.ts';
export { createListener } from './http/listener.ts';
export { Agent, request } from './http/node-http.ts';
export { listenForOperators, type Operated, operatorPages } from './http/operators.ts';
export { holdsParameters, readParameters } from './http/request-body.ts';
export { toOriginForm } from './http/routes.ts';
export { send, sendCached } from './http/send.ts';
export { sendFile } from './http/send-file.ts';
export { isNear } from './http/undeclared-proxy.ts';
export { nextPause } from './lifecycle/back-off.ts';
export { type Ending, endOf, WORKER_ARGUMENTS, WORKER_ENVIRONMENT } from './lifecycle/child-processes.ts';
export { type Reloaded, takeReloads } from './lifecycle/control-socket.ts';
export { DatabaseFileWatcher } from './lifecycle/database-file-watcher.ts';
export { collectWhenIdle } from './lifecycle/idle-gc.ts';
export { type ProcessContext, prepareProcess, type ServerHooks } from './lifecycle/process-context.ts';
export { CLIENTS_SPENT, type ProcessCalls, type ProcessGroup, SUSPECT } from './lifecycle/process-group.ts';
export type { RunningServer } from './lifecycle/running-server.ts';
export { admissionFor, CHECKS } from './limits/admission.ts';
export type { Spending } from './limits/client-limits.ts';
export { BodyError, type CollectedBody, type RequestBodies, SMALL_BODY } from './limits/request-bodies.ts';
export { DependencyError } from './observability/failures.ts';
export { type HealthReport, problemsOf, type Readiness } from './observability/health.ts';
export { describeError, log, output, say } from './observability/log.ts';
export { MetricSet, type MetricsJson } from './observability/metric-set.ts';
export { type Measured, Metrics, processMetrics, sumUp, withoutGauges } from './observability/metrics.ts';
export { newId } from './observability/request-id.ts';
export { discoverPlugins, serverExtensions } from './plugins/discovery.ts';
export type { IndexedWiki, SearchableWiki, SearchIndexes } from './plugins/search-indexes.ts';
export type { App } from './plugins/server-extension.ts';
export {
  defineServerExtension,
  type ExtendedWiki,
  type Hosting,
  type RoutedWiki,
  type ServerExtension,
  type StartedServer,
  type SupervisedState,
  type WikiExtension,
} from './plugins/server-extension.ts';
export type { RevokedSessions } from './sessions/revoked-sessions.ts';
export { secretKeyOf, secretKeyOfWiki } from './sessions/secret-key.ts';
export type { Sessions } from './sessions/sessions.ts';
export type {
  GrantedUnits,
  OwnRevocations,
  SharedListener,
  SharedState,
  SharedStatus,
  SharedStore,
  SharedValue,
  SharingServer,
  WantedUnits,
} from './sharing/shared-state.ts';
export { oneLine, StartError } from './start-error.ts';
export { VERSION } from './version.ts';
export { assembleWiki } from './wiki/assemble.ts';
