import type { Messages } from '../../messages.ts';

export const price: Messages['price'] = {
  title: 'FMC 價格走勢',
  range: '時間範圍',
  ranges: {
    day: '一日',
    week: '一星期',
    month: '30 日',
    year: '一年',
  },
  means: '均價及升跌',
  mean: '均價',
  change: '升跌',
  oneHour: '一小時',
  spot: '兌換池現價',
  spotText: '單一筆交易已可改變它，因此升跌及估值均不採用。',
  source: '來源：JU/FMC 兌換池已最終確認的區塊，按價格維持的時間加權。',
  until: '數據截至 {time}',
  none: '暫未有走勢',
  noneText: '整段時間均有價格時才會顯示，其餘留空。',
  changes: '池內變動 {count} 次',
  pick: '選擇時間點',
};
