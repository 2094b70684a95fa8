import type { Since } from './release.ts';
import type { Title } from './title.ts';

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
  /** Right that editing in this namespace needs. */
  readonly protection: string | undefined;
}

export interface Interwiki {
  readonly prefix: string;
  /** With `$1` where the title goes. */
  readonly url: string;
  readonly local: boolean;
  readonly trans: boolean;
  readonly api: string | undefined;
  /** Autonym of the language when the prefix makes interlanguage links. */
  readonly language: string | undefined;
  /** This very wiki. */
  readonly localinterwiki: boolean;
  readonly extralanglink: boolean;
}

export interface UserGroup {
  readonly name: string;
  readonly rights: readonly string[];
  readonly add: readonly string[] | true;
  readonly remove: readonly string[] | true;
  readonly addSelf: readonly string[] | true;
  readonly removeSelf: readonly string[] | true;
}

/** One object of `action=query&meta=siteinfo` in formatversion 2, as it was saved. */
export type SiteinfoValue = Readonly<Record<string, unknown>>;

/** The wiki: what its siteinfo says, read once at start, and what only configuration tells. */
export interface Site {
  /** The saved response of `meta=siteinfo|filerepoinfo`, or the defaults, by prop (`general`, `namespaces`, …). */
  readonly info: Readonly<Record<string, unknown>>;
  readonly general: SiteinfoValue;
  readonly namespaces: ReadonlyMap<number, Namespace>;
  readonly interwikis: ReadonlyMap<string, Interwiki>;
  /** Explicit and implicit groups with their rights. */
  readonly groups: ReadonlyMap<string, UserGroup>;
  /** Every right that the wiki knows, sorted. */
  readonly rights: readonly string[];
  /** Types and levels of page protection, as in `siprop=restrictions`. */
  readonly restrictions: Readonly<Record<'types' | 'levels' | 'cascadinglevels' | 'semiprotectedlevels', readonly string[]>>;
  readonly lang: string;
  /** For answers that changed with a release; what a release has is said where it is declared. */
  readonly since: Since;
  /** Names of the extensions that are installed; undefined where nobody told. */
  readonly extensions: ReadonlySet<string> | undefined;
  readonly wikiId: string;
  /**
   * What the full name of a page begins with, in database form: `User_talk:`, nothing in the main namespace, and
   * `Special:Badtitle/NS<id>:` where there is no such namespace. Many languages name a user's pages after the gender of the user.
   */
  prefix(namespace: number, dbkey: string): string;
  /** @internal Whether `prefix` distinguishes users. */
  readonly hasGenderedNamespaces: boolean;
  readonly urls: Urls;
  readonly configuration: Configuration;
}

export interface Urls {
  /** Absolute, percent-encoded as MediaWiki does; `query` is a ready query string. */
  full(title: Title, query?: string): string;
  /** The same without protocol and host. */
  local(title: Title, query?: string): string;
  canonical(title: Title, query?: string): string;
  /** A page of another wiki; undefined for an unknown prefix. */
  interwiki(prefix: string, dbkey: string, fragment?: string): string | undefined;
  /** Makes a URL absolute that begins with a path (`/w/x.png`) or with a host (`//host/x.png`). */
  expand(url: string): string;
}

