export { type Assembled, assemble, type Surroundings } from './assemble.ts';
export { run } from './command-line.ts';
export { type App, type Discovered, discover } from './discovery.ts';
export { listen, type RunningServer } from './http/listen.ts';
export type { ServiceContext, ServiceFactories } from './services.ts';
export { defaultSettings, type Settings } from './settings.ts';
export { SERVER_TABLES } from './tables.ts';
