import { describe, expect, it } from 'vitest';
import { RequestParams } from '../request.ts';
import { Continuation } from './continuation.ts';

const continuation = (query: string, all: string[] = ['info', 'links', 'allpages'], props: string[] = ['info', 'links']) =>
  new Continuation(new RequestParams({ query, method: 'GET' }), all, props);
const result = (one: Continuation) => {
  const { values, batchComplete } = one.toResult();
  return { ...(values && Object.fromEntries(values)), batchComplete };
};

describe('what the client sends to go on', () => {
  it('is nothing when every module came to its end', () => {
    expect(result(continuation(''))).toEqual({ batchComplete: true });
  });
  it('repeats the same pages while a prop module is unfinished', () => {
    const one = continuation('continue=gapcontinue||&gapcontinue=B');
    one.stopModule('links', 'pl', '5|0|A');
    one.stopGenerator('allpages', 'ap', 'C');
    expect(result(one)).toEqual({ plcontinue: '5|0|A', gapcontinue: 'B', continue: 'gapcontinue||info|allpages', batchComplete: false });
  });
  it('moves the generator on when the prop modules are done, and runs them again', () => {
    const one = continuation('continue=gapcontinue||links&gapcontinue=B');
    one.stopGenerator('allpages', 'ap', 'C');
    expect(result(one)).toEqual({ gapcontinue: 'C', continue: 'gapcontinue||allpages', batchComplete: true });
  });
  it('names the same pages as the generator says, where its list may have grown at the front', () => {
    const one = continuation('continue=||&garvlimit=2', ['links'], ['links']);
    one.stopModule('links', 'pl', '5|0|A');
    one.repeatGenerator('allrevisions', 'arv', '20240101000000|7');
    one.stopGenerator('allrevisions', 'arv', '20230101000000|3');
    const expected = { plcontinue: '5|0|A', garvcontinue: '20240101000000|7', continue: 'garvcontinue||', batchComplete: false };
    expect(result(one)).toEqual(expected);
    expect(one.toRawRepetition()).toEqual(new Map([['allrevisions', new Map([['garvcontinue', '20240101000000|7']])]]));
  });
  it('goes on with lists alone when the pages are done with', () => {
    const one = continuation('');
    one.stopModule('allpages', 'ap', 'D');
    expect(result(one)).toEqual({ apcontinue: 'D', continue: '-||info|links', batchComplete: true });
  });
  it('takes named parameters and numbers as cursors', () => {
    const one = continuation('', ['search'], []);
    one.stopModule('search', 'sr', { offset: 10 });
    expect(result(one)).toEqual({ sroffset: 10, continue: '-||', batchComplete: true });
  });
});

describe('what runs', () => {
  it('leaves out finished modules, and the props when the pages are done with', () => {
    const one = continuation('continue=-||info');
    expect(['info', 'links', 'allpages'].map(name => one.runs(name))).toEqual([false, false, true]);
    expect(one.generatorDone).toBe(true);
  });
  it('refuses a marker of another form', () => {
    expect(() => continuation('continue=a')).toThrow(expect.objectContaining({ code: 'badcontinue' }));
    expect(() => continuation('continue=a||b||c')).toThrow(expect.objectContaining({ code: 'badcontinue' }));
  });
});

it('lists each module with its values for rawcontinue', () => {
  const one = continuation('');
  one.stopModule('links', 'pl', '5|0|A');
  one.stopGenerator('allpages', 'ap', 'C');
  const expected = { links: new Map([['plcontinue', '5|0|A']]), allpages: new Map([['gapcontinue', 'C']]) };
  expect(Object.fromEntries(one.toRawResult()!)).toEqual(expected);
});
