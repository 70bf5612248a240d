import type { MailTexts } from '../mail-texts.ts';

export const mail: MailTexts = {
  confirm: {
    subject: 'City Mint の通知先メールアドレスの確認',
    text: 'リンクを開いて「確認」を 1 回タップすると、このアドレスに通知が届きます：',
    expires: 'リンクの有効期限は 1 日で、使えるのは 1 回だけです。',
    stranger: 'お心当たりがない場合は、このメールを無視してください。確認しないかぎり通知は届きません。',
  },
  open: 'City Mint で見る：',
  stop: 'メールを停止するには、リンクを開いて 1 回タップしてください：',
};
