import { defineError } from '@wikiquery/core';

export const rangeTooBroad = defineError<{ type: 'IPv4' | 'IPv6'; limit: number }>('cidrtoobroad', ({ type, limit }) => ({
  text: `The ${type} range is too wide. Use /${limit} or narrower.`,
  params: [type, limit],
}));
