import type { Messages } from '../../messages.ts';

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
  figures: {
    title: 'ご自身の数字で計算',
    own: '直近の注文',
    example: '例（お客様の注文ではありません）',
    exampleText: '{city}に {amount} JU を入れた場合を、そのラウンドの条件と現在の準備金から見積もりました。',
    none: 'ラウンドが開くと、実際の条件を使った例がここに表示されます。',
    minted:
      '満額に達した場合：手数料を元本から差し引き、残りを返還します。FMC は参加額の割合に応じて段階的に支払います。',
    failed:
      '満額に達しない場合：条件にある損失だけを差し引いて元本を返還します。準備金は最後の参加者から順に補償し、補償されない分は所定の倍率で補償ハッシュパワーになります。',
    cancelled: 'ラウンドが中止された場合：元本を全額返還します。手数料も損失もありません。',
    open: 'このラウンドはまだ精算されていません。以下は見積もりで、精算後は実際の結果を表示します。',
    level: 'レベルの上がり方',
    levelText: 'レベルは、全体の実績から最大系列を除いた額で決まります。',
  },
  channels: 'お問い合わせ',
  official: '公式チャンネル',
  noChannels: 'お問い合わせ先はまだありません',
  noChannelsText: '運営者が公開すると、ここに表示されます。',
  neverFirst: '当方からメッセージをお送りすることはなく、リカバリーフレーズ、秘密鍵、送金を求めることもありません。',
  signedBy: '上記のチャンネルは、運営者 2 名が署名してから公開されます。署名の記録は誰でも確認できます。',
};
