import type { Keyword } from '../keyword.ts';
import type { IndexSettings } from '../wiki.ts';
import { articletopic } from './articletopic.ts';
import { boostTemplates } from './boost-templates.ts';
import { contentmodel } from './contentmodel.ts';
import { dates } from './dates.ts';
import { deepcategory } from './deepcategory.ts';
import { filemime, filetype } from './files.ts';
import { hastemplate } from './hastemplate.ts';
import { incategory } from './incategory.ts';
import { inlanguage } from './inlanguage.ts';
import { insource } from './insource.ts';
import { intitle } from './intitle.ts';
import { linksto } from './linksto.ts';
import { local } from './local.ts';
import { morelike, morelikethis } from './morelike.ts';
import { numbers } from './numbers.ts';
import { pageid } from './pageid.ts';
import { preferRecent } from './prefer-recent.ts';
import { prefix } from './prefix.ts';
import { subpageof } from './subpageof.ts';

const KEYWORDS: readonly Keyword[] = [
  local,
  morelike,
  prefix,
  preferRecent,
  boostTemplates,
  hastemplate,
  linksto,
  incategory,
  insource,
  intitle,
  inlanguage,
  filetype,
  filemime,
  numbers,
  contentmodel,
  subpageof,
  deepcategory,
  morelikethis,
  pageid,
  dates,
];

/** Returns the keywords that an index supports. */
export const keywordsOf = ({ hasWeightedTags }: Pick<IndexSettings, 'hasWeightedTags'>): readonly Keyword[] =>
  hasWeightedTags ? [...KEYWORDS, articletopic] : KEYWORDS;
