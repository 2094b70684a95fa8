/** Constructors whose prototypes every JSON value inherits from. */
const SHARED = [Object, Function, Array, String, Number, Boolean];

/**
 * Freezes the intrinsics that JSON values inherit from, and deletes the accessor `__proto__`, so that no document can change object
 * prototypes. Call it once in each process and thread, after its modules are loaded and before it reads data. Afterwards, `__proto__` is an
 * ordinary key.
 */
export function freezeIntrinsics(): void {
  // Has the effect of `node --disable-proto=delete`, which threads and third-party programs do not receive.
  Reflect.deleteProperty(Object.prototype, '__proto__');
  // Libraries assign `toString` and `constructor` of their own objects, and Express assigns `bind`. A frozen data property would make that
  // fail, so these become accessors. `call`, `apply` and array methods stay data properties, because V8 is slow with accessors there.
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
