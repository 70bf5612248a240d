import type { MailTexts } from '../mail-texts.ts';

export const mail: MailTexts = {
  confirm: {
    subject: '确认用于接收 City Mint 通知的邮箱',
    text: '点开链接，再点一次“确认”，这个邮箱就会收到通知：',
    expires: '链接一天内有效，只能使用一次。',
    stranger: '如果不是您填写的，请忽略这封邮件；不确认就不会再收到通知。',
  },
  open: '在 City Mint 中查看：',
  stop: '不想再收到邮件，打开链接点一次即可：',
};
