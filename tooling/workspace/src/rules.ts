import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { defaultSite } from '@wikiquery/site';
import { type Declarations, readDeclarations } from './declaration.ts';
import { undescribed } from './described.ts';
import { incompatibleLicenses } from './licenses.ts';
import { OF_ALL_TESTS } from './manifest.ts';
import {
  expectedName,
  type Group,
  isOfQuery,
  isPluginGroup,
  isPluginPackage,
  type Package,
  readWorkspace,
  type Workspace,
} from './packages.ts';
import { importedNames, readSources, type Source } from './sources.ts';
import { plannedChanges } from './sync.ts';
import { undocumentedExports } from './undocumented.ts';

/** Checks all rules. Returns a line per violation: file, problem, and what to do. */
export async function violations(root: string): Promise<string[]> {
  const workspace = readWorkspace(root);
  const units = workspace.packages.map(pack => ({ ...pack, sources: readSources(pack) }));
  const found = [
    ...units.flatMap(unit => RULES.flatMap(rule => rule(unit, workspace).map(violation => `${unit.path}${violation}`))),
    ...unsharedDomains(units),
    ...cycles(units),
    ...namesakes(units),
    ...incompatibleLicenses(workspace.packages),
  ];
  const { plugins, problems } = await readDeclarations(workspace.packages);
  const misnamed = misnamedPlugins(units, plugins);
  found.push(...problems, ...misnamed);
  // A server cannot have two plugins with the same name.
  if (misnamed.length === 0) found.push(...undescribed(plugins, defaultSite()));
  found.push(...plannedChanges(workspace, plugins).map(({ file }) => `${file}: is out of date; run \`pnpm sync\`.`));
  return found;
}

interface Unit extends Package {
  readonly sources: readonly Source[];
}
/** Returns the violations of a package, each beginning with `: ` or `/file: `. */
type Rule = (unit: Unit, workspace: Workspace) => string[];

/** Groups of packages that the code of each group may import. Tests may also import the test kit. */
const MAY_IMPORT: Readonly<Record<Group, readonly Group[]>> = {
  foundation: ['foundation'],
  domain: ['foundation', 'domain'],
  list: ['foundation', 'domain'],
  prop: ['foundation', 'domain'],
  meta: ['foundation', 'domain'],
  action: ['foundation', 'domain'],
  format: ['foundation', 'domain'],
  rest: ['foundation', 'domain'],
  platform: ['foundation', 'domain', 'platform'],
  app: ['foundation', 'domain', 'platform'],
  tooling: ['foundation', 'domain', 'platform', 'tooling'],
};
const TEST_KIT = '@wikiquery/testing';
/** Fills databases for tests and measurements. Product code must not import it. */
const WIKI_BUILDER = '@wikiquery/wiki-builder';
const FORBIDDEN_NAMES = /^(utils?|helpers?|common|shared|misc)$/;

const importDirection: Rule = ({ group, sources, manifest }, { byName }) =>
  sources.flatMap(({ path, isTest, imports }) =>
    imports.flatMap(({ name, line }) => {
      const target = byName.get(name ?? '');
      if (!target || name === manifest.name || (isTest && name === TEST_KIT)) return [];
      if (!isTest && name === TEST_KIT && group !== 'tooling' && group !== 'app')
        return [`/${path}:${line}: imports the test kit; only tests may.`];
      if (!isTest && name === WIKI_BUILDER && group !== 'tooling' && manifest.name !== TEST_KIT)
        return [`/${path}:${line}: imports the wiki builder; only tests and tooling may.`];
      if (MAY_IMPORT[group].includes(target.group)) return [];
      // The test kit and servers in tooling need a format to respond, and the engine's own tests need actions.
      const answersTests = group === 'tooling' || (group === 'platform' && (isTest || manifest.name === TEST_KIT));
      if (answersTests && isPluginGroup(target.group) && !isOfQuery(target.group)) return [];
      const kind = (each: Group): string => (isPluginGroup(each) ? 'module' : `${each} package`);
      return [`/${path}:${line}: a ${kind(group)} must not import ${name}, which is a ${kind(target.group)}.`];
    }),
  );

const relativeImportsStayInside: Rule = ({ sources }) =>
  sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier }) => specifier.startsWith('.') && !posix.join(posix.dirname(path), specifier).startsWith('src/'))
      .map(({ specifier, line }) => `/${path}:${line}: ${specifier} leaves src; import the package by its name.`),
  );

