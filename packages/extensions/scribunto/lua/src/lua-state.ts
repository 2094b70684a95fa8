import { LuaApi } from 'wasmoon-lua5.1';
import { LuaFailure } from './lua-failure.ts';

interface Program {
  readonly HEAPU8: Uint8Array;
  addFunction(call: (state: number) => number, signature: string): number;
  _malloc(size: number): number;
  _free(address: number): void;
  _lua_tolstring(state: number, index: number, length: number): number;
  _lua_pushlstring(state: number, address: number, length: number): void;
  _luaL_loadbuffer(state: number, address: number, length: number, name: number): number;
}

const [NIL, BOOLEAN, NUMBER, STRING, TABLE] = [0, 1, 3, 4, 5];
const DEEPEST = 100;
const COLLECT = 2;
/** Pseudo-index of Lua's registry, which modules cannot access. */
const REGISTRY = -10_000;
const SHARED = 'shared';

/** Value from Lua. A table with the keys 1 to n is an array, any other table is a map. Strings are decoded from UTF-8. */
export type FromLua = undefined | boolean | number | string | readonly FromLua[] | ReadonlyMap<string | number | boolean, FromLua>;

export class LuaState {
  readonly #api: LuaApi;
  readonly #program: Program;
  readonly #state: number;
  readonly #length: number;

  readonly #pointer: number;
  #call: (values: readonly FromLua[]) => unknown = () => undefined;
  #raw: (bytes: Uint8Array) => boolean = () => false;

