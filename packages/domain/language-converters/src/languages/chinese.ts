import data from '../data/zh.json' with { type: 'json' };
import type { ConversionTable, Rules } from '../rules.ts';

const { hans, hant, cn, hk, tw }: Readonly<Record<keyof typeof data, ConversionTable>> = data;

/** Regional variants use the words of their region, then those of their script. */
export const chinese: Rules = {
  tables: { 'zh-hans': hans, 'zh-hant': hant, 'zh-cn': cn, 'zh-hk': hk, 'zh-mo': hk, 'zh-my': cn, 'zh-sg': cn, 'zh-tw': tw },
  chains: {
    'zh-cn': ['zh-cn', 'zh-hans'],
    'zh-my': ['zh-my', 'zh-hans'],
    'zh-sg': ['zh-sg', 'zh-hans'],
    'zh-hk': ['zh-hk', 'zh-hant'],
    'zh-mo': ['zh-mo', 'zh-hant'],
    'zh-tw': ['zh-tw', 'zh-hant'],
  },
};

export const gan: Rules = { tables: { 'gan-hans': hans, 'gan-hant': hant } };
export const wu: Rules = { tables: { 'wuu-hans': hans, 'wuu-hant': hant } };
