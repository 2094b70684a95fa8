import { inRange } from '@wikiquery/addresses';
import { type Site, type Timestamp, timestampMillis } from '@wikiquery/core';

interface PromotionCandidate {
  readonly account: PromotionFacts;
  readonly groups: readonly string[];
  readonly address: string;
  readonly now: Date;
}

/** Facts about an account that the conditions of automatic promotion check. */
export interface PromotionFacts {
  readonly editCount: number;
  /** Undefined for accounts that are older than the column `user_registration`. */
  readonly registration: Timestamp | undefined;
  readonly emailConfirmed: boolean;
}

/** Returns the groups of automatic promotion (`$wgAutopromote`). `autoconfirmed` also requires the configured edit count and age. */
export function promotedGroups(site: Site, candidate: PromotionCandidate): string[] {
  const { autoConfirmCount, autoConfirmAge } = site.configuration;
  const configured = all(condition('APCOND_EDITCOUNT', autoConfirmCount), condition('APCOND_AGE', autoConfirmAge));
  const described = isObject(site.info.autopromote) ? site.info.autopromote : { autoconfirmed: configured };
  return Object.entries(described)
    .filter(([group, rule]) => isMet(rule, candidate) && (group !== 'autoconfirmed' || isMet(configured, candidate)))
    .map(([group]) => group);
}

/** Evaluates a condition in siteinfo's form: `{condname, params}`, or `{operand, 0: …, 1: …}`. Unknown conditions are not met. */
function isMet(rule: unknown, candidate: PromotionCandidate): boolean {
  if (Array.isArray(rule)) return rule.length > 0 && rule.every(part => isMet(part, candidate));
  if (!isObject(rule)) return false;
  if ('operand' in rule) {
    const results = Object.entries(rule)
      .filter(([key]) => key !== 'operand')
      .map(([, part]) => isMet(part, candidate));
    return OPERANDS.get(String(rule.operand))?.(results) ?? false;
  }
  const params = Array.isArray(rule.params) ? rule.params : [];
  return CONDITIONS.get(String(rule.condname))?.(candidate, params) ?? false;
}

const OPERANDS = new Map<string, (results: readonly boolean[]) => boolean>([
  ['&', results => results.every(Boolean)],
  ['|', results => results.some(Boolean)],
  ['^', results => results.filter(Boolean).length === 1],
  ['!', results => !results.some(Boolean)],
]);

const CONDITIONS = new Map(
  Object.entries<(candidate: PromotionCandidate, params: readonly unknown[]) => boolean>({
    APCOND_EDITCOUNT: ({ account }, [count]) => account.editCount >= Number(count),
    APCOND_AGE: ({ account, now }, [seconds]) =>
      account.registration === undefined || now.getTime() - timestampMillis(account.registration) >= Number(seconds) * 1000,
    APCOND_EMAILCONFIRMED: ({ account }) => account.emailConfirmed,
    APCOND_INGROUPS: ({ groups }, required) => required.every(group => groups.includes(String(group))),
    APCOND_ISIP: ({ address }, [required]) => address === required,
    APCOND_IPINRANGE: ({ address }, [range]) => inRange(address, String(range)),
  }),
);

const condition = (condname: string, ...params: readonly unknown[]) => ({ condname, params });
const all = (...conditions: readonly unknown[]) => ({ operand: '&', ...Object.fromEntries(conditions.entries()) });
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
