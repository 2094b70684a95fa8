import { NS, type Titles } from '@wikiquery/core';
import { anyOf } from '../clauses.ts';
import { alternatives, type Keyword } from '../keyword.ts';
import { matchPage } from './pages-named.ts';

const MAX_TEMPLATES = 256;

/** `hastemplate:Name|Other`: pages that use any of the templates. `hastemplate::Name` is a page in the main namespace. Quotes match the case. */
export const hastemplate: Keyword = {
  names: ['hastemplate'],
  value: 'word',
  apply(call, { titles }) {
    const { parts, warnings } = alternatives(call, MAX_TEMPLATES);
    const field = call.delimiter === '"' ? 'template.keyword' : 'template';
    return { filter: anyOf(parts.map(part => matchPage(titles, field, templateNamed(titles, part)))), warnings };
  },
};

function templateNamed(titles: Titles, name: string): string {
  if (name.startsWith(':')) return name.slice(1);
  const title = titles.local(name);
  return title?.namespace === NS.MAIN ? titles.textOf(NS.TEMPLATE, title.dbkey) : name;
}
