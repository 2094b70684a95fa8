import { defineError } from '@wikiquery/core';

/** Creates the error `cidrtoobroad` for a range that is wider than the wiki's limit. */
export const rangeTooBroad = defineError<{ type: 'IPv4' | 'IPv6'; limit: number }>('cidrtoobroad', ({ type, limit }) => ({
  text: `The ${type} range is too wide. Use /${limit} or narrower.`,
  params: [type, limit],
}));
