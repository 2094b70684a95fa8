import { oneLine, type Settings, type SettingTable, StartError } from '@wikiquery/server/extend';
import type { GivenWiki } from './setting.ts';

/** Merges the settings of one wiki with the settings of all wikis. Throws a StartError that lists all problems. */
export function settingsOfWiki<Common extends Settings>(
  common: Common,
  table: SettingTable,
  name: string,
  { values, folder }: GivenWiki,
): Common {
  const allowed = Object.keys(table).filter(each => table[each]?.perWiki);
  const problems: string[] = [];
  const own: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const known = Object.hasOwn(table, key) ? table[key] : undefined;
    if (!known?.perWiki) {
      problems.push(`The wiki ${name} cannot have its own setting "${key}". It can have host, ${allowed.join(', ')}.`);
      continue;
    }
    try {
      own[key] = known.kind.read(value, folder);
    } catch (error) {
      problems.push(`"${key}" of the wiki ${name} ${oneLine(error)}.`);
    }
  }
  if (own.database === undefined) problems.push(`The wiki ${name} has no database. Name it with "database".`);
  if (problems.length > 0) throw new StartError(problems);
  return { ...common, ...own };
}
