import { defineError } from '@wikiquery/core';

export const rangeTooBroad = defineError<{ type: 'IPv4' | 'IPv6'; limit: number }>('cidrtoobroad', ({ type, limit }) => ({
  text: `Ranges of ${type} addresses can be asked for from /${limit} on: the given one is wider.`,
  params: [type, limit],
}));
