import type { Block, Env, Message } from '@wikiquery/core';
import { blockMessage, describeBlock, isImplicitRight, loadBlockScope, loadDateFormat } from '@wikiquery/users';
import type { Subject } from './subjects.ts';

export type ApplicableBlock = (action: string, subject: Subject) => readonly Message[];

export async function loadBlockCheck(q: Env): Promise<ApplicableBlock> {
  const { actor, site, titles } = q;
  const block = await actor.block();
  if (!block) return () => [];
  const [scope, formatDate] = await Promise.all([loadBlockScope(q, block), loadDateFormat(q)]);
  const blocks = block.components ?? [block];
  const info = describeBlock(block, formatDate);
  return (action, subject) => {
    if (action === 'unblock' || isImplicitRight(site, action) || (action === 'read' && !site.configuration.blockDisablesLogin)) return [];
    const applies = (one: Block): boolean => appliesToRight(one, action) ?? scope.blocksUser(one, subject);
    return blocks
      .filter(applies)
      .map(one => ({ ...blockMessage(one, { titles, ip: q.request.ip, formatDate }), data: { blockinfo: info } }));
  };
}

/** Whether a block applies to an action on any page. Undefined if that depends on the page. */
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
