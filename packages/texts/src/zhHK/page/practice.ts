import type { Messages } from '../../messages.ts';

export const practice: Messages['practice'] = {
  title: '模擬一輪',
  text: '模擬資金，只在本裝置上計算，不發送也不簽名。條款與儲備金取自 {city} 的輪次，其他參與者為虛構。',
  join: '用 {amount} 模擬 JU 參與',
  skip: '直接看結果',
  filled: '已募集',
  ofQuota: '目標 {quota} JU',
  joined: '你是第 {rank} 位',
  seeFailed: '看看失敗時',
  seeMinted: '看看募滿時',
  done: '完成',
  none: '還沒有可模擬的輪次',
  noneText: '新輪次公佈後，可以在這裡模擬。',
};
