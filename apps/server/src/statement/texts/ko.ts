import { STATEMENT_KINDS_KO } from '@city-mint/api-contract/statement/kind-texts/ko';
import type { CsvTexts } from './csv-texts.ts';

/** The texts of a statement's table in Korean. */
export const CSV_TEXTS_KO: CsvTexts = {
  head: ['시각 (UTC)', '통화', '계정', '유형', '내용', '입금', '출금', '잔액', '이체 번호'],
  opening: '기초 잔액',
  closing: '기말 잔액',
  accounts: { available: '사용 가능', 'in-rounds': '라운드 참여 중', withdrawing: '출금 처리 중' },
  kinds: STATEMENT_KINDS_KO,
};
