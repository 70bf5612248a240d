import type { Messages } from '../../messages.ts';

export const diagnostics: Messages['diagnostics'] = {
  title: 'ข้อมูลวินิจฉัย',
  show: 'แสดงข้อมูลวินิจฉัย',
  hide: 'ซ่อนข้อมูลวินิจฉัย',
  copy: 'คัดลอกข้อมูลวินิจฉัย',
  note: 'ไม่มีโทเค็นเข้าสู่ระบบ ลายเซ็น หรือเนื้อหาคำขอ',
  release: 'เวอร์ชันของหน้า',
  device: 'เบราว์เซอร์',
  chain: 'เชน',
  contracts: 'สัญญา',
  wallet: 'กระเป๋าเงิน',
  stage: 'ขั้นของเซสชัน',
  live: 'เหตุการณ์สด',
  calls: 'การเรียกล่าสุด',
  noCalls: 'ยังไม่มีการเรียก',
};
