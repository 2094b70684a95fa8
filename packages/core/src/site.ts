import type { Since } from './release.ts';
import type { Title } from './title.ts';

/** A namespace, as in `siprop=namespaces`. */
export interface Namespace {
  readonly id: number;
  /** Local name with spaces; empty for the main namespace. */
  readonly name: string;
  /** English name with spaces; undefined for the main namespace. */
  readonly canonical: string | undefined;
  readonly aliases: readonly string[];
  readonly caseSensitive: boolean;
  readonly subpages: boolean;
  readonly content: boolean;
  readonly nonincludable: boolean;
  readonly defaultContentModel: string | undefined;
  /** The right required to edit in this namespace. */
  readonly protection: string | undefined;
}

/** An interwiki prefix, as in `siprop=interwikimap`. */
export interface Interwiki {
  readonly prefix: string;
  /** URL with `$1` in place of the title. */
  readonly url: string;
  /** Whether the target belongs to the same project (`iw_local`). */
  readonly local: boolean;
  /** Whether templates can be transcluded from the target (`iw_trans`). */
  readonly trans: boolean;
  /** URL of the target's `api.php`. */
  readonly api: string | undefined;
  /** Name of the language in the language itself, if the prefix is for interlanguage links. */
  readonly language: string | undefined;
  /** Whether the prefix refers to this wiki (`$wgLocalInterwikis`). */
  readonly localinterwiki: boolean;
  /** Whether `$wgExtraInterlanguageLinkPrefixes` contains the prefix. */
  readonly extralanglink: boolean;
}

/** A user group, as in `siprop=usergroups`. */
export interface UserGroup {
  readonly name: string;
  readonly rights: readonly string[];
  /** Groups that members can add other users to; `true` for all groups. `remove`, `addSelf` and `removeSelf` are analogous. */
  readonly add: readonly string[] | true;
  readonly remove: readonly string[] | true;
  readonly addSelf: readonly string[] | true;
  readonly removeSelf: readonly string[] | true;
}

/** An object in the saved response of `action=query&meta=siteinfo&formatversion=2`. */
export type SiteinfoValue = Readonly<Record<string, unknown>>;

/** The wiki: its siteinfo, read at startup, and the configuration that siteinfo does not contain. */
export interface Site {
  /** The saved response of `meta=siteinfo|filerepoinfo`, or defaults, by section (`general`, `namespaces`, …). */
  readonly info: Readonly<Record<string, unknown>>;
  /** The object of `siprop=general`. */
  readonly general: SiteinfoValue;
  readonly namespaces: ReadonlyMap<number, Namespace>;
  /** The interwiki map, by prefix. */
  readonly interwikis: ReadonlyMap<string, Interwiki>;
  /** Explicit and implicit groups, by name. */
  readonly groups: ReadonlyMap<string, UserGroup>;
  /** All rights of the wiki, sorted. */
  readonly rights: readonly string[];
  /** Types and levels of page protection, as in `siprop=restrictions`. */
  readonly restrictions: Readonly<Record<'types' | 'levels' | 'cascadinglevels' | 'semiprotectedlevels', readonly string[]>>;
  /** Code of the content language. */
  readonly lang: string;
  /**
   * Whether the wiki runs a MediaWiki release or a later one, for behaviour that changed. Declare new parameters and fields with their own
   * `since`.
   */
  readonly since: Since;
  /** Names of the installed extensions; undefined if unknown. */
  readonly extensions: ReadonlySet<string> | undefined;
  /** MediaWiki's wiki id, usually the database name. */
  readonly wikiId: string;
  /**
   * Returns the namespace prefix of a full page name in database form: `User_talk:`. It is empty in the main namespace, and
   * `Special:Badtitle/NS<id>:` in an unknown namespace. In many languages, the prefix of a user page depends on the gender of that user.
   */
  prefix(namespace: number, dbkey: string): string;
  /** @internal Whether `prefix` depends on the gender of users. */
  readonly hasGenderedNamespaces: boolean;
  readonly urls: Urls;
  readonly configuration: Configuration;
}

