import type { Block, Env, Message } from '@wikiquery/core';
import { describeBlock, isImplicitRight, loadDateFormat, loadReach, refusalOf } from '@wikiquery/users';
import type { Subject } from './subjects.ts';

/** The reasons that blocks give against doing this with the page. */
export type ApplicableBlock = (action: string, subject: Subject) => readonly Message[];

/** Reads the reader's block, and what it is limited to. */
export async function loadBlockCheck(q: Env): Promise<ApplicableBlock> {
  const { actor, site, titles } = q;
  const block = await actor.block();
  if (!block) return () => [];
  const [reach, formatDate] = await Promise.all([loadReach(q, block), loadDateFormat(q)]);
  const blocks = block.components ?? [block];
  const info = describeBlock(block, formatDate);
  return (action, subject) => {
    if (action === 'unblock' || isImplicitRight(site, action) || (action === 'read' && !site.configuration.blockDisablesLogin)) return [];
    const applies = (one: Block): boolean => appliesToRight(one, action) ?? reach.keepsOff(one, subject);
    return blocks.filter(applies).map(one => ({ ...refusalOf(one, { titles, ip: q.request.ip, formatDate }), data: { blockinfo: info } }));
  };
}

/** Of actions that are not about a page; undefined when the page decides. */
function appliesToRight(block: Block, action: string): boolean | undefined {
  switch (action) {
    case 'createaccount':
    case 'autocreateaccount':
      return block.noCreate;
    case 'sendemail':
      return block.noEmail;
    case 'upload':
      return !block.partial;
    case 'read':
      return false;
    default:
      return undefined;
  }
}