const names: Rule = pack => {
  const found: string[] = [];
  const expected = expectedName(pack);
  if (pack.group !== 'app' && pack.manifest.name !== expected)
    found.push(`/package.json: is named ${pack.manifest.name}; its path requires ${expected}.`);
  for (const path of ['', ...pack.sources.map(source => source.path)]) {
    const words = `${path ? '' : pack.base}${path}`.split('/').map(part => part.replace(/\..*$/, ''));
    const empty = words.find(word => FORBIDDEN_NAMES.test(word));
    if (empty) found.push(`/${path}: ${empty} is not descriptive; name it after what it does.`);
  }
  return found;
};

const length: Rule = ({ path: folder, sources }) =>
  sources
    .filter(({ path, lines }) => lines > MOST_LINES && !MAY_BE_LONG.includes(`${folder}/${path}`))
    .map(({ path, lines }) => `/${path}: has ${lines} lines; split it into files of at most ${MOST_LINES}, each named after what it does.`);
const MOST_LINES = 400;
const MAY_BE_LONG = ['packages/database/src/tables.ts', 'packages/types/src/modules.ts'];

const files: Rule = pack => {
  const required = ['package.json', 'README.md', ...(pack.group === 'app' || pack.group === 'tooling' ? [] : ['src/index.ts'])];
  if (isPluginPackage(pack)) required.push('src/index.test.ts');
  return required.filter(file => !existsSync(join(pack.folder, file))).map(file => `/${file}: is missing.`);
};

const tested: Rule = pack => {
  if (pack.path.startsWith('packages/') && !isPluginPackage(pack) && !pack.sources.some(({ isTest }) => isTest)) return [': has no test.'];
  const test = pack.sources.find(({ path }) => path === 'src/index.test.ts');
  const isQuery = isOfQuery(pack.group);
  return isQuery && test && !/\bdescribeModule\(/.test(test.code) ? ['/src/index.test.ts: must call describeModule.'] : [];
};

/** Every README needs an example. The README of a plugin needs an example request. */
const documented: Rule = pack => {
  const file = join(pack.folder, 'README.md');
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  if (!isPluginPackage(pack)) return /^```/m.test(text) ? [] : ['/README.md: has no example.'];
  const request = pack.group === 'rest' ? ' /w/rest.php/' : `${isOfQuery(pack.group) ? 'action=query&' : ''}${pack.group}=${pack.base}`;
  return text.includes(request) || text.includes(`generator=${pack.base}`) ? [] : [`/README.md: has no example with ${request}.`];
};

/** Forbids imports of packages that another package bundles, because they would be loaded twice. */
const bundledOnce: Rule = ({ sources, manifest, group }, { packages }) =>
  group === 'tooling'
    ? []
    : sources
        .filter(({ isTest, isBundled }) => !isTest && !isBundled)
        .flatMap(({ path, imports }) =>
          imports.flatMap(({ name = '', line, isType }) => {
            if (isType || manifest.bundled?.includes(name)) return [];
            const owner = packages.find(({ manifest: { bundled } }) => bundled?.includes(name));
            return owner ? [`/${path}:${line}: imports ${name}, which ${owner.manifest.name} bundles; import it from there.`] : [];
          }),
        );

const marked: Rule = pack =>
  isPluginPackage(pack) || pack.manifest.wikiquery?.contract === undefined
    ? []
    : ['/package.json: has the wikiquery field of a plugin, but is outside the folders of plugins.'];

const namesNoModule: Rule = ({ path, sources }, { packages }) => {
  if (!NAMELESS.includes(path)) return [];
  const modules = packages.filter(isPluginPackage);
  return sources
    .filter(source => !source.isTest && !ASK_ANOTHER_WIKI.includes(`${path}/${source.path}`))
    .flatMap(source =>
      modules.flatMap(({ group, base, manifest }) => {
        const mention = [manifest.name, `${group}=${base}`, `query+${base}`].find(text => source.code.includes(text));
        return mention ? [`/${source.path}: names the module ${mention}; it must work with any.`] : [];
      }),
    );
};
const NAMELESS = ['packages/core', 'packages/engine', 'packages/server'];
/** Code that queries other wikis may refer to their modules by name. */
const ASK_ANOTHER_WIKI = ['packages/server/src/commands/adopt.ts'];

/** Patterns of code without bounds, escaping or protection, each with the function to use instead. */
const ONE_WAY: readonly { readonly pattern: RegExp; readonly use: string; readonly except: readonly string[] }[] = [
  {
    pattern: /(?<![\w.#])console\.\w/,
    use: '`print` or `printError` of @wikiquery/hardening: `console` writes control characters',
    except: [
      'packages/client/src/transport.ts',
      'packages/server/src/lifecycle/require-node.ts',
      'packages/explorer/src/snippets/javascript.ts',
    ],
  },
  {
    pattern: /(?<![\w.#]|async )fetch\(/,
    use: '`fetchBounded` of @wikiquery/client/fetch: a response may be endless',
    except: ['packages/client/src/fetch.ts', 'packages/dumps/src/follow/live-wiki.ts', 'packages/explorer/src/snippets/javascript.ts'],
  },
  {
    pattern: /new Worker\((?!(?:[^;](?!new Worker))*?threadOptions\()/,
    use: '`threadOptions` of @wikiquery/hardening: missing options would come from the prototype',
    except: [],
  },
  {
    // Decoding is allowed: `.replace('&lt;', '<')`.
    pattern: /(?<!replace(?:All)?\()(['"`])&(?:amp|lt|gt|quot|apos|#0*(?:34|38|39|60|62)|#x0*(?:22|26|27|3c|3e));\1/i,
    use: 'a variant of `escapeText` of @wikiquery/html: unescaped characters allow injected markup',
    except: ['packages/domain/html/src/escape.ts', 'packages/domain/titles/src/character-references.ts'],
  },
];

