import type { Subject } from './subjects.ts';
import type { InfoQuery } from './parts.ts';

export interface PreloadParams {
  readonly preloadcustom: string | undefined;
  readonly preloadparams: ReadonlySet<string> | undefined;
  readonly preloadnewsection: boolean;
}

export async function preloadedContent(_q: InfoQuery, _subjects: readonly Subject[]) {
  return () => ({});
}
