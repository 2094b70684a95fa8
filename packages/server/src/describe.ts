export { commandHelp } from './commands/help.ts';
export { flagOf, variableOf } from './config/read-settings.ts';
export { showDuration } from './config/setting-kinds.ts';
export { type Setting, type SettingTable, settingTable } from './config/settings.ts';
export { Metrics } from './observability/metrics.ts';
export type { ServerExtension } from './plugins/server-extension.ts';
