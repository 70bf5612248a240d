import type { Messages } from '#platform/i18n/messages.ts';

export const questions: Messages['questions'] = {
  title: 'よくある質問',
  search: '質問を検索',
  searchExample: '例：不成立の場合',
  nothing: '該当する質問はありません',
  nothingText: '別の言葉で検索するか、下の公式チャンネルからお問い合わせください。',
  first: {
    'check-holdings': { question: 'お金は安全ですか', answer: '総額と金庫の残高をご自身で照合できます' },
    failure: { question: 'いくら損をしますか', answer: '上限は各ラウンドの条件に記載' },
    fmc: { question: 'FMC はいつ届きますか', answer: '三段階で支払い' },
  },
  channels: 'お問い合わせ',
  official: '公式チャンネル',
  noChannels: 'お問い合わせ先はまだありません',
  noChannelsText: '運営者が公開すると、ここに表示されます。',
  neverFirst: '当方からメッセージをお送りすることはなく、リカバリーフレーズ、秘密鍵、送金を求めることもありません。',
  signedBy: '上記のチャンネルは、運営者 2 名が署名してから公開されます。署名の記録は誰でも確認できます。',
};
