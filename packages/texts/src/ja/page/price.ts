import type { Messages } from '../../messages.ts';

export const price: Messages['price'] = {
  title: 'FMC 価格の推移',
  range: '期間',
  ranges: {
    day: '1 日',
    week: '1 週間',
    month: '30 日',
    year: '1 年',
  },
  means: '平均価格と騰落率',
  mean: '平均',
  change: '騰落率',
  oneHour: '1 時間',
  spot: 'プールの現在価格',
  spotText: '1 件の取引で動くため、騰落率と評価額には使いません。',
  source: '出典：JU/FMC プールの確定済みブロック。各価格は続いた時間で加重しています。',
  until: '{time} までのデータ',
  none: 'まだ推移がありません',
  noneText: '期間のすべてで価格が分かった時点で表示し、それ以外は空欄にします。',
  changes: 'プールの変動 {count} 回',
  pick: '時点を選択',
};
