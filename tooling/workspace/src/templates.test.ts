import { expect, it } from 'vitest';
import { type NewModule, nextSteps, standaloneReadme, workspaceReadme } from './templates.ts';

const module: NewModule = { group: 'list', name: 'ponds', prefix: 'po', packageName: '@wikiquery/list-ponds', language: 'ts' };

it('nextSteps and the README explain how to edit, test and try a module', () => {
  const steps = nextSteps(module);
  expect(steps).toEqual([
    'Edit: `packages/list/ponds/src/index.ts`, then `npm run sync`',
    'Test: `npm test -- packages/list/ponds`',
    expect.stringMatching(/^Try: `npm start`, then `curl '.*\/w\/api\.php\?action=query&list=ponds&format=json&formatversion=2'`$/),
  ]);
  for (const step of steps) expect(workspaceReadme(module)).toContain(step);
});

it('nextSteps and the README of a standalone package refer to its folder and to a clone', () => {
  const standalone = { folder: '/src/ponds', oldestNode: '24.15' };
  const steps = nextSteps({ ...module, language: 'js' }, standalone);
  expect(steps).toEqual([
    expect.stringMatching(/^Prepare: install Node 24\.15 or later and pnpm,.* In the clone, `npm run build`/),
    'Edit: `/src/ponds/src/index.js`',
    'Test: in `/src/ponds`, `pnpm install`, then `pnpm test`',
    'Try: in `apps/server` of the clone, `pnpm add link:/src/ponds`. Then in the clone, `npm start`',
  ]);
  expect(nextSteps(module, standalone).at(-1)).toContain('Try: in `/src/ponds`, `pnpm build`. Then in `apps/server`');
  const readme = standaloneReadme(module, '24.15');
  expect(readme).toContain('2. Edit: `src/index.ts`\n3. Test: in this folder, `pnpm install`');
  expect(readme).toContain('Delete `pnpm-workspace.yaml`');
});
