import { type Block, type Message, message, NS, type Titles } from '@wikiquery/core';
import type { FormatDate } from './dates.ts';

/** Creates MediaWiki's message about a block for the blocked user. */
export function blockMessage(
  block: Block,
  { titles, ip, formatDate }: { readonly titles: Titles; readonly ip: string; readonly formatDate: FormatDate },
): Message {
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
        linkTo(block, titles),
        block.reason || 'no reason given',
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

/** Links to the user page of the blocking user. Users of other wikis have no user page on this wiki. */
function linkTo({ by, byId }: Block, titles: Titles): string {
  if (byId === 0) return by && leftToRight(by);
  return `[[${titles.text({ namespace: NS.USER, dbkey: by.replaceAll(' ', '_') })}|${leftToRight(by)}]]`;
}

const leftToRight = (name: string): string => `\u202a${name}\u202c`;
