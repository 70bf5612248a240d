import type { Messages } from '#platform/i18n/messages.ts';

export const questions: Messages['questions'] = {
  title: 'คำถามที่พบบ่อย',
  search: 'ค้นหาคำถาม',
  searchExample: 'เช่น ถ้าระดมไม่ครบจะเป็นอย่างไร',
  nothing: 'ไม่พบคำถามที่เกี่ยวข้อง',
  nothingText: 'ลองใช้คำอื่น หรือติดต่อเราผ่านช่องทางทางการด้านล่าง',
  first: {
    'check-holdings': { question: 'เงินปลอดภัยไหม', answer: 'ตรวจยอดรวมกับห้องนิรภัยได้ด้วยตัวเอง' },
    failure: { question: 'ขาดทุนได้เท่าไร', answer: 'เงื่อนไขทุกรอบระบุเพดานไว้' },
    fmc: { question: 'ได้ FMC เมื่อไร', answer: 'จ่ายสามงวด' },
  },
  channels: 'ติดต่อเรา',
  official: 'ช่องทางทางการ',
  noChannels: 'ยังไม่มีช่องทางติดต่อ',
  noChannelsText: 'เมื่อผู้ให้บริการเผยแพร่แล้ว จะแสดงที่นี่',
  neverFirst: 'เราไม่ทักข้อความหาคุณก่อน และไม่ขอวลีกู้คืน คีย์ส่วนตัว หรือให้โอนเงิน',
  signedBy: 'ช่องทางเหล่านี้ลงนามโดยเจ้าหน้าที่สองคนก่อนเผยแพร่ ทุกคนตรวจสอบลายเซ็นได้',
};
