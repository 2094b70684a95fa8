import { z } from 'zod';

/** A revision in a response of the API, from any module that lists revisions. */
export interface ResponseRevision {
  readonly revid: number;
  readonly parentid?: number;
  readonly timestamp?: string;
  readonly user?: string | undefined;
  readonly userhidden?: boolean;
  readonly comment?: string;
  readonly commenthidden?: boolean;
  readonly texthidden?: boolean;
  readonly size?: number;
  readonly sizediff?: number;
  readonly minor?: boolean;
  readonly tags?: readonly string[];
}

export const revision = z.object({
  revision: z.number().int(),
  parent: z.number().int().optional().describe('Previous revision; 0 for the first'),
  timestamp: z.string().optional(),
  user: z.string().optional(),
  comment: z.string().optional().describe('Edit summary'),
  bytes: z.number().int().optional(),
  bytesChanged: z.number().int().optional(),
  minor: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
  hidden: z.array(z.string()).optional().describe('Fields that the wiki hides'),
});

/** Returns a revision as tools describe it. */
export function revisionOf(given: ResponseRevision): z.input<typeof revision> {
  const { revid, parentid, timestamp, user, comment, size, sizediff, minor, tags = [] } = given;
  const hidden = [
    ...(given.userhidden ? ['user'] : []),
    ...(given.commenthidden ? ['comment'] : []),
    ...(given.texthidden ? ['text'] : []),
  ];
  return {
    ...{ revision: revid, parent: parentid, timestamp, user, comment, bytes: size, bytesChanged: sizediff },
    ...(minor && { minor }),
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(hidden.length > 0 && { hidden }),
  };
}
