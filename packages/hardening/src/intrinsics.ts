/** Constructors whose prototypes every JSON value inherits from. */
const SHARED = [Object, Function, Array, String, Number, Boolean];

/**
 * Freezes the intrinsics that JSON values inherit from, and deletes the accessor `__proto__`, so that no document can change what all objects share.
 * To be called once in each process and thread, when its modules are loaded and before it reads anything. `__proto__` is an ordinary key from then on.
 */
export function freezeIntrinsics(): void {
  // As `node --disable-proto=delete` does, which threads and programs of others do not get.
  Reflect.deleteProperty(Object.prototype, '__proto__');
  // Of a frozen prototype, an assignment to a property of the same name fails, in sloppy mode without an error: libraries assign `toString`
  // and `constructor` of their own objects, and express a `bind` for the HTTP method. Accessors let them. `call`, `apply` and what arrays have stay as they
  // are, because V8 is slow with accessors there.
  for (const key of Object.getOwnPropertyNames(Object.prototype)) letOverride(Object.prototype, key);
  for (const key of ['bind', 'constructor', 'toString']) letOverride(Function.prototype, key);
  for (const shared of SHARED) {
    Object.freeze(shared.prototype);
    Object.freeze(shared);
  }
}

function letOverride(prototype: object, key: string): void {
  const { value, configurable, enumerable = false } = Object.getOwnPropertyDescriptor(prototype, key) ?? {};
  if (value === undefined || !configurable) return;
  Object.defineProperty(prototype, key, {
    enumerable,
    configurable,
    get: () => value as unknown,
    set(this: object, own: unknown) {
      if (this === prototype) throw new TypeError(`Cannot assign to ${key} of a frozen intrinsic.`);
      Object.defineProperty(this, key, { value: own, writable: true, enumerable: true, configurable: true });
    },
  });
}
