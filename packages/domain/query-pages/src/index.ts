import { ancientpages, longpages, shortpages } from './content-pages.ts';
import {
  fewestrevisions,
  mostcategories,
  mostimages,
  mostinterwikis,
  mostlinked,
  mostlinkedcategories,
  mostlinkedtemplates,
  mostrevisions,
} from './counts.ts';
import { disambiguationPageLinks, disambiguationPages } from './disambiguation.ts';
import { listDuplicatedFiles, mediaStatistics, unusedimages } from './files.ts';
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
} from './pages-without.ts';
import type { QueryPage } from './query-page.ts';
import { brokenRedirects, doubleRedirects, listredirects } from './redirects.ts';
import { wantedcategories, wantedfiles, wantedpages, wantedtemplates } from './wanted.ts';

export { answerOf, keptRows, keptSince } from './kept.ts';
export {
  addedQueryPages,
  inWindow,
  type KeptOrder,
  type QueryPage,
  type QueryPageRow,
  queryPageParam,
  type Window,
} from './query-page.ts';

/** MediaWiki's in its order, but for those that need an argument (LinkSearch, MIMEsearch), which its API leaves out; then those of extensions. */
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
