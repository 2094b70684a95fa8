import { p, type Site } from '@wikiquery/core';

/** Formats of MediaWiki's content models. The first format of a model is its default. */
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

/** Formats of the content models of common extensions. The setting `contentModels` adds further models. */
const EXTENSION_FORMATS: Readonly<Record<string, readonly string[]>> = {
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

/** Formats of unknown models, whose content MediaWiki returns unchanged. */
const UNKNOWN: readonly string[] = [
  'application/octet-stream',
  'application/unknown',
  'application/x-binary',
  'text/unknown',
  'unknown/unknown',
];

const formatsOf = ({ configuration }: Pick<Site, 'configuration'>, model: string): readonly string[] =>
  own(FORMATS, model) ?? own(configuration.contentModels, model) ?? own(EXTENSION_FORMATS, model) ?? UNKNOWN;

const own = (formats: Readonly<Record<string, readonly string[]>>, model: string): readonly string[] | undefined =>
  Object.hasOwn(formats, model) && formats[model]?.length ? formats[model] : undefined;

/** Parameter for a content model. */
export const contentModelParam = () => p.enum([...Object.keys(FORMATS), 'unknown']).values({ since: '1.45' }, 'vue');

/** Parameter for a content format that the wiki supports. */
export const contentFormatParam = () => p.enum(contentFormats).values({ since: '1.45' }, 'application/vue+xml');

/** Returns the content formats that the wiki supports. */
export const contentFormats = (site: Site): readonly string[] => [
  ...new Set([
    ...Object.values(FORMATS).flat(),
    ...UNKNOWN,
    ...(hasEntities(site) ? ENTITY : []),
    ...Object.values(site.configuration.contentModels).flat(),
  ]),
];

/** Whether the wiki has Wikibase entities. Other extensions do not add formats to the parameter. */
const hasEntities = ({ info }: Site): boolean =>
  ((info.extensions ?? []) as readonly { readonly name?: string }[]).some(({ name }) => name === 'WikibaseRepository');

/** Returns the default format of a content model. */
export const defaultFormat = (site: Pick<Site, 'configuration'>, model: string): string => formatsOf(site, model)[0] as string;

/** Whether a content model supports a format. */
export const supportsFormat = (site: Pick<Site, 'configuration'>, model: string, format: string): boolean =>
  formatsOf(site, model).includes(format);
