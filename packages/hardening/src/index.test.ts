import { execFileSync } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { escapeControls, processEnvironment, resultStream, threadOptions } from './index.ts';

/** Runs code in a separate process with frozen intrinsics. */
const frozen = (code: string): unknown => {
  const source = new URL('./intrinsics.ts', import.meta.url).href;
  const program = `import { freezeIntrinsics } from '${source}'; freezeIntrinsics(); process.stdout.write(JSON.stringify((() => { ${code} })()))`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }));
};

it('freezeIntrinsics prevents changes of prototypes through any path of a document', () => {
  const paths = [
    '__proto__',
    'constructor.prototype',
    'constructor',
    '__proto__.constructor',
    'list.constructor.prototype',
    'text.constructor',
  ];
  const polluted = frozen(`
    const tries = ${JSON.stringify(paths)}.map(path => {
      const target = { list: [], text: 'x' };
      try { path.split('.').reduce((at, key) => at[key], target).polluted = true; } catch {}
      return path;
    });
    return [Object, Object.prototype, Function.prototype, Array, Array.prototype, String, String.prototype].filter(each => 'polluted' in each).length;
  `);
  expect(polluted).toBe(0);
});

it('freezeIntrinsics makes __proto__ an ordinary key', () => {
  expect(
    frozen(`const to = {}; for (const [k, v] of Object.entries(JSON.parse('{"__proto__":{"a":1}}'))) to[k] = v; return [to, to.a];`),
  ).toEqual([JSON.parse('{"__proto__":{"a":1}}'), null]);
});

it('freezeIntrinsics lets objects override properties of their prototype', () => {
  const code = `
    const sloppy = new Function("function Old() {} Old.prototype.toString = function () { return 'old'; }; Old.prototype.constructor = Old; return new Old()");
    const plain = { }; plain.toString = () => 'plain'; plain.valueOf = 1; plain.hasOwnProperty = 2;
    class Own { toString() { return 'own'; } }
    const fn = () => 1; fn.toString = () => 'fn'; fn.bind = 1;
    return [String(sloppy()), sloppy().constructor.name, String(plain), Object.keys(plain), String(new Own()), String(fn), String({}), ({}).constructor === Object];
  `;
  expect(frozen(code)).toEqual(['old', 'Old', 'plain', ['toString', 'valueOf', 'hasOwnProperty'], 'own', 'fn', '[object Object]', true]);
});

it('freezeIntrinsics rejects assignments to the intrinsics themselves', () => {
  const code = `return [() => { Object.prototype.toString = 1; }, () => { Object.prototype.a = 1; }, () => { Array.prototype.push = 1; }].map(each => {
    try { each(); return 'done'; } catch (error) { return error.constructor.name; }
  });`;
  expect(frozen(code)).toEqual(['TypeError', 'TypeError', 'TypeError']);
});

afterEach(() => {
  for (const name of ['execArgv', 'env', 'eval', 'NODE_OPTIONS']) Reflect.deleteProperty(Object.prototype, name);
});

it('threadOptions makes threads ignore options from a polluted prototype', async () => {
  const evil = ['--import', 'data:text/javascript,globalThis.isPolluted = true'];
  const shared = Object.prototype as unknown as Record<string, unknown>;
  shared.execArgv = evil;
  shared.env = { NODE_OPTIONS: evil.join(' ') };
  shared.NODE_OPTIONS = '--no-such-option';
  const code =
    'require("node:worker_threads").parentPort.postMessage([globalThis.isPolluted === true, process.execArgv, process.env.PATH])';
  const ask = (options: object) =>
    new Promise<unknown>((resolve, reject) =>
      new Worker(code, Object.assign(options, { eval: true })).once('message', resolve).once('error', reject),
    );
  expect(await ask(threadOptions({}))).toEqual([false, expect.not.arrayContaining(evil), process.env.PATH]);
  expect(await ask(threadOptions({ name: 'x' }))).toEqual([false, expect.not.arrayContaining(evil), process.env.PATH]);
  expect('NODE_OPTIONS' in processEnvironment()).toBe(Object.hasOwn(process.env, 'NODE_OPTIONS'));
});

it('escapeControls escapes terminal control sequences', () => {
  expect(escapeControls('\u001b]0;title\u0007\u009b2J\u202e\u2066a\r\nb\tc\u2028\ud800\u{1f600}é')).toBe(
    '\\u001b]0;title\\u0007\\u009b2J\\u202e\\u2066a\\u000d\\u000ab\tc\\u2028\\ud800\u{1f600}é',
  );
  const json = JSON.stringify({ text: '\u009b\u202e\u001b' });
  expect(JSON.parse(escapeControls(json))).toEqual({ text: '\u009b\u202e\u001b' });
});

it('resultStream escapes results only on a terminal', async () => {
  const written = 'a\u001b[2J,\u202eb\r\nc\td\n';
  for (const [isTTY, expected] of [
    [false, written],
    [true, 'a\\u001b[2J,\\u202eb\nc\td\n'],
  ] as const) {
    const terminal = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream & PassThrough;
    const stream = resultStream(terminal);
    const bytes = Buffer.from(written);
    // Splits a multibyte character.
    for (const part of [bytes.subarray(0, 6), bytes.subarray(6)]) stream.write(part);
    await new Promise<void>(resolve => stream.end(resolve));
    terminal.end();
    expect(await text(terminal)).toBe(expected);
  }
});
