import type { Parameter } from './description.ts';

/** Kinds of controls for parameters. */
export type ControlKind =
  | 'boolean'
  | 'choice'
  | 'expiry'
  | 'integer'
  | 'limit'
  | 'namespaces'
  | 'password'
  | 'tag'
  | 'text'
  | 'timestamp'
  | 'title'
  | 'user';

/** Chooses a control by the declared type of a parameter, or by the parameter's name if the type is plain text. */
export function controlKind({ type, name, sensitive }: Parameter): ControlKind {
  if (typeof type !== 'string') return 'choice';
  if (sensitive || type === 'password') return 'password';
  const known = OF_TYPE.get(type);
  if (known) return known;
  if (/^(?:.*[^a-z])?titles?$/.test(name) || name === 'titles') return 'title';
  return /^tags?$/.test(name) ? 'tag' : 'text';
}

const OF_TYPE: ReadonlyMap<string, ControlKind> = new Map([
  ['boolean', 'boolean'],
  ['integer', 'integer'],
  ['limit', 'limit'],
  ['namespace', 'namespaces'],
  ['timestamp', 'timestamp'],
  ['expiry', 'expiry'],
  ['title', 'title'],
  ['user', 'user'],
  ['tags', 'tag'],
]);
