import type { Site } from '@wikiquery/core';
import { type DumpSchema, element } from './elements.ts';

interface Language {
  readonly code: string;
  readonly bcp47?: string;
}

export function header(site: Site, schema: DumpSchema): string {
  const { sitename, wikiid, base, generator, case: capitals = 'first-letter' } = site.general as Readonly<Record<string, string>>;
  const languages = (site.info.languages ?? []) as readonly Language[];
  const lang = languages.find(({ code }) => code === site.lang)?.bcp47 ?? site.lang;
  const schemaUrl = 'http://www.mediawiki.org/xml/export-';
  const attributes = [
    `xmlns="${schemaUrl}${schema}/"`,
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
    `xsi:schemaLocation="${schemaUrl}${schema}/ ${schemaUrl}${schema}.xsd"`,
    `version="${schema}"`,
    `xml:lang="${lang}"`,
  ];
  const namespaces = [...site.namespaces.values()]
    .sort((a, b) => a.id - b.id)
    .map(({ id, name, caseSensitive }) => {
      const namespace = element('namespace', name, { key: id, case: caseSensitive ? 'case-sensitive' : 'first-letter' });
      return `      ${namespace}\n`;
    });
  return [
    `<mediawiki ${attributes.join(' ')}>\n  <siteinfo>\n`,
    `    ${element('sitename', String(sitename))}\n`,
    `    ${element('dbname', String(wikiid ?? site.wikiId))}\n`,
    `    ${element('base', String(base))}\n`,
    `    ${element('generator', String(generator))}\n`,
    `    ${element('case', capitals)}\n`,
    `    <namespaces>\n${namespaces.join('')}    </namespaces>\n  </siteinfo>\n`,
  ].join('');
}

export const FOOTER = '</mediawiki>\n';
