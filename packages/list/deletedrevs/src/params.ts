import { p } from '@wikiquery/core';
import type { RevisionProp } from '@wikiquery/revisions';

/** What `prop` can name, and what that is in the other lists of revisions. */
export const PROPS = {
  revid: 'ids',
  parentid: 'ids',
  user: 'user',
  userid: 'userid',
  comment: 'comment',
  parsedcomment: 'parsedcomment',
  minor: 'flags',
  len: 'size',
  sha1: 'sha1',
  content: 'content',
  token: undefined,
  tags: 'tags',
} as const satisfies Record<string, RevisionProp | undefined>;
export type Prop = keyof typeof PROPS;

const MODES = 'Not in every mode: 1 lists the titles of the request, 2 a user, 3 a namespace.';

export const params = {
  start: p.timestamp().mark('modes', MODES, 1, 2).help('The timestamp to start enumerating from.'),
  end: p.timestamp().mark('modes', MODES, 1, 2).help('The timestamp to end enumerating.'),
  dir: p.dir.temporal().mark('modes', MODES, 1, 3),
  from: p.string().mark('modes', MODES, 3).help('The title to start listing at.'),
  to: p.string().mark('modes', MODES, 3).help('The title to stop listing at.'),
  prefix: p.string().mark('modes', MODES, 3).help('Only pages whose titles begin with this value.'),
  unique: p.boolean().mark('modes', MODES, 3).help('Only one revision of each page.'),
  namespace: p.namespace().default(0).mark('modes', MODES, 3).help('Only pages in this namespace.'),
  tag: p.string().help('Only revisions with this tag.'),
  user: p.user().help('Only revisions made by this user.'),
  excludeuser: p.user().help('Leave out revisions made by this user.'),
  prop: p
    .enum(Object.keys(PROPS) as Prop[])
    .multi()
    .default(['user', 'comment'])
    .deprecatedValues('token')
    .help('What to tell of each revision.'),
  limit: p
    .boundedLimit()
    .siteDefault(() => 10)
    .help('How many revisions to return; at most 50 (500 for bots) when content is asked for.'),
  continue: p.continue(),
};
