import type { Messages } from '../../messages.ts';

export const notices: Messages['notices'] = {
  region: 'ประกาศ',
  dismiss: 'ไม่ต้องแสดงประกาศนี้อีก',
  kinds: { general: 'แจ้งให้ทราบ', maintenance: 'ปิดปรับปรุง', important: 'สำคัญ' },
  offer: 'อ่านเป็นภาษาไทยไหม',
  preview: {
    title: 'ตัวอย่าง: ข้อความนี้ยังไม่เผยแพร่',
    until: 'ใช้ได้ถึง {time} ระหว่างดูตัวอย่าง คุณจะเข้าสู่ระบบไม่ได้ และจะไม่มีการส่งเงิน',
    end: 'สิ้นสุดการดูตัวอย่าง',
    expired: 'ตัวอย่างนี้หมดอายุแล้ว หน้านี้แสดงข้อความที่เผยแพร่แล้ว',
  },
};
