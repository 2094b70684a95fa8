export { run } from './cli.ts';
export type { App } from './discovery.ts';