  private constructor(api: LuaApi, pointer?: number) {
    this.#api = api;
    this.#program = api.module as unknown as Program;
    this.#state = api.luaL_newstate();
    this.#length = this.#program._malloc(4);
    this.#pointer = pointer ?? this.#program.addFunction(state => (current ? current.#answer(state) : 0), 'ii');
    api.luaL_openlibs(this.#state);
    api.lua_createtable(this.#state, 0, 0);
    api.lua_setfield(this.#state, REGISTRY, SHARED);
  }

  /** Reuses the interpreter instance of an earlier state unless its memory has grown: WebAssembly memory never shrinks. */
  static async create(before?: LuaState): Promise<LuaState> {
    const isReused = before && before.#program.HEAPU8.length <= MAX_REUSED;
    if (isReused) before.#api.lua_close(before.#state);
    current = isReused ? new LuaState(before.#api, before.#pointer) : new LuaState(await LuaApi.initialize());
    return current;
  }

  /** Compiles Lua source and pushes it as a function. Throws LuaFailure. */
  load(source: string, name: string): void {
    const bytes = Buffer.from(source);
    const address = this.#write(bytes);
    const label = this.#write(Buffer.from(`=${name}\0`));
    const status = this.#program._luaL_loadbuffer(this.#state, address, bytes.length, label);
    this.#program._free(address);
    this.#program._free(label);
    if (status !== 0) throw this.#failure();
  }

  /** Calls a function with the top `count` values of the stack, which are above it. Throws LuaFailure. */
  call(count: number, results: number): void {
    if (this.#api.lua_pcall(this.#state, count, results, 0) !== 0) throw this.#failure();
  }

  #failure(): LuaFailure {
    const text = this.text(-1);
    this.pop(1);
    return new LuaFailure(text);
  }

  pop(count: number): void {
    this.#api.lua_settop(this.#state, -count - 1);
  }

  pushShared(): void {
    this.#api.lua_getfield(this.#state, REGISTRY, SHARED);
  }

  pushField(index: number, name: string): void {
    this.push(name);
    this.#api.lua_gettable(this.#state, index < 0 ? index - 1 : index);
  }

  /** Returns the string at a stack index, or an empty string for values of other types. */
  text(index: number): string {
    return this.#api.lua_type(this.#state, index) === STRING ? Buffer.from(this.#bytes(index)).toString() : '';
  }

  /** Sets a table field to the value on top of the stack; the key is below the value. */
  setTable(index: number): void {
    this.#api.lua_rawset(this.#state, index);
  }

  /**
   * Pushes the host function. In Lua, it returns whether it succeeded, and its value or error message.
   * `raw` handles the only function that receives bytes (`IS_UTF8`).
   */
  pushFunction(call: (values: readonly FromLua[]) => unknown, raw: (bytes: Uint8Array) => boolean): void {
    this.#call = call;
    this.#raw = raw;
    this.#api.lua_pushcclosure(this.#state, this.#pointer, 0);
  }

  #answer(state: number): number {
    // Coroutines have a separate state, but modules cannot create coroutines.
    if (state !== this.#state) return 0;
    const [api, call, raw] = [this.#api, this.#call, this.#raw];
    const count = api.lua_gettop(state);
    try {
      if (count === 2 && this.read(1) === IS_UTF8) {
        const isRight = raw(this.#bytes(2));
        api.lua_pushboolean(state, 1);
        api.lua_pushboolean(state, Number(isRight));
        return 2;
      }
      const values = Array.from({ length: count }, (_, i) => this.read(i + 1));
      const value = call(values);
      api.lua_pushboolean(state, 1);
      this.push(value);
    } catch (error) {
      if (!(error instanceof LuaFailure)) throw error;
      api.lua_settop(state, count);
      api.lua_pushboolean(state, 0);
      this.push(error.message);
    }
    return 2;
  }

  /** Pushes a value. An array becomes a table with keys from 1; a map or an object becomes a table with the same keys. */
  push(value: unknown, depth = 0): void {
    const [api, state] = [this.#api, this.#state];
    if (depth > DEEPEST) throw new LuaFailure('tables are nested too deeply');
    if (!api.lua_checkstack(state, 4)) throw new LuaFailure('stack overflow');
    if (value === undefined || value === null) api.lua_pushnil(state);
    else if (typeof value === 'boolean') api.lua_pushboolean(state, Number(value));
    else if (typeof value === 'number') api.lua_pushnumber(state, value);
    else if (typeof value === 'string') this.#pushBytes(Buffer.from(value));
    else if (value instanceof Uint8Array) this.#pushBytes(value);
    else {
      const entries: Iterable<[unknown, unknown]> = Array.isArray(value)
        ? value.map((each, i): [unknown, unknown] => [i + 1, each])
        : value instanceof Map
          ? value
          : Object.entries(value);
      api.lua_createtable(state, 0, 0);
      for (const [key, each] of entries) {
        if (each === undefined || each === null) continue;
        this.push(key, depth + 1);
        this.push(each, depth + 1);
        api.lua_rawset(state, -3);
      }
    }
  }

  #pushBytes(bytes: Uint8Array): void {
    const address = this.#write(bytes);
    this.#program._lua_pushlstring(this.#state, address, bytes.length);
    this.#program._free(address);
  }

  #write(bytes: Uint8Array): number {
    const address = this.#program._malloc(bytes.length || 1);
    if (address === 0) throw new LuaFailure('not enough memory');
    this.#program.HEAPU8.set(bytes, address);
    return address;
  }

  read(index: number, depth = 0): FromLua {
    const [api, state] = [this.#api, this.#state];
    if (depth > DEEPEST) throw new LuaFailure('tables are nested too deeply');
    const type: number = api.lua_type(state, index);
    if (type === NIL || type < 0) return undefined;
    if (type === BOOLEAN) return api.lua_toboolean(state, index) !== 0;
    if (type === NUMBER) return api.lua_tonumber(state, index);
    if (type === STRING) return Buffer.from(this.#bytes(index)).toString();
    if (type === TABLE) return this.#readTable(index < 0 ? api.lua_gettop(state) + index + 1 : index, depth);
    throw new LuaFailure(`a value of type ${api.lua_typename(state, type)} is not supported`);
  }

  /** Returns a view of a string's bytes, which is only valid until the WebAssembly memory grows. */
  #bytes(index: number): Uint8Array {
    const program = this.#program;
    const address = program._lua_tolstring(this.#state, index, this.#length);
    const length = new DataView(program.HEAPU8.buffer).getUint32(this.#length, true);
    return program.HEAPU8.subarray(address, address + length);
  }

  #readTable(index: number, depth: number): FromLua {
    const [api, state] = [this.#api, this.#state];
    if (!api.lua_checkstack(state, 4)) throw new LuaFailure('stack overflow');
    const entries = new Map<string | number | boolean, FromLua>();
    api.lua_pushnil(state);
    while (api.lua_next(state, index) !== 0) {
      const value = this.read(-1, depth + 1);
      const key = this.read(-2, depth + 1);
      if (typeof key !== 'string' && typeof key !== 'number' && typeof key !== 'boolean')
        throw new LuaFailure('a table cannot be a key here');
      entries.set(key, value);
      api.lua_settop(state, -2);
    }
    const isList = entries.size > 0 && Array.from({ length: entries.size }, (_, i) => i + 1).every(i => entries.has(i));
    return isList ? Array.from({ length: entries.size }, (_, i) => entries.get(i + 1)) : entries;
  }

  collect(): void {
    this.#api.lua_gc(this.#state, COLLECT, 0);
  }
}

let current: LuaState | undefined;
/** Maximum memory size in bytes of an interpreter instance that is reused. */
const MAX_REUSED = 24 << 20;

/** Name of the only host function that receives bytes instead of strings. */
const IS_UTF8 = 'isUtf8';
