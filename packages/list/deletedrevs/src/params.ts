import { p } from '@wikiquery/core';
import type { RevisionProp } from '@wikiquery/revisions';

/** Values of `prop`, with the name of the corresponding property in other revision modules. */
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

const MODES = 'Available in some modes: mode 1 lists given titles, mode 2 a user, mode 3 a namespace.';

export const params = {
  start: p.timestamp().mark('modes', MODES, 1, 2).help('Time to start at.'),
  end: p.timestamp().mark('modes', MODES, 1, 2).help('Time to end at.'),
  dir: p.dir.temporal().mark('modes', MODES, 1, 3),
  from: p.string().mark('modes', MODES, 3).help('Title to start at.'),
  to: p.string().mark('modes', MODES, 3).help('Title to end at.'),
  prefix: p.string().mark('modes', MODES, 3).help('Include only pages with this title prefix.'),
  unique: p.boolean().mark('modes', MODES, 3).help('Return one revision per page.'),
  namespace: p.namespace().default(0).mark('modes', MODES, 3).help('Namespace to list.'),
  tag: p.string().help('Include only revisions with this tag.'),
  user: p.user().help('Include only revisions of this user.'),
  excludeuser: p.user().help('Exclude revisions of this user.'),
  prop: p
    .enum(Object.keys(PROPS) as Prop[])
    .multi()
    .default(['user', 'comment'])
    .deprecatedValues('token')
    .help('Revision properties to return.'),
  limit: p
    .boundedLimit()
    .siteDefault(() => 10)
    .help('Number of revisions to return. With content at most 50, or 500 with `apihighlimits`.'),
  continue: p.continue(),
};
