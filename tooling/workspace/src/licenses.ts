import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedFolder, type Package } from './packages.ts';

/** SPDX identifiers that are compatible with GPL-3.0-or-later. */
const COMPATIBLE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'GPL-2.0-or-later',
  // The former name of GPL-2.0-or-later.
  'GPL-2.0+',
  'GPL-3.0-or-later',
  'ISC',
  'LGPL-2.1-or-later',
  'LGPL-3.0-or-later',
  'MIT',
  'MPL-2.0',
  'Unlicense',
  'Zlib',
]);

interface Installed {
  readonly name: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Returns a violation for each installed dependency whose licence is not known to be compatible. */
export function incompatibleLicenses(packages: readonly Package[]): string[] {
  const own = new Set(packages.map(({ manifest }) => manifest.name));
  const seen = new Map<string, string>();
  const visit = (folder: string, names: readonly string[], user: string): void => {
    for (const name of names.filter(each => !own.has(each))) {
      const found = installedFolder(folder, name);
      if (found === undefined || seen.has(found)) continue;
      const {
        license = 'none',
        dependencies,
        optionalDependencies,
      } = JSON.parse(readFileSync(join(found, 'package.json'), 'utf8')) as Installed;
      seen.set(found, isCompatible(license) ? '' : `${user}/package.json: depends on ${name}, whose licence is ${license}.`);
      visit(found, Object.keys({ ...dependencies, ...optionalDependencies }), user);
    }
  };
  for (const { folder, path, manifest } of packages.filter(each => each.group !== 'tooling'))
    visit(
      folder,
      Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.inlined }).concat(manifest.bundled ?? []),
      path,
    );
  return [...seen.values()].filter(Boolean);
}

/** `A OR B` needs one compatible licence, `A AND B` needs both. */
const isCompatible = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some(choice => choice.split(' AND ').every(each => COMPATIBLE.has(each)));
