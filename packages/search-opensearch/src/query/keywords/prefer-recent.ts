import type { Keyword, ScoreFunction } from '../keyword.ts';

/** Share of the score that depends on the age, and the age in days that halves this share, if the value does not contain them. */
const SHARE = 0.6;
const HALF_LIFE = 160;
/** Shorter times result in numbers that the engine rejects. */
const MIN_HALF_LIFE = 1e-6;
const MILLISECONDS_PER_DAY = 86_400_000;

/** `prefer-recent:share,days`: ranks recently edited pages higher. Both numbers are optional. */
export const preferRecent: Keyword = {
  names: ['prefer-recent'],
  value: 'optional',
  accepts: value => VALUE.test(value),
  apply({ value }, { now }) {
    const [, share = '', days = HALF_LIFE] = VALUE.exec(value) ?? [];
    const portion = share === '' ? SHARE : Number(share);
    const halfLife = Math.max(MIN_HALF_LIFE, Number(days));
    return { scoreFunctions: portion > 0 && Number(days) > 0 ? [recency(portion, halfLife, now)] : [] };
  },
};

const VALUE = /^(1|0?(?:\.\d+)?)?(?:,(\d*\.?\d+))?$/;

/** Returns a function that halves `share` of the score every `halfLife` days since the last edit. */
const recency = (share: number, halfLife: number, now: Date): ScoreFunction => ({
  script_score: {
    script: {
      lang: 'expression',
      source: `exp(decayConstant * (doc['timestamp'].value - now))${share === 1 ? '' : ' * decayPortion + nonDecayPortion'}`,
      params: {
        decayConstant: Math.LN2 / halfLife / MILLISECONDS_PER_DAY,
        decayPortion: share,
        nonDecayPortion: 1 - share,
        now: Math.floor(now.getTime() / 1000) * 1000,
      },
    },
  },
  weight: 1,
});
