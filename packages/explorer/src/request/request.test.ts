import { inheritedNames } from '@wikiquery/testing';
import { describe, expect, it } from 'vitest';
import { parameterGroups } from '../result/schema.ts';
import type { ModuleDescription } from '../wiki/description.ts';
import { controlKind } from '../wiki/kind.ts';
import { controlsOf, excludedBy, selectedModules, strangers, withoutModule } from '../wiki/selection.ts';
import { following, merged } from './continuation.ts';
import { obstaclesOf, problemsOf } from './problems.ts';
import { joinValues, parseRequest, printRequest, splitValues } from './request.ts';

const parameter = (name: string, more: Partial<ModuleDescription['parameters'][number]> = {}) => ({ name, type: 'string', ...more });
const module = (
  path: string,
  prefix: string,
  parameters: ModuleDescription['parameters'],
  more: Partial<ModuleDescription> = {},
): [string, ModuleDescription] => [path, { name: path.replace('query+', ''), path, prefix, parameters, ...more }];
const members = { categorymembers: 'query+categorymembers' };
const modules = new Map([
  module('main', '', [parameter('action', { type: ['query'], default: 'query', submodules: { query: 'query' } })]),
  module('query', '', [
    parameter('list', { multi: true, submodules: { ...members, allpages: 'query+allpages' } }),
    parameter('prop', { multi: true, submodules: { revisions: 'query+revisions' } }),
    parameter('generator', { submodules: members, submoduleparamprefix: 'g' }),
    parameter('titles', { multi: true }),
  ]),
  module('query+categorymembers', 'cm', [
    parameter('title', { description: 'Which category. Cannot be used together with <var>cmpageid</var>.' }),
    parameter('pageid', { type: 'integer', description: 'Its id. Cannot be used together with title.' }),
    parameter('limit', { type: 'limit' }),
  ]),
  module('query+allpages', 'ap', [parameter('limit', { type: 'limit' }), parameter('from', { required: true })]),
  module('query+revisions', 'rv', [parameter('slots', { multi: true })], {
    templatedparameters: [parameter('contentformat-{slot}', { templatevars: { slot: 'slots' } })],
  }),
]);
const controls = (request: Readonly<Record<string, string>>) =>
  selectedModules(request, modules).flatMap(each => controlsOf(each, request));

describe('a request', () => {
  it('is read from pasted URLs and queries, and written as a readable URL', () => {
    const request = { action: 'query', titles: 'A|B c', prop: 'info' };
    expect(parseRequest('https://wiki.example/w/api.php?action=query&titles=A%7CB+c&prop=info#x')).toEqual(request);
    expect(parseRequest("curl 'https://wiki.example/w/api.php?action=query&titles=A%7CB%20c&prop=info' -H 'a: b'")).toEqual(request);
    expect(parseRequest('action=query&titles=A|B c&prop=info')).toEqual(request);
    expect(parseRequest('What is this?')).toBeUndefined();
    expect(printRequest(request)).toBe('action=query&titles=A|B+c&prop=info');
    expect(parseRequest(`?${printRequest({ a: '+&=#%|\u001Fä', b: '' })}`)).toEqual({ a: '+&=#%|\u001Fä', b: '' });
  });
  it('separates the values of a parameter as MediaWiki does', () => {
    for (const values of [['A'], ['A', 'B'], ['A|B', 'C']]) expect(splitValues(joinValues(values))).toEqual(values);
    expect(splitValues('')).toEqual([]);
  });
});

describe('the modules of a request', () => {
  const request = {
    action: 'query',
    generator: 'categorymembers',
    gcmtitle: 'Category:A',
    prop: 'revisions',
    rvslots: 'main|x',
    unheard: '1',
  };
  it('are found with their prefixes and templated parameters', () => {
    expect(selectedModules(request, modules).map(({ path, prefix }) => [path, prefix])).toEqual([
      ['main', ''],
      ['query', ''],
      ['query+revisions', 'rv'],
      ['query+categorymembers', 'gcm'],
    ]);
    expect(controls(request).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['rvcontentformat-main', 'rvcontentformat-x', 'gcmtitle']),
    );
    expect(strangers(request, selectedModules(request, modules))).toEqual(['unheard']);
  });
  it('are removed with their parameters', () => {
    const generator = selectedModules(request, modules).find(({ prefix }) => prefix === 'gcm')!;
    expect(withoutModule(request, generator, modules)).toEqual({ action: 'query', prop: 'revisions', rvslots: 'main|x', unheard: '1' });
  });
});

