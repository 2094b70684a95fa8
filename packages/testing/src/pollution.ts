/** Properties that polluting documents plant. An unrelated object that has them proves that a prototype was polluted. */
const PLANTED = {
  ofPollution: 'x',
  execArgv: ['--import', 'data:text/javascript,'],
  env: { NODE_OPTIONS: '--no-such-option' },
  toString: 'x',
};

const payload = JSON.stringify(PLANTED);

/** Properties of every object, which a lookup must treat like unknown words. */
export const inheritedNames = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty'] as const;

/** Properties that change shared objects if a program copies or merges them carelessly. */
const PROPERTIES: readonly string[] = [
  `"__proto__":${payload}`,
  `"constructor":{"prototype":${payload}}`,
  `"\\u005f_proto__":${payload}`,
  `"constructor":{"ofPollution":"x","prototype":{"constructor":{"prototype":${payload}}}}`,
  `"__proto__":{"__proto__":${payload}}`,
  `"__prot\\u006F__":[${payload}]`,
  `"prototype":${payload}`,
  `"__proto__":"x"`,
  `"constructor":"x","__proto__":null`,
  `"hasOwnProperty":"x","toString":"x","valueOf":1,"__proto__":{"constructor":{"prototype":${payload}}}`,
];

/** Returns `count` variants of a document as JSON, with polluting properties in each of its objects in turn. */
export function pollutingDocuments(document: object, count = 50): string[] {
  const objects = objectsIn(document);
  // Each round over the objects plants different properties.
  return Array.from({ length: count }, (_, i) => {
    const at = i % objects;
    return withProperty(document, at, PROPERTIES[(i + Math.floor(i / objects)) % PROPERTIES.length] as string);
  });
}

const objectsIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, item) => sum + objectsIn(item), Array.isArray(value) ? 0 : 1);
};

function withProperty(document: object, index: number, property: string): string {
  let seen = -1;
  const write = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
    const isTarget = ++seen === index;
    const properties = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${write(item)}`);
    return `{${(isTarget ? [...properties, property] : properties).join(',')}}`;
  };
  return write(document);
}

const SHARED: readonly object[] = [Object, Function, Array, String, Number, Boolean, Map, Promise].flatMap(each => [each, each.prototype]);

const ownProperties = (): Map<string, unknown> =>
  new Map(
    SHARED.flatMap((each, at) =>
      Reflect.ownKeys(each).map(key => {
        const { value, get, set } = Reflect.getOwnPropertyDescriptor(each, key) ?? {};
        return [`${at} ${String(key)}`, value ?? get ?? set] as const;
      }),
    ),
  );

/** Records the properties of the shared built-in objects. The returned function lists the properties that have changed since. */
export function watchShared(): () => string[] {
  const before = ownProperties();
  return () => {
    const now = ownProperties();
    return [...new Set([...before.keys(), ...now.keys()])].filter(name => !Object.is(before.get(name), now.get(name)));
  };
}

/** Serializes a result without planted properties, to compare it with the result of the original document. */
export const withoutPlanted = (result: unknown): string =>
  JSON.stringify(result, (key, value: unknown) => {
    if (isPlanted(key)) return undefined;
    return value instanceof Map ? [...value].filter(([name]) => !isPlanted(String(name))) : value;
  }) ?? '';

/** Whether a property was planted. Log parameters have keys such as `5::name`. */
const isPlanted = (key: string): boolean => NAMES.has(key.replace(/^\d+::/, ''));

const NAMES = new Set(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'valueOf', ...Object.keys(PLANTED)]);
