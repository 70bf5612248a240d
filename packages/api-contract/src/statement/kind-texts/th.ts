import type { StatementKind } from '@city-mint/domain/ledger/statement-kinds';

/** What a statement, on the page and as a file, calls each kind of transfer in Thai. */
export const STATEMENT_KINDS_TH: Readonly<Record<StatementKind, string>> = {
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
