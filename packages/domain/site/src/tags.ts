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

/** Of tags that are not in all releases. */
const LIFETIMES: Readonly<Record<string, Lifetime>> = { 'mw-recreated': { since: '1.44' } };

/** The tags that MediaWiki itself puts on edits and uploads in the release of the wiki; all of them are in use. */
export const coreTags = (since: Since): Record<string, true> =>
  Object.fromEntries(CORE_TAGS.filter(name => lives(LIFETIMES[name] ?? {}, since)).map(name => [name, true]));
