/** Entry point of the Lua thread, which handles calls and waits for host functions. */

import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { freezeIntrinsics } from '@wikiquery/hardening';
import { LuaFailure } from './lua-failure.ts';
import { type FromLua, LuaState } from './lua-state.ts';
import type { FromHost, FromWorker } from './protocol.ts';
import { stringFunctions } from './strings.ts';

freezeIntrinsics();

const { port, signal } = workerData as { readonly port: MessagePort; readonly signal: Int32Array };

/** Maximum memory in bytes, including the 16 MiB that the interpreter starts with. */
const MOST_MEMORY = 66 << 20;
const PAGE = 65_536;

/** Type of WebAssembly memory, which the type definitions of Node.js lack. */
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(this: Memory, pages: number): number;
}
const memory = (globalThis as unknown as { readonly WebAssembly: { readonly Memory: { readonly prototype: Memory } } }).WebAssembly.Memory
  .prototype;
const { grow } = memory;
memory.grow = function (pages) {
  if (this.buffer.byteLength + pages * PAGE > MOST_MEMORY) throw new RangeError('The memory limit of Lua is reached.');
  return grow.call(this, pages);
};

/** Library files in dependency order, and modules that Lua code loads by name. */
const LIBRARY = ['core', 'frame', 'ustring', 'text', 'html', 'uri', 'title', 'language'];
const MODULES = ['libraryUtil', 'strict'];
const sourceOf = (name: string): string => readFileSync(new URL(`./library/${name}.lua`, import.meta.url), 'utf8');
const sources = new Map([...LIBRARY, ...MODULES].map(name => [name, sourceOf(name)]));

/** Blocks until a message arrives, because a running Lua function cannot be suspended. */
function next(): FromHost {
  for (;;) {
    const seen = Atomics.load(signal, 0);
    const received = receiveMessageOnPort(port);
    if (received) return received.message as FromHost;
    Atomics.wait(signal, 0, seen);
  }
}

const send = (message: FromWorker): void => port.postMessage(message);

/** Runs a host function in this thread or in the main thread, which may make nested calls before it responds. */
function callHost([name, ...values]: readonly FromLua[]): unknown {
  if (typeof name !== 'string') throw new LuaFailure('a function name is required');
  const own = stringFunctions[name];
  if (own) {
    try {
      return own(...(values as never[]));
    } catch (error) {
      if (error instanceof RangeError) throw new LuaFailure('pattern too complex');
      throw error;
    }
  }
  send({ kind: 'ask', name, values });
  for (;;) {
    const message = next();
    if (message.kind === 'answer') {
      if (message.failure !== undefined) throw new LuaFailure(message.failure);
      return message.value;
    }
    if (message.kind === 'call') call(message);
  }
}

let lua: LuaState | undefined;

function call({ title, name, frame }: Extract<FromHost, { kind: 'call' }>): void {
  if (!lua) return;
  lua.pushShared();
  lua.pushField(-1, 'invoke');
  for (const value of [title, name, frame]) lua.push(value);
  try {
    lua.call(3, 2);
    const [kind, text] = [lua.text(-2), lua.text(-1)];
    lua.pop(3);
    send({ kind: 'done', outcome: kind, text });
  } catch (error) {
    if (!(error instanceof LuaFailure)) throw error;
    lua.pop(1);
    lua.collect();
    send({ kind: 'done', outcome: 'error', text: error.message });
  }
}

async function open(): Promise<void> {
  lua = await LuaState.create(lua);
  for (const name of LIBRARY) {
    lua.load(sources.get(name) ?? '', name === 'core' ? 'mw.lua' : `mw.${name}.lua`);
    lua.pushShared();
    lua.pushFunction(callHost, isUtf8);
    lua.call(2, 0);
  }
  lua.pushShared();
  lua.pushField(-1, 'own');
  for (const name of MODULES) {
    lua.push(name);
    lua.push(sources.get(name));
    lua.setTable(-3);
  }
  lua.pop(2);
  send({ kind: 'done', outcome: 'ok', text: '' });
}

for (;;) {
  const message = next();
  if (message.kind === 'open') await open();
  else if (message.kind === 'call') call(message);
}
