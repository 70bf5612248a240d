import { STATEMENT_KINDS_JA } from '@city-mint/api-contract/statement/kind-texts/ja';
import type { CsvTexts } from './csv-texts.ts';

/** The texts of a statement's table in Japanese. */
export const CSV_TEXTS_JA: CsvTexts = {
  head: ['日時 (UTC)', '通貨', '口座', '種類', '摘要', '入金', '出金', '残高', '振替番号'],
  opening: '期首残高',
  closing: '期末残高',
  accounts: { available: '利用可能', 'in-rounds': 'ラウンド参加中', withdrawing: '出金処理中' },
  kinds: STATEMENT_KINDS_JA,
};
