import { describe, expect, it } from 'vitest';
import { RequestParams } from '../request.ts';
import { Continuation } from './continuation.ts';

const continuation = (query: string, all: string[] = ['info', 'links', 'allpages'], props: string[] = ['info', 'links']) =>
  new Continuation(new RequestParams({ query, method: 'GET' }), all, props);
const result = (one: Continuation) => {
  const { values, batchComplete } = one.toResult();
  return { ...(values && Object.fromEntries(values)), batchComplete };
};

describe('the continuation', () => {
  it('is empty when all modules have finished', () => {
    expect(result(continuation(''))).toEqual({ batchComplete: true });
  });
  it('selects the same pages again while a prop module is unfinished', () => {
    const one = continuation('continue=gapcontinue||&gapcontinue=B');
    one.stopModule('links', 'pl', '5|0|A');
    one.stopGenerator('allpages', 'ap', 'C');
    expect(result(one)).toEqual({ plcontinue: '5|0|A', gapcontinue: 'B', continue: 'gapcontinue||info|allpages', batchComplete: false });
  });
  it('advances the generator when the prop modules have finished, and runs these modules again', () => {
    const one = continuation('continue=gapcontinue||links&gapcontinue=B');
    one.stopGenerator('allpages', 'ap', 'C');
    expect(result(one)).toEqual({ gapcontinue: 'C', continue: 'gapcontinue||allpages', batchComplete: true });
  });
  it("selects the same pages by the generator's cursor, because its list may have grown at the front", () => {
    const one = continuation('continue=||&garvlimit=2', ['links'], ['links']);
    one.stopModule('links', 'pl', '5|0|A');
    one.repeatGenerator('allrevisions', 'arv', '20240101000000|7');
    one.stopGenerator('allrevisions', 'arv', '20230101000000|3');
    const expected = { plcontinue: '5|0|A', garvcontinue: '20240101000000|7', continue: 'garvcontinue||', batchComplete: false };
    expect(result(one)).toEqual(expected);
    expect(one.toRawRepetition()).toEqual(new Map([['allrevisions', new Map([['garvcontinue', '20240101000000|7']])]]));
  });
  it('resumes only list modules when all pages are finished', () => {
    const one = continuation('');
    one.stopModule('allpages', 'ap', 'D');
    expect(result(one)).toEqual({ apcontinue: 'D', continue: '-||info|links', batchComplete: true });
  });
  it('accepts named parameters and numbers as cursors', () => {
    const one = continuation('', ['search'], []);
    one.stopModule('search', 'sr', { offset: 10 });
    expect(result(one)).toEqual({ sroffset: 10, continue: '-||', batchComplete: true });
  });
});

describe('the parameter continue', () => {
  it('excludes finished modules, and prop modules when all pages are finished', () => {
    const one = continuation('continue=-||info');
    expect(['info', 'links', 'allpages'].map(name => one.runs(name))).toEqual([false, false, true]);
    expect(one.generatorDone).toBe(true);
  });
  it('is rejected if malformed', () => {
    expect(() => continuation('continue=a')).toThrow(expect.objectContaining({ code: 'badcontinue' }));
    expect(() => continuation('continue=a||b||c')).toThrow(expect.objectContaining({ code: 'badcontinue' }));
  });
});

it('the continuation contains the values of each module for `rawcontinue`', () => {
  const one = continuation('');
  one.stopModule('links', 'pl', '5|0|A');
  one.stopGenerator('allpages', 'ap', 'C');
  const expected = { links: new Map([['plcontinue', '5|0|A']]), allpages: new Map([['gapcontinue', 'C']]) };
  expect(Object.fromEntries(one.toRawResult()!)).toEqual(expected);
});
