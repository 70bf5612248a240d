import type { MailTexts } from '../mail-texts.ts';

export const mail: MailTexts = {
  confirm: {
    subject: '確認用來接收 City Mint 通知的電郵地址',
    text: '開啟連結，再按一次「確認」，這個電郵地址就會收到通知：',
    expires: '連結一天內有效，只可使用一次。',
    stranger: '如果不是你填寫的，請忽略這封電郵；未經確認，不會再收到通知。',
  },
  open: '在 City Mint 查看：',
  stop: '不想再收到電郵，開啟連結按一次即可：',
};