/** Makes URLs as MediaWiki does. */
export interface Urls {
  /** Returns the absolute URL of a page. `query` is an encoded query string. */
  full(title: Title, query?: string): string;
  /** Returns the URL of a page without protocol and host. */
  local(title: Title, query?: string): string;
  /** Returns the canonical absolute URL of a page. */
  canonical(title: Title, query?: string): string;
  /** Returns the URL of a page on another wiki, or undefined if the interwiki prefix is unknown. */
  interwiki(prefix: string, dbkey: string, fragment?: string): string | undefined;
  /** Converts a path (`/w/x.png`) or a protocol-relative URL (`//host/x.png`) to an absolute URL. */
  expand(url: string): string;
}

/** The configuration that siteinfo does not contain. Unless stated otherwise, the defaults are MediaWiki's. */
export interface Configuration {
  /** `$wgAutoConfirmAge`, in seconds. */
  readonly autoConfirmAge: number;
  /** `$wgAutoConfirmCount`, in edits. */
  readonly autoConfirmCount: number;
  /** `$wgNamespaceProtection`: namespace id to the rights required to edit there. */
  readonly namespaceProtection: Readonly<Record<string, readonly string[]>>;
  /** `$wgMiserMode`. */
  readonly miserMode: boolean;
  /** `$wgQueryCacheLimit`: maximum number of cached rows per expensive report. */
  readonly queryCacheLimit: number;
  /** `$wgDisableQueryPages`: in miser mode, read all reports from the cache, including cheap ones. */
  readonly disableQueryPages: boolean;
  /** `$wgAPIUselessQueryPages`: names of unavailable reports. */
  readonly uselessQueryPages: readonly string[];
  /** `$wgWantedPagesThreshold`: minimum number of links to a wanted page. */
  readonly wantedPagesThreshold: number;
  /** `$wgShortPagesNamespaceExclusions`: ids of content namespaces to exclude from the report. */
  readonly shortPagesNamespaceExclusions: readonly number[];
  /** `$wgCountCategorizedImagesAsUsed`. */
  readonly countCategorizedImagesAsUsed: boolean;
  /** `$wgHashedUploadDirectory`: files are in directories named after the hash of their names. */
  readonly hashedUploadDirectory: boolean;
  /** `$wgResponsiveImages`. */
  readonly responsiveImages: boolean;
  /** `$wgMaxImageArea`, in pixels; 0 for no limit. */
  readonly maxImageArea: number;
  /** `$wgThumbnailSteps`: thumbnail widths in pixels, ascending. If empty, all widths are allowed. */
  readonly thumbnailSteps: readonly number[];
  /** `$wgThumbnailStepsRatio`. */
  readonly thumbnailStepsRatio: number;
  /** `$wgUseImageMagick`. */
  readonly useImageMagick: boolean;
  /** `$wgTiffThumbnailType`: file extension and MIME type; empty if TIFF files have no thumbnails. */
  readonly tiffThumbnailType: readonly string[];
  /** Whether `$wgDjvuRenderer` and `$wgDjvuDump` are set. */
  readonly djvuThumbnails: boolean;
  /** `$wgSVGMaxSize`: maximum length of the shorter side in pixels. */
  readonly svgMaxSize: number;
  /** `$wgSVGNativeRendering`: `no`, `partial` or `yes`. */
  readonly svgNativeRendering: string;
  /** `$wgSVGNativeRenderingSizeLimit`, in bytes. */
  readonly svgNativeRenderingSizeLimit: number;
  /** `$wgActiveUserDays`. Undefined: 30 as in MediaWiki, or more if the table of active users shows a longer period. */
  readonly activeUserDays: number | undefined;
  /** `$wgUseRCPatrol`. */
  readonly useRCPatrol: boolean;
  /** `$wgUseNPPatrol`. */
  readonly useNPPatrol: boolean;
  /** `$wgUseFilePatrol`. */
  readonly useFilePatrol: boolean;
  /** `$wgUnwatchedPageThreshold`, in watchers; undefined for `false`. */
  readonly unwatchedPageThreshold: number | undefined;
  /** `$wgWatchersMaxAge`, in seconds. */
  readonly watchersMaxAge: number;
  /** `$wgWatchlistExpiry`. Default: true, because the database of a wiki without the feature has no expiries. */
  readonly watchlistExpiry: boolean;
  /** `$wgAPIMaxResultSize`, in bytes. */
  readonly maxResultSize: number;
  /** `$wgLogRestrictions`: log type to the right required to read it. */
  readonly logRestrictions: Readonly<Record<string, string>>;
  /** Log actions that extensions add to `$wgLogActionsHandlers`: `thanks/thank`, or `massmessage/*` for all actions of a log type. */
  readonly logActions: readonly string[];
  /** `$wgRevokePermissions`: group to the rights that its members lose. */
  readonly revokedRights: Readonly<Record<string, readonly string[]>>;
  /** `$wgRateLimits`: action to user class to maximum number of actions and period in seconds. */
  readonly rateLimits: Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>>;
  /** `$wgShowHostnames`. */
  readonly showHostnames: boolean;
  /** `$wgRestrictDisplayTitle`. */
  readonly restrictDisplayTitle: boolean;
  /** `$wgBlockDisablesLogin`. */
  readonly blockDisablesLogin: boolean;
  /** `$wgInterlanguageLinkCodeMap`: prefix of a language link to its displayed code. */
  readonly interlanguageLinkCodes: Readonly<Record<string, string>>;
  /** All slot roles, sorted: `main`, the roles in table `slot_roles`, and roles of extensions that are not in the table. */
  readonly slotRoles: readonly string[];
  /** `$wgRangeContributionsCIDRLimit`: minimum prefix length of ranges whose contributions can be listed. */
  readonly contributionsCidrLimit: Readonly<Record<'IPv4' | 'IPv6', number>>;
  /** Message keys of the extensions' tracking categories. */
  readonly trackingCategories: readonly string[];
  /** `$wgSoftwareTags` and the tags of extensions: tag to whether the software still uses it. */
  readonly softwareTags: Readonly<Record<string, boolean>>;
  /** Content models of extensions (`$wgContentHandlers`): model to its formats, the default format first. */
  readonly contentModels: Readonly<Record<string, readonly string[]>>;
  /** `$wgBlockCIDRLimit`: minimum prefix length of ranges that can be blocked. */
  readonly blockCidrLimit: Readonly<Record<'IPv4' | 'IPv6', number>>;
}

/** The configuration, including settings that only hosts read. */
export interface HostConfiguration extends Configuration {
  /** `$wgExtraGenderNamespaces`: namespace id (2 or 3) to gender to name. */
  readonly extraGenderNamespaces: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** `$wgRCMaxAge`, in seconds. */
  readonly rcMaxAge: number;
  /** `$wgCrossSiteAJAXdomains`: patterns with `*` and `?`. */
  readonly crossSiteOrigins: readonly string[];
  /** `$wgCrossSiteAJAXdomainExceptions`, with the same patterns. */
  readonly crossSiteOriginsExcept: readonly string[];
  /** `$wgDefaultLanguageVariant`: the variant for users without a preference; empty for none. */
  readonly defaultLanguageVariant: string;
  /** `$wgAllowCrossOrigin`: whether scripts on any site can use the REST API anonymously. */
  readonly allowCrossOrigin: boolean;
  /** `$wgGrantPermissions`: grant to rights. */
  readonly grants: Readonly<Record<string, readonly string[]>>;
}

/** The wiki, including the configuration that only hosts read. */
export interface HostSite extends Site {
  readonly configuration: HostConfiguration;
}
