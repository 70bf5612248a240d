import type { Messages } from '../../messages.ts';

export const missing: Messages['missing'] = {
  title: 'ไม่พบหน้านี้',
  text: 'ที่อยู่ไม่ถูกต้อง หรือหน้านี้ยังไม่เปิดให้ใช้',
  toHome: 'กลับหน้าแรก',
};
