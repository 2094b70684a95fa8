import { describeBlock, loadDateFormat, refusalOf } from '@wikiquery/blocks';
import type { Block, Message } from '@wikiquery/core';
import { isImplicitRight } from '@wikiquery/groups';
import type { InfoQuery } from './parts.ts';
import type { Subject } from './subjects.ts';

/** The reasons that blocks give against doing this with the page. */
export type ApplicableBlock = (action: string, subject: Subject) => readonly Message[];

const USER_TALK = 3;

/** Reads the reader's block, and what it is limited to. */
export async function loadBlockCheck(q: InfoQuery): Promise<ApplicableBlock> {
  const { actor, site, titles } = q;
  const block = await actor.block();
  if (!block) return () => [];
  const [limits, formatDate] = await Promise.all([loadLimits(q, block), loadDateFormat(q)]);
  const blocks = block.components ?? [block];
  const ownTalk = actor.name.replaceAll(' ', '_');
  const info = describeBlock(block, formatDate);
  return (action, subject) => {
    if (action === 'unblock' || isImplicitRight(site, action) || (action === 'read' && !site.configuration.blockDisablesLogin)) return [];
    const isOwnTalk = subject.namespace === USER_TALK && subject.dbkey === ownTalk && !block.hideUser;
    const applies = (one: Block): boolean => {
      const ofRight = appliesToRight(one, action);
      if (ofRight !== undefined) return ofRight;
      const reaches = !one.partial || limits.reaches(one, subject);
      return isOwnTalk ? reaches && (one.ownTalk || (one.partial && limits.names(one, subject))) : reaches;
    };
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

const PAGE = 1;
const NAMESPACE = 2;

/** Pages and namespaces that partial blocks are limited to. */
export async function loadLimits({ db }: InfoQuery, block: Block) {
  const partial = (block.components ?? [block]).filter(one => one.partial);
  const rows =
    partial.length === 0
      ? []
      : await db
          .selectFrom('ipblocks_restrictions')
          .select(['ir_ipb_id', 'ir_type', 'ir_value'])
          .where(
            'ir_ipb_id',
            'in',
            partial.map(({ id }) => id),
          )
          .execute();
  const limits = new Set(rows.map(row => `${row.ir_ipb_id}:${row.ir_type}:${row.ir_value}`));
  const names = ({ id }: Block, subject: Subject) => limits.has(`${id}:${PAGE}:${subject.id}`);
  return {
    names,
    reaches: (block: Block, subject: Subject) => names(block, subject) || limits.has(`${block.id}:${NAMESPACE}:${subject.namespace}`),
  };
}
