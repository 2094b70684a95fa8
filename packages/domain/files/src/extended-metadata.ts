import { f, isoTimestamp } from '@wikiquery/core';
import type { StoredFile } from './stored-file.ts';

const item = f.object({ value: f.oneOf(f.string(), f.number()), source: f.string(), hidden: f.literal('').optional() });
/** Field of extended metadata (`extmetadata`). File pages collapse the entries marked `hidden`. */
export const extendedMetadataField = () => f.map(item, { emptyIsList: true });
type ExtendedMetadata = ReturnType<typeof extendedMetadataField>['out'];

/** Returns the lower-case names in the message `metadata-fields`. File pages do not collapse these names. */
export const visibleNames = (list: string): ReadonlySet<string> =>
  new Set(list.split('\n').flatMap(line => /^\*\s*(.*?)\s*$/.exec(line)?.[1]?.toLowerCase() ?? []));

/** Returns the extended metadata of a file, limited to the names in `only` unless it is empty. */
export function extendedMetadata(
  { name, timestamp }: StoredFile,
  visible: ReadonlySet<string>,
  only: ReadonlySet<string> | undefined,
): ExtendedMetadata {
  const title = name.replaceAll('_', ' ');
  const dot = title.lastIndexOf('.');
  const values = { DateTime: isoTimestamp(timestamp), ObjectName: dot > 0 ? title.slice(0, dot) : title };
  const entries = Object.entries(values).flatMap(([key, value]) =>
    only && only.size > 0 && !only.has(key)
      ? []
      : [[key, { value, source: 'mediawiki-metadata', ...(!visible.has(key.toLowerCase()) && { hidden: '' as const }) }] as const],
  );
  return entries.length > 0 ? Object.fromEntries(entries) : ([] as unknown as ExtendedMetadata);
}
