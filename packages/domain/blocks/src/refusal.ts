import { type Block, type Message, message } from '@wikiquery/core';

/** That a block is in the way; `info` is what `describeBlock` says of it. */
export function refusalOf(block: Block, info: object): Message {
  const key = block.components ? 'blockedtext-composite' : block.auto ? 'autoblockedtext' : block.partial ? 'blockedtext-partial' : 'blockedtext';
  return message(block.auto ? 'autoblocked' : 'blocked', `You are blocked${block.by && ` by ${block.by}`}${block.reason && `: ${block.reason}`}.`, {
    key,
    params: [block.by, block.reason, block.id, block.target ?? ''],
    data: { blockinfo: info },
  });
}
