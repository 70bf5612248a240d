import type { Messages } from '#platform/i18n/messages.ts';

export const questions: Messages['questions'] = {
  title: '常見問題',
  search: '搜尋問題',
  searchExample: '例如：未募滿會怎樣',
  nothing: '找不到相關問題',
  nothingText: '請換個說法再試，或透過以下官方渠道聯絡我們。',
  first: {
    'check-holdings': { question: '資金安全嗎', answer: '總額與金庫結餘可自行核對' },
    failure: { question: '會損失多少', answer: '每輪條款列明上限' },
    fmc: { question: 'FMC 何時發放', answer: '分三個階段' },
  },
  channels: '聯絡我們',
  official: '官方渠道',
  noChannels: '暫無聯絡方式',
  noChannelsText: '營運方公布後會在這裡顯示。',
  neverFirst: '我們不會主動私訊你，亦不會索取助記詞、私鑰或要求轉賬。',
  signedBy: '以上渠道由兩位營運人員簽署後公布，任何人都可以核對簽署紀錄。',
};
