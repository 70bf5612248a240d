import { STATEMENT_KINDS_ZH_HK } from '@city-mint/api-contract/statement/kind-texts/zh-hk';
import type { CsvTexts } from './csv-texts.ts';

/** The texts of a statement's table in Hong Kong Chinese. */
export const CSV_TEXTS_ZH_HK: CsvTexts = {
  head: ['時間 (UTC)', '幣種', '賬戶', '類型', '說明', '收入', '支出', '結餘', '流水號'],
  opening: '期初結餘',
  closing: '期末結餘',
  accounts: { available: '可用', 'in-rounds': '輪次中', withdrawing: '提取中' },
  kinds: STATEMENT_KINDS_ZH_HK,
};
