// What must not compile: each expected error is one mistake of an author. `pnpm types` compiles this file; nothing runs it.
import { defineModule, defineService, f, Pages, p, Records } from './index.ts';

const list = { group: 'list', name: 'stones', prefix: 'st', summary: 'Stones.' } as const;
const meta = { group: 'meta', name: 'weather', prefix: 'we', summary: 'The weather.' } as const;
const stone = f.record({ n: f.int() });
const one = new Records([{ record: { n: 1 } }]);

defineModule({ ...list, params: { limit: p.limit(), continue: p.continue() }, returns: stone, execute: async () => one });
defineModule({ ...list, params: { limit: p.limit(), offset: p.int() }, returns: stone, execute: async () => one });
defineModule({ ...list, params: { limit: p.limit(), from: p.string() }, continuesBy: 'from', returns: stone, execute: async () => one });
// @ts-expect-error a limit without anything to continue by
defineModule({ ...list, params: { limit: p.limit() }, returns: stone, execute: async () => one });
// @ts-expect-error no such parameter to continue by
defineModule({ ...list, params: { limit: p.limit() }, continuesBy: 'from', returns: stone, execute: async () => one });

defineModule({
  ...list,
  placement: 'object',
  params: {},
  returns: f.keyed(f.int()),
  execute: async () => new Records([{ key: 'a', record: 1 }]),
});
defineModule({ ...meta, params: {}, returns: f.keyed(f.int()), execute: async () => new Records([{ key: 'a', record: 1 }]) });
// @ts-expect-error entries under keys where no keys are declared
defineModule({ ...meta, params: {}, returns: stone, execute: async () => new Records([{ key: 'a', record: { n: 1 } }]) });
// @ts-expect-error what stands under keys is no list
defineModule({ ...list, params: {}, returns: f.keyed(f.int()), execute: async () => new Records([{ key: 'a', record: 1 }]) });
defineModule({
  ...meta,
  // @ts-expect-error nor may it be said to be one
  placement: 'list',
  params: {},
  returns: f.keyed(f.int()),
  execute: async () => new Records([{ key: 'a', record: 1 }]),
});

defineModule({ ...list, generator: true, params: {}, returns: stone, execute: async q => (q.asGenerator ? new Pages([]) : one) });
// @ts-expect-error pages of what is no generator
defineModule({ ...list, params: {}, returns: stone, execute: async () => new Pages([]) });
// @ts-expect-error asked whether it is a generator, which it cannot be
defineModule({ ...list, params: {}, returns: stone, execute: async q => (q.asGenerator ? one : one) });

// @ts-expect-error a record without what is declared
defineModule({ ...list, params: {}, returns: stone, execute: async () => new Records([{ record: { m: 1 } }]) });
// @ts-expect-error one record as it is, of a list
defineModule({ ...list, params: {}, returns: stone, execute: async () => ({ n: 1 }) });

// @ts-expect-error a combination of a parameter that there is not
defineModule({ ...list, params: { a: p.string() }, exactlyOne: [['a', 'b']], returns: stone, execute: async () => one });

p.string().multi().default(['a']);
// @ts-expect-error the default of one value, then several values
p.string().default('a').multi();
// @ts-expect-error required, then several values, which would not be
p.string().required().multi();
// @ts-expect-error one value for the default of several
p.string().multi().default('a');

const duplicates = p.int().multi({ low: 5, high: 50, duplicates: true });
export const values: readonly number[] | undefined = duplicates.out;
// @ts-expect-error a list, not a set
export const set: ReadonlySet<number> | undefined = duplicates.out;

const forecast = defineService<(place: string) => string>('forecast');
forecast.provide(() => place => `Fair in ${place}`);
forecast.provide(
  async ({ sky }: { readonly sky: string }) =>
    place =>
      `${sky} in ${place}`,
);
// @ts-expect-error a factory that makes something else
forecast.provide(() => 'Fair');
// @ts-expect-error a promise of something else
forecast.provide(async () => (place: number) => `Fair at ${place}`);
defineModule({
  ...meta,
  services: { forecast },
  params: {},
  returns: stone,
  // @ts-expect-error a service is used as what it is not
  execute: async ({ services }) => ({ n: services.forecast(1) }),
});
