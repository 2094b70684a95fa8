import type { QueryPage } from './query-page.ts';
import { ancientpages, longpages, shortpages } from './query-pages/content-pages.ts';
import {
  fewestrevisions,
  mostcategories,
  mostimages,
  mostinterwikis,
  mostlinked,
  mostlinkedcategories,
  mostlinkedtemplates,
  mostrevisions,
} from './query-pages/counts.ts';
import { disambiguationPageLinks, disambiguationPages } from './query-pages/disambiguation.ts';
import { listDuplicatedFiles, mediaStatistics, unusedimages } from './query-pages/files.ts';
import {
  deadendpages,
  lonelypages,
  uncategorizedcategories,
  uncategorizedimages,
  uncategorizedpages,
  uncategorizedtemplates,
  unusedcategories,
  unusedtemplates,
  unwatchedpages,
  withoutinterwiki,
} from './query-pages/pages-without.ts';
import { brokenRedirects, doubleRedirects, listredirects } from './query-pages/redirects.ts';
import { wantedcategories, wantedfiles, wantedpages, wantedtemplates } from './query-pages/wanted.ts';

/** Query pages in MediaWiki's order, without LinkSearch and MIMEsearch, which MediaWiki's API omits; then query pages of extensions. */
export const queryPages: readonly QueryPage[] = [
  ancientpages,
  brokenRedirects,
  deadendpages,
  doubleRedirects,
  listDuplicatedFiles,
  listredirects,
  lonelypages,
  longpages,
  mediaStatistics,
  mostcategories,
  mostimages,
  mostinterwikis,
  mostlinkedcategories,
  mostlinkedtemplates,
  mostlinked,
  mostrevisions,
  fewestrevisions,
  shortpages,
  uncategorizedcategories,
  uncategorizedpages,
  uncategorizedimages,
  uncategorizedtemplates,
  unusedcategories,
  unusedimages,
  wantedcategories,
  wantedfiles,
  wantedpages,
  wantedtemplates,
  unwatchedpages,
  unusedtemplates,
  withoutinterwiki,
  disambiguationPages,
  disambiguationPageLinks,
];