/** What siteinfo does not tell. The defaults are MediaWiki's. */
export interface Configuration {
  /** `$wgAutoConfirmAge`, seconds, and `$wgAutoConfirmCount`. */
  readonly autoConfirmAge: number;
  readonly autoConfirmCount: number;
  /** `$wgNamespaceProtection`: namespace id to the rights that editing there needs. */
  readonly namespaceProtection: Readonly<Record<string, readonly string[]>>;
  /** `$wgMiserMode`. */
  readonly miserMode: boolean;
  /** `$wgQueryCacheLimit`: how many rows of an expensive report are kept. */
  readonly queryCacheLimit: number;
  /** `$wgDisableQueryPages`: in miser mode all reports are read as they were kept, cheap ones too. */
  readonly disableQueryPages: boolean;
  /** `$wgAPIUselessQueryPages`: reports that are not offered. */
  readonly uselessQueryPages: readonly string[];
  /** `$wgWantedPagesThreshold`: the fewest links that make a missing page wanted. */
  readonly wantedPagesThreshold: number;
  /** `$wgShortPagesNamespaceExclusions`: ids of content namespaces. */
  readonly shortPagesNamespaceExclusions: readonly number[];
  /** `$wgCountCategorizedImagesAsUsed`. */
  readonly countCategorizedImagesAsUsed: boolean;
  /** `$wgHashedUploadDirectory`: files lie in folders named after the hash of their names. */
  readonly hashedUploadDirectory: boolean;
  /** `$wgResponsiveImages`. */
  readonly responsiveImages: boolean;
  /** `$wgMaxImageArea`, pixels; 0 is no bound. */
  readonly maxImageArea: number;
  /** `$wgThumbnailSteps`, ascending; without any, thumbnails have every width. */
  readonly thumbnailSteps: readonly number[];
  readonly thumbnailStepsRatio: number;
  /** `$wgUseImageMagick`. */
  readonly useImageMagick: boolean;
  /** `$wgTiffThumbnailType`: extension and MIME type; empty when TIFF files have no thumbnails. */
  readonly tiffThumbnailType: readonly string[];
  /** Whether `$wgDjvuRenderer` and `$wgDjvuDump` are set. */
  readonly djvuThumbnails: boolean;
  /** `$wgSVGMaxSize`, pixels of the shorter side. */
  readonly svgMaxSize: number;
  /** `$wgSVGNativeRendering`: `no`, `partial` or `yes`. */
  readonly svgNativeRendering: string;
  /** `$wgSVGNativeRenderingSizeLimit`, bytes. */
  readonly svgNativeRenderingSizeLimit: number;
  /** `$wgActiveUserDays`; undefined is MediaWiki's 30, unless the table of active users shows that the wiki has more. */
  readonly activeUserDays: number | undefined;
  readonly useRCPatrol: boolean;
  readonly useNPPatrol: boolean;
  readonly useFilePatrol: boolean;
  /** `$wgUnwatchedPageThreshold`; undefined is MediaWiki's `false`. */
  readonly unwatchedPageThreshold: number | undefined;
  /** `$wgWatchersMaxAge`, seconds. */
  readonly watchersMaxAge: number;
  readonly watchlistExpiry: boolean;
  /** `$wgAPIMaxResultSize`, bytes. */
  readonly maxResultSize: number;
  /** `$wgLogRestrictions`: type of log to the right that reading it needs. */
  readonly logRestrictions: Readonly<Record<string, string>>;
  /** What extensions add to `$wgLogActionsHandlers`: `thanks/thank`, or `massmessage/*` for all actions of a type. */
  readonly logActions: readonly string[];
  /** `$wgRevokePermissions`, which siteinfo does not tell: group to the rights that its members lose. */
  readonly revokedRights: Readonly<Record<string, readonly string[]>>;
  readonly rateLimits: Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>>;
  /** `$wgShowHostnames`. */
  readonly showHostnames: boolean;
  /** `$wgRestrictDisplayTitle`. */
  readonly restrictDisplayTitle: boolean;
  readonly blockDisablesLogin: boolean;
  /** `$wgInterlanguageLinkCodeMap`: prefix of a language link to the code that is shown for it. */
  readonly interlanguageLinkCodes: Readonly<Record<string, string>>;
  /** Roles that the content of a revision can have, sorted: `main`, those of table `slot_roles`, and those of extensions that never saved one. */
  readonly slotRoles: readonly string[];
  /** `$wgRangeContributionsCIDRLimit`: the shortest prefixes of ranges whose contributions can be listed. */
  readonly contributionsCidrLimit: Readonly<Record<'IPv4' | 'IPv6', number>>;
  /** Keys of the messages that name the tracking categories of extensions. */
  readonly trackingCategories: readonly string[];
  /** `$wgSoftwareTags`, and what extensions define: tag to whether the software still uses it. */
  readonly softwareTags: Readonly<Record<string, boolean>>;
  /** Content models that extensions define (`$wgContentHandlers`), each with its formats, that which is given unasked first. */
  readonly contentModels: Readonly<Record<string, readonly string[]>>;
  /** `$wgBlockCIDRLimit`: the shortest prefixes of ranges that can be blocked. */
  readonly blockCidrLimit: Readonly<Record<'IPv4' | 'IPv6', number>>;
}

/** What the host reads besides. */
export interface HostConfiguration extends Configuration {
  /** `$wgExtraGenderNamespaces`: namespace id (2, 3) to the names that it has by gender. */
  readonly extraGenderNamespaces: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** `$wgRCMaxAge`, seconds. */
  readonly rcMaxAge: number;
  /** `$wgCrossSiteAJAXdomains`: patterns with `*` and `?`. */
  readonly crossSiteOrigins: readonly string[];
  readonly crossSiteOriginsExcept: readonly string[];
  /** `$wgDefaultLanguageVariant`: the variant that visitors get who ask for none; empty for none. */
  readonly defaultLanguageVariant: string;
  /** Scripts of any site may ask the REST API, as nobody in particular (`$wgAllowCrossOrigin`). */
  readonly allowCrossOrigin: boolean;
  /** `$wgGrantPermissions`: grant to rights. */
  readonly grants: Readonly<Record<string, readonly string[]>>;
}

/** The wiki as the host knows it. */
export interface HostSite extends Site {
  readonly configuration: HostConfiguration;
}
