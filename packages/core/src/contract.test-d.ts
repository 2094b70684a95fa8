// Declarations that must compile, and declarations with one mistake each that must not. `pnpm types` compiles this file; nothing runs it.
import { defineModule, defineService, f, Pages, p, Records } from './index.ts';

const list = { group: 'list', name: 'stones', prefix: 'st', summary: 'Stones.' } as const;
const meta = { group: 'meta', name: 'weather', prefix: 'we', summary: 'The weather.' } as const;
const stone = f.record({ n: f.int() });
const one = new Records([{ record: { n: 1 } }]);

defineModule({ ...list, params: { limit: p.limit(), continue: p.continue() }, returns: stone, execute: async () => one });
defineModule({ ...list, params: { limit: p.limit(), offset: p.int() }, returns: stone, execute: async () => one });
defineModule({ ...list, params: { limit: p.limit(), from: p.string() }, continuesBy: 'from', returns: stone, execute: async () => one });
// @ts-expect-error a limit without a continue parameter
defineModule({ ...list, params: { limit: p.limit() }, returns: stone, execute: async () => one });
// @ts-expect-error an unknown parameter in continuesBy
defineModule({ ...list, params: { limit: p.limit() }, continuesBy: 'from', returns: stone, execute: async () => one });

defineModule({
  ...list,
  placement: 'object',
  params: {},
  returns: f.keyed(f.int()),
  execute: async () => new Records([{ key: 'a', record: 1 }]),
});
defineModule({ ...meta, params: {}, returns: f.keyed(f.int()), execute: async () => new Records([{ key: 'a', record: 1 }]) });
// @ts-expect-error entries with keys, but no declared keys
defineModule({ ...meta, params: {}, returns: stone, execute: async () => new Records([{ key: 'a', record: { n: 1 } }]) });
// @ts-expect-error keyed records need the placement object or spread
defineModule({ ...list, params: {}, returns: f.keyed(f.int()), execute: async () => new Records([{ key: 'a', record: 1 }]) });
defineModule({
  ...meta,
  // @ts-expect-error keyed records cannot be a list
  placement: 'list',
  params: {},
  returns: f.keyed(f.int()),
  execute: async () => new Records([{ key: 'a', record: 1 }]),
});

defineModule({ ...list, generator: true, params: {}, returns: stone, execute: async q => (q.asGenerator ? new Pages([]) : one) });
// @ts-expect-error pages from a module that is not a generator
defineModule({ ...list, params: {}, returns: stone, execute: async () => new Pages([]) });
// @ts-expect-error asGenerator in a module that is not a generator
defineModule({ ...list, params: {}, returns: stone, execute: async q => (q.asGenerator ? one : one) });

// @ts-expect-error a record without a declared field
defineModule({ ...list, params: {}, returns: stone, execute: async () => new Records([{ record: { m: 1 } }]) });
// @ts-expect-error a bare record from a list module
defineModule({ ...list, params: {}, returns: stone, execute: async () => ({ n: 1 }) });

// @ts-expect-error an unknown parameter in a combination
defineModule({ ...list, params: { a: p.string() }, exactlyOne: [['a', 'b']], returns: stone, execute: async () => one });

p.string().multi().default(['a']);
// @ts-expect-error multi() after the default of a single value
p.string().default('a').multi();
// @ts-expect-error multi() after required()
p.string().required().multi();
// @ts-expect-error a single value as the default of a multi-value parameter
p.string().multi().default('a');

const duplicates = p.int().multi({ low: 5, high: 50, duplicates: true });
export const values: readonly number[] | undefined = duplicates.out;
// @ts-expect-error duplicates make the values a list, not a set
export const set: ReadonlySet<number> | undefined = duplicates.out;

const forecast = defineService<(place: string) => string>('forecast');
forecast.provide(() => place => `Fair in ${place}`);
forecast.provide(
  async ({ sky }: { readonly sky: string }) =>
    place =>
      `${sky} in ${place}`,
);
// @ts-expect-error a factory that does not return the type of the service
forecast.provide(() => 'Fair');
// @ts-expect-error a factory whose promise resolves to another type
forecast.provide(async () => (place: number) => `Fair at ${place}`);
defineModule({
  ...meta,
  services: { forecast },
  params: {},
  returns: stone,
  // @ts-expect-error an argument of the wrong type for the service
  execute: async ({ services }) => ({ n: services.forecast(1) }),
});
