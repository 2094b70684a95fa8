import type { Trait } from '../trait.ts';
import { blocks } from './blocks.ts';
import { changeSources } from './change-sources.ts';
import { externalLinks } from './external-links.ts';
import { files } from './files.ts';
import { categoryTargets, imageTargets, pageLinkTargets, templateLinkTargets } from './link-targets.ts';
import { revisionComments } from './revision-comments.ts';
import { archivedHashes, revisionHashes } from './revision-hashes.ts';
import { temporaryAccounts } from './temporary-accounts.ts';

/** All differences between releases. Add new traits here, and the columns that identify a release to `releases.ts`. */
export const traits = {
  pageLinkTargets,
  templateLinkTargets,
  categoryTargets,
  imageTargets,
  externalLinks,
  blocks,
  revisionComments,
  revisionHashes,
  archivedHashes,
  changeSources,
  temporaryAccounts,
  files,
} satisfies Readonly<Record<string, Trait>>;

export type TraitName = keyof typeof traits;

export const TRAITS = Object.entries(traits) as readonly (readonly [TraitName, Trait])[];
