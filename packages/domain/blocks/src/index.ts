export { type BlockFields, blockFields, describeBlock } from './describe.ts';
export { type FormatDate, loadDateFormat } from './dates.ts';
export { refusalOf } from './refusal.ts';
export { type BlockRow, loadUserBlocks, selectBlocks, sumUp, toBlock } from './rows.ts';
