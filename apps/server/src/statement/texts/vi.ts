import { STATEMENT_KINDS_VI } from '@city-mint/api-contract/statement/kind-texts/vi';
import type { CsvTexts } from './csv-texts.ts';

/** The texts of a statement's table in Vietnamese. */
export const CSV_TEXTS_VI: CsvTexts = {
  head: ['Thời gian (UTC)', 'Loại tiền', 'Tài khoản', 'Loại', 'Nội dung', 'Vào', 'Ra', 'Số dư', 'Số chuyển khoản'],
  opening: 'Số dư đầu kỳ',
  closing: 'Số dư cuối kỳ',
  accounts: { available: 'Khả dụng', 'in-rounds': 'Trong vòng', withdrawing: 'Đang rút' },
  kinds: STATEMENT_KINDS_VI,
};
