import { p, type Site } from '@wikiquery/core';

/** Formats in which each content model can be had; the first is what one gets unasked. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  wikitext: ['text/x-wiki'],
  javascript: ['text/javascript'],
  json: ['application/json'],
  css: ['text/css'],
  text: ['text/plain'],
  vue: ['application/vue+xml'],
};

const JSON_FORMAT = ['application/json'];
const ENTITY = ['application/json', 'application/vnd.php.serialized'];

/** Those of extensions that many wikis have; `contentModels` of the configuration tells of others. */
const OF_EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  Scribunto: ['text/plain'],
  'sanitized-css': ['text/css'],
  'wikibase-item': ENTITY,
  'wikibase-property': ENTITY,
  'wikibase-lexeme': ENTITY,
  'wikibase-mediainfo': ENTITY,
  EntitySchema: JSON_FORMAT,
  'flow-board': JSON_FORMAT,
  GadgetDefinition: JSON_FORMAT,
  JsonSchema: JSON_FORMAT,
  'JsonConfig.Test': JSON_FORMAT,
  'Tabular.JsonConfig': JSON_FORMAT,
  'Map.JsonConfig': JSON_FORMAT,
  'Chart.JsonConfig': JSON_FORMAT,
  MassMessageListContent: JSON_FORMAT,
  NewsletterContent: JSON_FORMAT,
  'translate-messagebundle': JSON_FORMAT,
  'proofread-page': ['text/x-wiki', 'application/json'],
  'proofread-index': ['text/x-wiki'],
};

/** Models that nobody tells of are handed out as they are stored, as MediaWiki does with models that it does not know. */
const UNKNOWN: readonly string[] = [
  'application/octet-stream',
  'application/unknown',
  'application/x-binary',
  'text/unknown',
  'unknown/unknown',
];

const formatsOf = ({ configuration }: Pick<Site, 'configuration'>, model: string): readonly string[] =>
  own(FORMATS, model) ?? own(configuration.contentModels, model) ?? own(OF_EXTENSIONS, model) ?? UNKNOWN;

const own = (formats: Readonly<Record<string, readonly string[]>>, model: string): readonly string[] | undefined =>
  Object.hasOwn(formats, model) && formats[model]?.length ? formats[model] : undefined;

/** Models of content that MediaWiki itself has. */
export const contentModelParam = () => p.enum([...Object.keys(FORMATS), 'unknown']).values({ since: '1.45' }, 'vue');

/** Every format of the software, and of the models that the wiki is said to have. */
export const contentFormatParam = () => p.enum(contentFormats).values({ since: '1.45' }, 'application/vue+xml');

/** Those of this wiki. */
export const contentFormats = (site: Site): readonly string[] => [
  ...new Set([
    ...Object.values(FORMATS).flat(),
    ...UNKNOWN,
    ...(hasEntities(site) ? ENTITY : []),
    ...Object.values(site.configuration.contentModels).flat(),
  ]),
];

/** Other extensions bring no format that is not there already. */
const hasEntities = ({ info }: Site): boolean =>
  ((info.extensions ?? []) as readonly { readonly name?: string }[]).some(({ name }) => name === 'WikibaseRepository');

export const defaultFormat = (site: Pick<Site, 'configuration'>, model: string): string => formatsOf(site, model)[0] as string;

export const supportsFormat = (site: Pick<Site, 'configuration'>, model: string, format: string): boolean =>
  formatsOf(site, model).includes(format);
