import type { Messages } from '../../messages.ts';

export const diagnostics: Messages['diagnostics'] = {
  title: '診斷資料',
  show: '顯示診斷資料',
  hide: '收起',
  copy: '複製診斷資料',
  note: '不包括登入憑證、簽署和請求內容。',
  release: '頁面版本',
  device: '瀏覽器',
  chain: '鏈',
  contracts: '合約',
  wallet: '錢包',
  stage: '登入階段',
  live: '即時事件',
  calls: '最近的呼叫',
  noCalls: '尚未有呼叫',
};
