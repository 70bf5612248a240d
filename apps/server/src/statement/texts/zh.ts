import { STATEMENT_KINDS_ZH } from '@city-mint/api-contract/statement/kind-texts/zh';
import type { CsvTexts } from './csv-texts.ts';

/** The texts of a statement's table in Chinese. */
export const CSV_TEXTS_ZH: CsvTexts = {
  head: ['时间 (UTC)', '币种', '账户', '类型', '说明', '收入', '支出', '余额', '流水号'],
  opening: '期初余额',
  closing: '期末余额',
  accounts: { available: '可用', 'in-rounds': '轮次中', withdrawing: '提现中' },
  kinds: STATEMENT_KINDS_ZH,
};
