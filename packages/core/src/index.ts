/** The contract: what authors of plugins read. What the host needs besides is `@wikiquery/core/host`. */
export {
  type Action,
  type ActionDeclaration,
  type ActionDefinition,
  type ActionQuery,
  Body,
  type Document,
  defineAction,
  type Presentation,
} from './action.ts';
export type { Actor, Block, Timestamp, UserKind, UserRef, Users } from './actor.ts';
export { constant } from './constant.ts';
export { CONTRACT } from './contract.ts';
export { encodeAnything, recordEncoder } from './encoding.ts';
export { type AnyField, type AnyReturns, Field, f, Props, type Returned, type Returns, type Shape, type ShapeOut } from './field.ts';
export { defineFormat, type Format, type FormatDefinition, type FormatResponse, type Written } from './format.ts';
export { type Described, type Installed, installed, type Submodules } from './installed.ts';
export type { Encode, FieldFacts, JsonSchema, Kind, Markup } from './kind.ts';
export {
  ApiError,
  badContinue,
  badInteger,
  badTimestamp,
  badTitleParam,
  badUser,
  badValue,
  contradictoryShow,
  defineError,
  escapeWikitext,
  exclusiveParams,
  invalidTitle,
  type Message,
  type MessageParam,
  message,
  missingAtLeastOneOf,
  missingOneOf,
  missingParam,
  notMulti,
  paramEmpty,
  permissionDenied,
  rangeTooBroad,
  tooLong,
  tooManyValues,
} from './message.ts';
export { type Declaration, type Definition, defineModule, type Module, type Placement, type Quirks, type RecordOf } from './module.ts';
export { NS } from './namespaces.ts';
export { normalFormC } from './normal-form.ts';
export { p } from './params/builder.ts';
export { notListed } from './params/enum.ts';
export type { Range } from './params/integer.ts';
export type { LimitBounds, RequestedLimit } from './params/limit.ts';
export { type AnyParam, Param, type ParamContext, type ParamOptions, type Params, type ParamsOut, type ParamType } from './params/param.ts';
export type { Wire } from './params/read-params.ts';
export { readShow, type ShowOut } from './params/show.ts';
export type { About, Answering, CacheMode, Caching, PluginGroup, Source, Sources } from './plugin.ts';
export type { Env, Group, Lag, Login, PageRow, PageSet, Query, RequestFacts } from './query.ts';
export { type Direction, fromHex, type KeyColumns, type PageOptions, readPage } from './read-page.ts';
export { type KeyKind, type KeyValue, ScanCount } from './read-range.ts';
export { parseTimestamp } from './read-timestamp.ts';
export { type Lifetime, lives, type Release, type Since } from './release.ts';
export {
  defineRoute,
  HttpError,
  type Reply,
  type Route,
  type RouteDeclaration,
  type RouteDefinition,
  type RouteMethod,
  type RouteQuery,
  type SentBody,
  type Validators,
} from './route.ts';
export { type Cursor, type Entries, type Entry, type KeyedEntry, nothing, type PageRef, Pages, Records, RowEntries, Rows } from './rows.ts';
export { defineService, ifOffered, type Service, type ServiceLookup, type Services, type ServicesOut } from './service.ts';
export type { Configuration, Interwiki, Namespace, Site, SiteinfoValue, Urls, UserGroup } from './site.ts';
export { isoTimestamp, timestampMillis, toTimestamp, zoneOffset } from './timestamp.ts';
export { type InvalidTitle, isInvalid, type ParsedTitle, type Title, type TitleFields, type Titles, titleKey } from './title.ts';
export { Turns } from './turns.ts';