describe.each(inheritedNames)('the name %s', name => {
  it('selects no module', () => {
    const paths = (request: Readonly<Record<string, string>>) => selectedModules(request, modules).map(({ path }) => path);
    expect(paths({ action: name })).toEqual(['main']);
    expect(paths({ action: 'query', list: name, generator: name })).toEqual(['main', 'query']);
  });
  it('is neither a given parameter nor a known type', () => {
    const own = new Map([module('main', '', [parameter(name, { required: true, type: name })])]);
    const [control] = selectedModules({}, own).flatMap(each => controlsOf(each, {}));
    expect(obstaclesOf({}, [control!])).toEqual([{ kind: 'required', parameter: name, others: [] }]);
    expect(controlKind(control!.parameter)).toBe('text');
  });
});

describe('problems of a request', () => {
  it('are found before it is sent', () => {
    const request = { list: 'categorymembers|allpages', cmtitle: 'A', cmpageid: '1' };
    const [title] = controls(request).filter(({ name }) => name === 'cmtitle');
    expect(excludedBy(title!)).toEqual(['cmpageid']);
    expect(obstaclesOf(request, controls(request))).toEqual([
      { kind: 'exclusive', parameter: 'cmtitle', others: ['cmpageid'] },
      { kind: 'exclusive', parameter: 'cmpageid', others: ['cmtitle'] },
      { kind: 'required', parameter: 'apfrom', others: [] },
    ]);
  });
  it('include violations of the parameter groups in schemas', () => {
    const groups = parameterGroups({
      $defs: {
        parameters: {
          allOf: [
            { oneOf: [{ required: ['cmtitle'] }, { required: ['cmpageid'] }] },
            { not: { anyOf: [{ required: ['cmlimit', 'cmpageid'] }] } },
          ],
        },
      },
    });
    const found = (request: Readonly<Record<string, string>>) =>
      obstaclesOf(request, controls(request), ({ path }) => (path === 'query+categorymembers' ? groups : undefined));
    expect(found({ list: 'categorymembers' })).toEqual([{ kind: 'missing', parameter: 'cmtitle', others: ['cmpageid'] }]);
    expect(found({ list: 'categorymembers', cmlimit: '1', cmpageid: '1' })).toEqual([
      { kind: 'exclusive', parameter: 'cmlimit', others: ['cmpageid'] },
    ]);
    expect(found({ list: 'categorymembers', cmtitle: 'A', cmlimit: '1' })).toEqual([]);
  });
  it('are assigned to the parameters that they mention, in every error format', () => {
    const request = { list: 'categorymembers|allpages' };
    const found = (response: object) =>
      problemsOf(response as never, controls(request)).map(({ severity, code, parameters }) => [severity, code, parameters]);
    expect(found({ error: { code: 'badinteger', info: 'The parameter "aplimit" needs an integer.' } })).toEqual([
      ['error', 'badinteger', ['aplimit']],
    ]);
    expect(
      found({ errors: [{ code: 'missingparam', text: 'One of "cmtitle", "cmpageid" is needed.', module: 'query+categorymembers' }] }),
    ).toEqual([['error', 'missingparam', ['cmtitle', 'cmpageid']]]);
    expect(found({ errors: [{ code: 'x', key: 'apierror-x', params: ['cmtitle'] }] })).toEqual([['error', 'x', ['cmtitle']]]);
    expect(found({ warnings: { allpages: { warnings: 'aplimit may not be over 500.\nSomething else.' } } })).toEqual([
      ['warning', '', ['aplimit']],
      ['warning', '', []],
    ]);
  });
});

describe('a continued request', () => {
  it('resumes with the continuation of the response', () => {
    const request = { list: 'allpages' };
    expect(following(request, { continue: { apcontinue: 'B', continue: '-||' } })).toEqual({
      list: 'allpages',
      apcontinue: 'B',
      continue: '-||',
    });
    expect(following(request, { batchcomplete: true })).toBeUndefined();
  });
  it('yields one response with joined lists and merged pages', () => {
    const first = {
      continue: { x: '1' },
      query: {
        pages: [
          { pageid: 1, title: 'A', links: [{ title: 'X' }] },
          { ns: 0, title: 'B', missing: true },
        ],
        list: [{ title: 'X' }],
      },
    };
    const second = {
      batchcomplete: true,
      query: {
        pages: [
          { pageid: 1, title: 'A', links: [{ title: 'Y' }] },
          { ns: 0, title: 'B', missing: true },
        ],
        list: [{ title: 'X' }],
      },
    };
    expect(merged(first, second)).toEqual({
      batchcomplete: true,
      query: {
        pages: [
          { pageid: 1, title: 'A', links: [{ title: 'X' }, { title: 'Y' }] },
          { ns: 0, title: 'B', missing: true },
        ],
        list: [{ title: 'X' }, { title: 'X' }],
      },
    });
  });
});
