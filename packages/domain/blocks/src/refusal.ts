import { type Block, type Message, message } from '@wikiquery/core';
import type { FormatDate } from './dates.ts';

/** That a block is in the way of somebody who asks from an address. */
export function refusalOf(block: Block, { ip, formatDate }: { readonly ip: string; readonly formatDate: FormatDate }): Message {
  const key = block.components
    ? 'blockedtext-composite'
    : block.auto
      ? 'autoblockedtext'
      : block.partial
        ? 'blockedtext-partial'
        : 'blockedtext';
  const by = leftToRight(block.by);
  return message(
    block.auto ? 'autoblocked' : 'blocked',
    `You are blocked${block.by && ` by ${block.by}`}${block.reason && `: ${block.reason}`}.`,
    {
      key,
      params: [
        block.by && `[[User:${block.by}|${by}]]`,
        block.reason,
        ip,
        block.by && by,
        block.id,
        block.expiry === 'infinity' ? 'infinite' : formatDate(block.expiry),
        block.target === undefined ? '' : leftToRight(block.target),
        formatDate(block.timestamp),
      ],
    },
  );
}

/** Names keep their direction whatever the language of the sentence around them. */
const leftToRight = (name: string): string => `\u202a${name}\u202c`;
