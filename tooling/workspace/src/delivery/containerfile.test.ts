import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readContainerfile } from './containerfile.ts';

const stages = readContainerfile(join(import.meta.dirname, '../../../../docs/container/Containerfile'));
const commands = stages.flatMap(({ instructions }) => instructions.filter(({ name }) => name === 'RUN').map(({ text }) => text));

it('the Containerfile requires build arguments with image digests', () => {
  expect(stages.map(({ base }) => base)).toEqual(['NODE_IMAGE', 'BASE_IMAGE'].map(name => `$\{${name}}`));
  const check = (NODE_IMAGE: string, BASE_IMAGE: string) =>
    spawnSync('sh', ['-c', commands[0] ?? ''], { env: { NODE_IMAGE, BASE_IMAGE }, encoding: 'utf8' });
  expect(check('node@sha256:ab', 'debian@sha256:cd')).toMatchObject({ status: 0, stderr: '' });
  for (const [node, base, wrong] of [
    ['node:24', 'debian@sha256:cd', 'node:24'],
    ['node@sha256:ab', 'debian:bookworm', 'debian:bookworm'],
    ['', 'debian@sha256:cd', ''],
  ] as const)
    expect(check(node, base)).toMatchObject({ status: 1, stderr: `${wrong} has no digest. Give IMAGE@sha256:DIGEST.\n` });
});

it('the Containerfile installs the packages of the container from a lockfile, without install scripts', () => {
  const npm = commands.filter(command => command.startsWith('npm '));
  expect(npm).toHaveLength(1);
  expect(npm[0]).toMatch(/^npm install .*--ignore-scripts/);
});
