/** Returns the pnpm-workspace.yaml of a standalone package, which links packages to this clone. `paths`: relative paths by package name. */
export const linksToClone = (
  paths: Readonly<Record<string, string>>,
): string => `# Links the packages of wikiquery to a built clone. Delete this file once they are on npm.
overrides:
${Object.entries(paths)
  .map(([name, path]) => `  '${name}': 'link:${path}'\n`)
  .join('')}`;

/** Returns the vitest.config.js of a standalone package. `oldestNode`: oldest supported version of Node, as `major.minor`. */
export const testRunner = (oldestNode: string): string => {
  const [major, minor = '0'] = oldestNode.split('.');
  return `import { defineConfig } from 'vitest/config';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < ${major} || (major === ${major} && minor < ${minor}))
  throw new Error(\`The tests need Node ${oldestNode} or later, but this is Node \${process.versions.node}.\`);

export default defineConfig({
  test: {
    // Starts PostgreSQL within the test run. Its first start can take longer than the default timeout of 5 seconds.
    globalSetup: '@wikiquery/embedded-postgres',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
`;
};
