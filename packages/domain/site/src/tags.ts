import type { Lifetime, Since } from '@wikiquery/core';
import { lives } from '@wikiquery/core/host';

const CORE_TAGS: readonly string[] = [
  'mw-contentmodelchange',
  'mw-new-redirect',
  'mw-removed-redirect',
  'mw-changed-redirect-target',
  'mw-blank',
  'mw-replace',
  'mw-rollback',
  'mw-undo',
  'mw-manual-revert',
  'mw-reverted',
  'mw-recreated',
  'mw-server-side-upload',
];

const LIFETIMES: Readonly<Record<string, Lifetime>> = { 'mw-recreated': { since: '1.44' } };

/** Returns the tags that MediaWiki applies to edits and uploads in the wiki's release, all of them active. */
export const coreTags = (since: Since): Record<string, true> =>
  Object.fromEntries(CORE_TAGS.filter(name => lives(LIFETIMES[name] ?? {}, since)).map(name => [name, true]));
