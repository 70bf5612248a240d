import type { KindTexts, StatementTexts } from '../statement-texts.ts';

export const kinds: KindTexts = {
  deposit: 'เติมเงิน',
  'withdrawal-request': 'ขอถอน',
  'withdrawal-done': 'ถอนเสร็จ',
  'withdrawal-returned': 'คืนยอดถอน',
  'unknown-payment': 'ห้องนิรภัยจ่าย (บันทึกภายหลัง)',
  'operator-payout': 'จ่ายให้ผู้ให้บริการ',
  join: 'เข้าร่วมมินต์',
  'principal-return': 'คืนเงินต้น',
  'mint-fee': 'ค่าธรรมเนียมมินต์',
  reward: 'รางวัลการเชิญ',
  loss: 'ขาดทุน',
  compensation: 'ชดเชยจากเงินสำรอง',
  mint: 'FMC งวดแรก',
  distribute: 'FMC งวดถัดไป',
  'hash-rate-output': 'ผลจากกำลังขุด',
  'node-output': 'ผลจากกองทุนโหนด',
  'level-output': 'ผลจากกองทุนระดับ',
  split: 'ส่วนแบ่งเงินสำรองส่วนเกิน',
};

/** The texts of a statement's table in Thai. */
export const statement: StatementTexts = {
  head: ['เวลา (UTC)', 'สกุลเงิน', 'บัญชี', 'ประเภท', 'รายละเอียด', 'เข้า', 'ออก', 'ยอดคงเหลือ', 'เลขที่โอน'],
  opening: 'ยอดยกมา',
  closing: 'ยอดคงเหลือปลายงวด',
  accounts: { available: 'ใช้ได้', 'in-rounds': 'อยู่ในรอบ', withdrawing: 'กำลังถอน' },
  kinds,
};
