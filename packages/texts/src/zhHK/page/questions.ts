import type { Messages } from '../../messages.ts';

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
  figures: {
    title: '用你的數字計一計',
    own: '你最近的訂單',
    example: '示例，並非你的訂單',
    exampleText: '在{city}投入 {amount} JU，按該輪條款和目前儲備金估算。',
    none: '有輪次開放後，這裏會以真實條款舉例。',
    minted: '募滿：手續費從本金扣除，其餘本金退還；FMC 按投入比例分得，分階段發放。',
    failed:
      '未能募滿：只扣條款列明的損失，其餘本金退還；儲備金由最後參與者開始補償，未獲補償的部分按倍數轉為補償算力。',
    cancelled: '輪次取消：本金全數退還，沒有手續費，也沒有損失。',
    open: '這一輪尚未結算。以下是估算，結算後這裏會顯示實際結果。',
    level: '等級如何提升',
    levelText: '等級看小區業績：全部業績減去最大一線。',
  },
  channels: '聯絡我們',
  official: '官方渠道',
  noChannels: '暫無聯絡方式',
  noChannelsText: '營運方公布後會在這裡顯示。',
  neverFirst: '我們不會主動私訊你，亦不會索取助記詞、私鑰或要求轉賬。',
  signedBy: '以上渠道由兩位營運人員簽署後公布，任何人都可以核對簽署紀錄。',
};
