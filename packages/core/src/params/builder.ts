import type { Timestamp, UserKind, UserRef } from '../actor.ts';
import type { Site } from '../site.ts';
import { enumType } from './enum.ts';
import { integerType, type Range } from './integer.ts';
import { boundedLimitType, limitType, type RequestedLimit } from './limit.ts';
import { namespaceType } from './namespace.ts';
import { Param } from './param.ts';
import { readShow, type ShowOut } from './show.ts';
import { timestampType } from './timestamp.ts';
import { titleType } from './title.ts';
import { userType } from './user.ts';

/** Builders of parameters. */
export const p = {
  string: () => new Param<string>({ name: 'string', read: text => text }),
  text: () => new Param<string>({ name: 'text', read: text => text }),
  password: () => new Param<string>({ name: 'password', read: text => text }, { sensitive: true }),
  /** Present (with whatever value) is true. */
  boolean: () => new Param<boolean, boolean>({ name: 'boolean', read: () => true }, { default: false }),
  int: (range: Range = {}) => new Param<number>(integerType(range)),
  limit: (range: { default?: number; max?: number; highMax?: number } = {}) => {
    const param = new Param<number>(limitType({ max: range.max ?? 500, highMax: range.highMax ?? 5000 }));
    return param.default(range.default ?? 10);
  },
  /** A limit that is off unless it is given. */
  optionalLimit: () => new Param<number>(limitType({ max: 500, highMax: 5000 })),
  /** A limit whose upper bound depends on the other parameters: `execute` says it by `within`. */
  boundedLimit: () => new Param<RequestedLimit>(boundedLimitType({ max: 500, highMax: 5000 })),
  timestamp: () => new Param<Timestamp>(timestampType),
  namespace: (extra: readonly number[] = []) => new Param<number>(namespaceType(extra)),
  user: (...kinds: UserKind[]) => new Param<UserRef>(userType(kinds.length ? kinds : ['name', 'ip', 'temp', 'interwiki', 'id'])),
  /** The prefixed text of a title; `TitleDef` of MediaWiki. */
  title: () => new Param<string>(titleType),
  enum: <const V extends string>(values: readonly V[] | ((site: Site) => readonly V[])) => new Param<V>(enumType(values)),
  /** `flag|!flag` choices: true, false or undefined for each. Asking for both is the error `show`. */
  show: <const F extends string, const S extends string = never>(flags: readonly F[], single: readonly S[] = []) =>
    new Param<string, ShowOut<F, S>>(enumType([...flags.flatMap(flag => [flag, `!${flag}`]), ...single]), {
      multi: { low: 50, high: 500 },
      default: [],
      collect: values => readShow(values, flags, single),
    }),
  /** The continue value of the previous response, as text; whoever orders the rows reads it. */
  continue: () => new Param<string>({ name: 'string', read: text => text }, { help: 'Continue value of the previous response.' }),
  dir: {
    /** Names and ids: ascending or descending. */
    alphabetic: () => p.enum(['ascending', 'descending']).default('ascending'),
    /** Times: newer (oldest first) or older. */
    temporal: () =>
      p
        .enum(['newer', 'older'])
        .default('older')
        .help('Sort direction: `newer` returns the oldest entries first and needs a start before the end, `older` the newest first.'),
  },
};
