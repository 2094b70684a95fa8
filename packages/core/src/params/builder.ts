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

/** Builders for parameters. Options are methods: `p.string().multi().required()`. */
export const p = {
  /** A string on one line. */
  string: () => new Param<string>({ name: 'string', read: text => text }),
  /** A string that can have several lines. */
  text: () => new Param<string>({ name: 'text', read: text => text }),
  /** A password. Requests must send it in the body of a POST request. */
  password: () => new Param<string>({ name: 'password', read: text => text }, { sensitive: true }),
  /** True if the request has the parameter, with any value. */
  boolean: () => new Param<boolean, boolean>({ name: 'boolean', read: () => true }, { default: false }),
  /** An integer. An out-of-range value is clamped to the nearest bound with a warning; with `enforce`, it is an error. */
  int: (range: Range = {}) => new Param<number>(integerType(range)),
  /**
   * The maximum number of records, at least 1. `highMax` applies to users with the right `apihighlimits`. Defaults: `default` 10, `max`
   * 500, `highMax` 5000.
   */
  limit: (range: { default?: number; max?: number; highMax?: number } = {}) => {
    const param = new Param<number>(limitType({ max: range.max ?? 500, highMax: range.highMax ?? 5000 }));
    return param.default(range.default ?? 10);
  },
  /** A limit without a default: at most 500, or 5000 for users with the right `apihighlimits`. */
  optionalLimit: () => new Param<number>(limitType({ max: 500, highMax: 5000 })),
  /** A limit whose maximum depends on other parameters. `execute` applies the maximum with `within`. */
  boundedLimit: () => new Param<RequestedLimit>(boundedLimitType({ max: 500, highMax: 5000 })),
  /** A time in any form that MediaWiki accepts. `execute` receives fourteen digits in UTC. `now` is the time of the request. */
  timestamp: () => new Param<Timestamp>(timestampType),
  /** The id of a namespace. Negative ids are accepted only if they are in `extra`. */
  namespace: (extra: readonly number[] = []) => new Param<number>(namespaceType(extra)),
  /** A user of one of the `kinds`. Default: all kinds except `cidr`. */
  user: (...kinds: UserKind[]) => new Param<UserRef>(userType(kinds.length ? kinds : ['name', 'ip', 'temp', 'interwiki', 'id'])),
  /** A valid title, as in MediaWiki's `TitleDef`. `execute` receives the text as sent. */
  title: () => new Param<string>(titleType),
  /** One of the given values. If the values depend on the wiki, pass a function of the wiki. */
  enum: <const V extends string>(values: readonly V[] | ((site: Site) => readonly V[])) => new Param<V>(enumType(values)),
  /**
   * A `show` parameter with the values `flag` and `!flag` for each flag, and values in `single` without a negation. `execute` receives
   * true, false or undefined for each. A flag together with its negation is the error `show`.
   */
  show: <const F extends string, const S extends string = never>(flags: readonly F[], single: readonly S[] = []) =>
    new Param<string, ShowOut<F, S>>(enumType([...flags.flatMap(flag => [flag, `!${flag}`]), ...single]), {
      multi: { low: 50, high: 500 },
      default: [],
      collect: values => readShow(values, flags, single),
    }),
  /** The continue value of the previous response, as a string that `readPage` parses. */
  continue: () => new Param<string>({ name: 'string', read: text => text }, { help: 'Continue value of the previous response.' }),
  dir: {
    /** For names and ids: `ascending` or `descending`. */
    alphabetic: () => p.enum(['ascending', 'descending']).default('ascending'),
    /** For times: `newer` (oldest first) or `older` (newest first). */
    temporal: () =>
      p
        .enum(['newer', 'older'])
        .default('older')
        .help('Sort direction: `newer` returns the oldest entries first and needs a start before the end, `older` the newest first.'),
  },
};
