import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { writerOf } from './formats.ts';

async function csv(rows: readonly Record<string, unknown>[]): Promise<string[]> {
  const out = new PassThrough();
  const columns = Object.keys(rows[0] ?? {}).map(name => ({ name, type: 'string' as const }));
  const writer = await writerOf('csv', columns, out);
  await writer.write(rows);
  await writer.finish();
  out.end();
  return (await text(out)).split('\r\n').slice(1, -1);
}

it('CSV export prefixes text that spreadsheets read as formulas with an apostrophe, but not numbers', async () => {
  const formulas = ['=cmd|/C calc!A1', '+1', '-5', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '－1', '"=1'];
  expect(await csv(formulas.map(note => ({ note })))).toEqual([
    "'=cmd|/C calc!A1",
    "'+1",
    "'-5",
    "'@SUM(A1)",
    "'\t=1",
    `"'\r=1"`,
    `"'\n=1"`,
    "'＝1",
    "'－1",
    '"""=1"',
  ]);
  expect(await csv([{ number: -5, half: -0.5, list: ['=1'], none: undefined, plain: 'a=1', yes: true }])).toEqual([
    '-5,-0.5,"[""=1""]",,a=1,true',
  ]);
});
