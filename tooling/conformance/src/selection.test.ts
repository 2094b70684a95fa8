import { expect, it } from 'vitest';
import type { Probe, RecordedProbe } from './probe.ts';
import { answerableWith, select } from './selection.ts';

const row = (id: string, group: string, module: string, params: Record<string, string>): RecordedProbe => {
  const probe: Probe = { id, group, module, kind: 'default', session: 'anon', method: 'GET', params, follow: false, compare: 'body' };
  return { id, probe, steps: [] };
};
const recorded = [
  row('allpages/1', 'list', 'allpages', { list: 'allpages' }),
  row('info/1', 'prop', 'info', { generator: 'allpages', prop: 'info' }),
  row('toplevel/1', 'core', 'toplevel', { list: 'nosuch' }),
  row('toplevel/2', 'core', 'toplevel', { list: '*' }),
  row('toplevel/3', 'core', 'toplevel', { prop: '\u001finfo\u001fnosuch' }),
];
const askedWith = (...modules: string[]): string[] => {
  const canAnswer = answerableWith(new Set(modules), recorded);
  return recorded.filter(({ probe }) => canAnswer(probe)).map(({ id }) => id);
};

it('answerableWith leaves out probes that need modules which are not installed', () => {
  expect(askedWith('allpages')).toEqual(['allpages/1', 'toplevel/1']);
  expect(askedWith('info')).toEqual(['toplevel/1', 'toplevel/3']);
  expect(askedWith('allpages', 'info', 'another')).toHaveLength(recorded.length);
});

it('select filters probes by module, kind, session and id prefix', () => {
  expect(select(recorded, { modules: ['info', 'allpages'] })).toHaveLength(2);
  expect(select(recorded, { id: 'toplevel/' })).toHaveLength(3);
  expect(select(recorded, { modules: ['toplevel'], kinds: ['pairs'] })).toEqual([]);
  expect(select(recorded, { sessions: ['anon'] })).toHaveLength(recorded.length);
});
