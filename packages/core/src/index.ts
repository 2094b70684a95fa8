/** The plugin API. Hosts of plugins also need `@wikiquery/core/host`. */
export { type Action, type ActionQuery, Body, defineAction } from './action.ts';
export type { Actor, Block, Timestamp, UserKind, UserRef, Users } from './actor.ts';
export { type Field, f, type Props, type Returned, type Returns, type Shape, type ShapeOut } from './field.ts';
export { defineFormat, type Format, type FormatResponse, type WrittenResponse } from './format.ts';
export {
  ApiError,
  badContinue,
  contradictoryShow,
  defineError,
  escapeWikitext,
  exclusiveParams,
  invalidTitle,
  type Message,
  type MessageParam,
  message,
  missingAtLeastOneOf,
  permissionDenied,
} from './message.ts';
export { defineModule, type Module, type Placement } from './module.ts';
export { NS } from './namespaces.ts';
export { p } from './params/builder.ts';
export type { LimitBounds, RequestedLimit } from './params/limit.ts';
export type { Param, Params, ParamsOut } from './params/param.ts';
export { readShow, type ShowOut } from './params/show.ts';
export type { CacheMode, DataSource } from './plugin.ts';
export type { Env, PageRow, PageSet, Query, RequestFacts } from './query.ts';
export { type Direction, fromHex, type ReadPageOptions, readPage } from './read-page.ts';
export { ScanCount } from './read-range.ts';
export type { Lifetime, Since } from './release.ts';
export { defineRoute, HttpError, type Reply, type Route, type RouteQuery, type SentBody, type Validators } from './route.ts';
export { type Cursor, type Entries, type Entry, type KeyedEntry, nothing, type PageRef, Pages, Records, RowEntries, Rows } from './rows.ts';
export { defineService, ifOffered, type Service, type ServiceFactory, type Services } from './service.ts';
export type { Configuration, Interwiki, Namespace, Site, Urls, UserGroup } from './site.ts';
export { isoTimestamp, parseTimestamp, timestampMillis, toTimestamp, zoneOffset } from './timestamp.ts';
export { type InvalidTitle, isInvalid, type ParsedTitle, type Title, type Titles, titleKey } from './title.ts';
