export type {
  CommandFact,
  ErrorFact,
  EventFact,
  MetricFact,
  PluginFact,
  ReferenceFacts,
  SettingFact,
} from './reference/facts.ts';
export { type ReferencePage, referencePages } from './reference/pages.ts';
