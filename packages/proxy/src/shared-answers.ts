import type { UpstreamAnswer } from './who-is.ts';

/** The parts of an identified user that other servers need, in the order of {@link writeAnswer}. */
type Written = readonly [
  id: number,
  name: string,
  groups: readonly string[],
  implicitGroups: readonly string[],
  rights: readonly string[],
  language: string | null,
];

/** Writes an identified user for other servers; returns undefined for rejected credentials, which each server checks itself. */
export function writeAnswer({ account, refusal }: UpstreamAnswer): string | undefined {
  if (refusal) return undefined;
  if (!account) return JSON.stringify(null);
  const { id, name, standing, language } = account;
  return JSON.stringify([id, name, standing.groups, standing.implicitGroups, [...standing.rights], language ?? null] satisfies Written);
}

/** Reads a user that another server has identified. Returns undefined if another version of the server has written it. */
export function readAnswer(text: string): UpstreamAnswer | undefined {
  const written = JSON.parse(text) as Written | null;
  if (written === null) return {};
  const [id, name, groups, implicitGroups, rights, language] = written;
  if (typeof id !== 'number' || typeof name !== 'string' || ![groups, implicitGroups, rights].every(Array.isArray)) return undefined;
  return { account: { id, name, standing: { groups, implicitGroups, rights: new Set(rights) }, language: language ?? undefined } };
}
