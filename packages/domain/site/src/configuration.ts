import type { HostConfiguration } from '@wikiquery/core/host';
import { SiteError } from './error.ts';
import { GRANTS, RATE_LIMITS } from './permissions.ts';

const DAY = 86400;

/** Default settings of a wiki, which are MediaWiki's except where a comment states otherwise. */
export const defaultConfiguration: HostConfiguration = {
  autoConfirmAge: 0,
  autoConfirmCount: 0,
  namespaceProtection: {},
  extraGenderNamespaces: {},
  miserMode: false,
  queryCacheLimit: 1000,
  disableQueryPages: false,
  uselessQueryPages: [],
  wantedPagesThreshold: 1,
  shortPagesNamespaceExclusions: [],
  countCategorizedImagesAsUsed: false,
  hashedUploadDirectory: true,
  responsiveImages: true,
  maxImageArea: 12_500_000,
  contentModels: {},
  thumbnailSteps: [],
  thumbnailStepsRatio: 1,
  useImageMagick: false,
  tiffThumbnailType: [],
  djvuThumbnails: false,
  svgMaxSize: 5120,
  svgNativeRendering: 'no',
  svgNativeRenderingSizeLimit: 50 * 1024,
  rcMaxAge: 90 * DAY,
  activeUserDays: undefined,
  useRCPatrol: true,
  useNPPatrol: true,
  useFilePatrol: true,
  unwatchedPageThreshold: undefined,
  watchersMaxAge: 180 * DAY,
  // MediaWiki's default is false, but then the database contains no expiries.
  watchlistExpiry: true,
  maxResultSize: 8 * 1024 * 1024,
  crossSiteOrigins: [],
  crossSiteOriginsExcept: [],
  defaultLanguageVariant: '',
  allowCrossOrigin: false,
  grants: GRANTS,
  logRestrictions: { suppress: 'suppressionlog' },
  logActions: [],
  revokedRights: {},
  rateLimits: RATE_LIMITS,
  showHostnames: false,
  restrictDisplayTitle: true,
  blockDisablesLogin: false,
  slotRoles: ['main'],
  contributionsCidrLimit: { IPv4: 16, IPv6: 32 },
  softwareTags: {},
  trackingCategories: [],
  blockCidrLimit: { IPv4: 16, IPv6: 19 },
  interlanguageLinkCodes: {},
};

/** Returns all settings, with defaults for missing ones. Throws a {@link SiteError} for unknown settings and values of the wrong type. */
export const readConfiguration = (configured: Partial<HostConfiguration>): HostConfiguration => {
  const defaults: Readonly<Record<string, unknown>> = { ...defaultConfiguration, unwatchedPageThreshold: 0, activeUserDays: 0 };
  for (const [name, value] of Object.entries(configured)) {
    if (!Object.hasOwn(defaults, name))
      throw new SiteError(`There is no setting "${name}". The settings are ${Object.keys(defaults).join(', ')}.`);
    if (value !== undefined && kind(value) !== kind(defaults[name])) {
      throw new SiteError(`The setting "${name}" must be a ${kind(defaults[name])}, not a ${kind(value)}.`);
    }
  }
  const settings = Object.fromEntries(Object.entries(configured).filter(([, value]) => value !== undefined));
  return { ...defaultConfiguration, ...settings };
};

const kind = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);
