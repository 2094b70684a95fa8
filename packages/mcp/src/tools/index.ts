import { getCategoryMembers, getCategoryTree } from './categories.ts';
import { getRecentChanges, getUserContributions } from './changes.ts';
import { getFile, getPageProperties } from './file.ts';
import { compareRevisions, getHistory } from './history.ts';
import { getBacklinks, getLinks } from './links.ts';
import { describeModuleTool, listModules } from './modules.ts';
import { getOutline, getPage, getPages, getRevision } from './page.ts';
import { query } from './query.ts';
import { findTitles, search } from './search.ts';
import { getSiteInfo } from './site.ts';
import type { Tool } from './tool.ts';

/** All tools, in the order in which clients list them. */
export const TOOLS: readonly Tool[] = [
  ...[search, findTitles, getPage, getOutline, getPages],
  ...[getLinks, getBacklinks, getCategoryTree, getCategoryMembers],
  ...[getHistory, getRevision, compareRevisions, getRecentChanges, getUserContributions],
  ...[getFile, getPageProperties, getSiteInfo],
  ...[query, listModules, describeModuleTool],
];
