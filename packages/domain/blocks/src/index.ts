export { type FormatDate, loadDateFormat } from './dates.ts';
export { type BlockFields, blockFields, describeBlock } from './describe.ts';
export { loadReach, type Reach } from './reach.ts';
export { refusalOf } from './refusal.ts';
export { type BlockRow, isBlockInForce, loadUserBlocks, selectBlocks, sumUp, toBlock } from './rows.ts';
export { coveringTargets } from './targets.ts';
