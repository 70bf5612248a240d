import { STATEMENT_KINDS_TH } from '@city-mint/api-contract/statement/kind-texts/th';
import type { CsvTexts } from './csv-texts.ts';

/** The texts of a statement's table in Thai. */
export const CSV_TEXTS_TH: CsvTexts = {
  head: ['เวลา (UTC)', 'สกุลเงิน', 'บัญชี', 'ประเภท', 'รายละเอียด', 'เข้า', 'ออก', 'ยอดคงเหลือ', 'เลขที่โอน'],
  opening: 'ยอดยกมา',
  closing: 'ยอดคงเหลือปลายงวด',
  accounts: { available: 'ใช้ได้', 'in-rounds': 'อยู่ในรอบ', withdrawing: 'กำลังถอน' },
  kinds: STATEMENT_KINDS_TH,
};
