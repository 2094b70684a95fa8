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

it('nextSteps of a standalone package refer to its folder', () => {
  expect(nextSteps({ ...module, language: 'js' }, '../ponds')).toEqual([
    'Edit: `../ponds/src/index.js`',
    'Test: in `../ponds`, `npm install`, then `npm test`',
    'Try: in the folder of a server, `npm install ../ponds`, then `npx wikiquery serve`',
  ]);
  expect(standaloneReadme({ ...module, packageName: 'wikiquery-list-ponds' })).toContain('1. Edit: `wikiquery-list-ponds/src/index.ts`');
});