const oneWay: Rule = ({ group, path: unit, sources }) =>
  sources
    .filter(({ isTest }) => !isTest && group !== 'tooling')
    .flatMap(({ path, code }) =>
      ONE_WAY.filter(({ except }) => !except.includes(`${unit}/${path}`)).flatMap(({ pattern, use }) => {
        const at = code.search(pattern);
        return at < 0 ? [] : [`/${path}:${code.slice(0, at).split('\n').length}: use ${use}.`];
      }),
    );

const RULES = [
  oneWay,
  importDirection,
  relativeImportsStayInside,
  names,
  length,
  files,
  tested,
  documented,
  undocumentedExports,
  bundledOnce,
  marked,
  namesNoModule,
];

/** Reports domain packages that fewer than two packages import. In an extension, one is enough. */
function unsharedDomains(units: readonly Unit[]): string[] {
  const users = new Map<string, Set<string>>();
  for (const { manifest, sources } of units) {
    for (const name of importedNames(sources).product) users.set(name, (users.get(name) ?? new Set()).add(manifest.name));
  }
  return units
    .filter(({ group }) => group === 'domain')
    .flatMap(({ path, manifest }) => {
      const [user, ...others] = users.get(manifest.name)?.difference(new Set([manifest.name])) ?? [];
      if (!user) return [`${path}: is unused.`];
      return others.length > 0 || path.startsWith('packages/extensions/') ? [] : [`${path}: is used only by ${user}; move its code there.`];
    });
}

/** Reports each cycle of imports in product code or tests once. Packages in a cycle cannot be tested separately. */
function cycles(units: readonly Unit[]): string[] {
  const imports = new Map(
    units.map(({ manifest, sources }) => {
      const { product, tests } = importedNames(sources);
      return [manifest.name, product.union(tests.difference(new Set(OF_ALL_TESTS)))];
    }),
  );
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    const at = path.indexOf(name);
    if (at >= 0) {
      const cycle = [...path.slice(at), name].join(' → ');
      found.push(`${name}: depends on itself: ${cycle}. Move the code or the test that closes the cycle.`);
    }
    if (at >= 0 || done.has(name)) return;
    for (const next of imports.get(name) ?? []) if (next !== name) visit(next, [...path, name]);
    done.add(name);
  };
  for (const { manifest } of units) visit(manifest.name, []);
  return found;
}

/** Reports type names that several packages export. Packages under MIT do not count, because their users see no other package. */
function namesakes(units: readonly Unit[]): string[] {
  const owners = new Map<string, Unit[]>();
  for (const unit of units) {
    if (unit.group === 'tooling' || unit.manifest.license === 'MIT') continue;
    const names = new Set(unit.sources.filter(({ isTest }) => !isTest).flatMap(({ types }) => types));
    for (const name of names) owners.set(name, [...(owners.get(name) ?? []), unit]);
  }
  return [...owners]
    .filter(([, [, ...others]]) => others.length > 0)
    .map(([name, [first, ...others]]) => {
      const paths = others.map(({ path }) => path).join(', ');
      return `${first?.path}: exports a type ${name}, as ${paths} does; one word has one meaning, so rename one of them.`;
    });
}

function misnamedPlugins(units: readonly Unit[], plugins: Declarations['plugins']): string[] {
  return units.flatMap(({ path, group, base }) => {
    const plugin = plugins.get(path);
    if (!plugin || (plugin.group === group && plugin.name === base)) return [];
    return [`${path}/src/index.ts: defines ${plugin.group}=${plugin.name}; its path requires ${group}=${base}.`];
  });
}
