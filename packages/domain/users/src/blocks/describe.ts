import { type Block, f, isoTimestamp, type ShapeOut } from '@wikiquery/core';
import type { FormatDate } from './dates.ts';

const ownFields = {
  /** Null for composite blocks. */
  blockid: f.nullable(f.int()).optional(),
  blockedby: f.string().optional(),
  blockedbyid: f.int().optional(),
  blockreason: f.string().optional(),
  blockedtimestamp: f.timestamp().optional(),
  blockexpiry: f.string().optional(),
  blockpartial: f.boolean().optional(),
  blocknocreate: f.boolean().optional(),
  blockanononly: f.boolean().optional(),
  blockemail: f.boolean().optional().since('1.41'),
  blockowntalk: f.boolean().optional().since('1.41'),
  blockedtimestampformatted: f.string().optional(),
  blockexpiryformatted: f.string().optional(),
  blockexpiryrelative: f.string().optional(),
};

/** Fields that describe a block. */
export const blockFields = { ...ownFields, blockcomponents: f.array(f.object(ownFields)).optional() };
/** API record of a block. */
export type BlockFields = ShapeOut<typeof blockFields>;

/** Returns the API record of a block, with the components of a composite block. */
export function describeBlock(block: Block, formatDate: FormatDate): BlockFields {
  const isEndless = block.expiry === 'infinity';
  return {
    blockid: block.components ? null : block.id,
    blockedby: block.by,
    blockedbyid: block.byId,
    blockreason: block.reason,
    blockedtimestamp: isoTimestamp(block.timestamp),
    blockexpiry: isEndless ? 'infinite' : isoTimestamp(block.expiry),
    blockpartial: block.partial,
    blocknocreate: block.noCreate,
    blockanononly: block.anonOnly,
    blockemail: block.noEmail,
    blockowntalk: block.ownTalk,
    blockedtimestampformatted: formatDate(block.timestamp),
    ...(!isEndless && {
      blockexpiryformatted: formatDate(block.expiry),
      // MediaWiki does not format future times relative to now.
      blockexpiryrelative: formatDate(block.expiry),
    }),
    ...(block.components && { blockcomponents: block.components.map(component => describeBlock(component, formatDate)) }),
  };
}
