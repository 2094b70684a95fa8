import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DeclaredTables, type TableRequirements, tableRequirementsOf } from '@wikiquery/database';
import { expect } from 'vitest';

const known = new Map<string, TableRequirements | undefined>();

/** Returns the tables that the tested plugin declares, or undefined outside of plugin tests and without a declaration. */
export function requirementsOfTest(): TableRequirements | undefined {
  const { testPath } = expect.getState();
  if (testPath === undefined) return undefined;
  if (!known.has(testPath)) known.set(testPath, requirementsAbove(testPath));
  return known.get(testPath);
}

function requirementsAbove(path: string): TableRequirements | undefined {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (!existsSync(manifest)) continue;
    const { wikiquery } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly wikiquery?: DeclaredTables };
    return wikiquery && tableRequirementsOf(wikiquery);
  }
  return undefined;
}
