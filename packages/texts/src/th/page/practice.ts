import type { Messages } from '../../messages.ts';

export const practice: Messages['practice'] = {
  title: 'ลองหนึ่งรอบ',
  text: 'เงินจำลอง คำนวณบนอุปกรณ์นี้เท่านั้น ไม่มีการส่งหรือลงนาม เงื่อนไขและเงินสำรองมาจากรอบของ {city} ส่วนผู้เข้าร่วมอื่นเป็นข้อมูลสมมติ',
  join: 'เข้าร่วมด้วย {amount} JU จำลอง',
  skip: 'ดูผล',
  filled: 'ระดมแล้ว',
  ofQuota: 'จาก {quota} JU',
  joined: 'คุณอยู่ลำดับที่ {rank}',
  seeFailed: 'ดูกรณีไม่ครบ',
  seeMinted: 'ดูกรณีครบ',
  done: 'เสร็จ',
  none: 'ยังไม่มีรอบให้ลอง',
  noneText: 'เมื่อประกาศรอบใหม่ คุณลองได้ที่นี่',
};
