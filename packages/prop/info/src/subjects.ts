import type { PageSet, Site, Title } from '@wikiquery/core';
import { compareBinary, defaultContentModel } from '@wikiquery/pages';
import type { Subject } from '@wikiquery/permissions';

/** Returns the pages of the page set, sorted by namespace and title, from the given title onward. */
export function subjectsOf({ pages, site }: { readonly pages: PageSet; readonly site: Site }, start: Title | undefined): Subject[] {
  const subjects: Subject[] = [];
  for (const [id, row] of pages.found) {
    const { namespace, dbkey } = row;
    subjects.push({ id, namespace, dbkey, row, contentModel: row.contentModel ?? defaultContentModel(site, row) });
  }
  for (const [id, { namespace, dbkey }] of pages.missing) {
    subjects.push({ id, namespace, dbkey, row: undefined, contentModel: defaultContentModel(site, { namespace, dbkey }) });
  }
  subjects.sort(compareTitles);
  return start ? subjects.filter(subject => compareTitles(subject, start) >= 0) : subjects;
}

const compareTitles = (a: Title, b: Title): number => a.namespace - b.namespace || compareBinary(a.dbkey, b.dbkey);

export const isTalk = ({ namespace }: Title): boolean => namespace > 0 && namespace % 2 === 1;
