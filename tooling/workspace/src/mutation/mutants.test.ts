import { describe, expect, it } from 'vitest';
import { changedLines, mutantsOf } from './mutants.ts';

const changes = (text: string): string[] =>
  mutantsOf(text).map(mutant => {
    const { was, becomes } = changedLines(text, mutant);
    return `${mutant.kind}: ${was} → ${becomes}`;
  });

describe('mutants', () => {
  it('drop filters and orders of queries', () => {
    expect(changes("function f(q) {\n  return q.where('a', '=', 1).orderBy('a');\n}")).toEqual([
      "remove an order: return q.where('a', '=', 1).orderBy('a'); → return q.where('a', '=', 1);",
      "drop a filter: return q.where('a', '=', 1).orderBy('a'); → return q.orderBy('a');",
      "off by one: return q.where('a', '=', 1).orderBy('a'); → return q.where('a', '=', 2).orderBy('a');",
    ]);
    expect(changes('const f = q => whereEquals(q, { a });')).toEqual([
      'drop a filter: const f = q => whereEquals(q, { a }); → const f = q => q;',
    ]);
  });
  it('move bounds and limits by one', () => {
    expect(changes("const f = (q, limit) => read(q.having('a', '<', limit), { limit });")).toEqual([
      "drop a filter: const f = (q, limit) => read(q.having('a', '<', limit), { limit }); → const f = (q, limit) => read(q, { limit });",
      "off by one: const f = (q, limit) => read(q.having('a', '<', limit), { limit }); → const f = (q, limit) => read(q.having('a', '<=', limit), { limit });",
      "off by one: const f = (q, limit) => read(q.having('a', '<', limit), { limit }); → const f = (q, limit) => read(q.having('a', '<', limit), { limit: (limit) + 1 });",
    ]);
  });
  it('negate conditions and swap fields of a row', () => {
    expect(changes('const f = row => (row.a ? 0 : { id: row.id, name: row.name });')).toHaveLength(4);
    expect(changes('const f = a => {\n  if (a) return b;\n};')).toEqual(['negate a condition: if (a) return b; → if (!(a)) return b;']);
  });
  it('are those of one declaration and what it refers to', () => {
    const text = 'export const make = q => a(q);\nconst a = q => (q ? 1 : b);\nfunction other(q) {\n  return q ? 2 : 3;\n}';
    expect(mutantsOf(text).map(({ line }) => line)).toEqual([2, 2, 4, 4, 4]);
    expect(mutantsOf(text, 'make').map(({ line }) => line)).toEqual([2, 2]);
  });
  it('leave declarations and what is outside of functions alone', () => {
    expect(changes('export default defineModule({ params: { a: p.enum(site => site.all.filter(Boolean)) }, name: 1 });')).toEqual([]);
    expect(changes('const MOST = 500;')).toEqual([]);
  });
});
