import type { Messages } from '../../messages.ts';

export const notify: Messages['notify'] = {
  title: '結算通知',
  states: {
    on: '已開啟',
    off: '未開啟',
    blocked: '被瀏覽器封鎖',
    install: '須先加到主畫面',
    unsupported: '瀏覽器不支援',
  },
  text: '你參與的輪次一結算，這部裝置便會通知你得到或取回多少。頁面在背景時同樣會通知；頁面關閉後，下次打開時告訴你。',
  blockedText: '瀏覽器已封鎖本網站的通知。請按網址列旁的圖示，在網站設定中允許「通知」，然後返回這裏。',
  installText: '請在 Safari 按「分享」，選「加入主畫面」，再從主畫面打開 City Mint，返回這裏開啟。',
  unsupportedText: '這個瀏覽器不能顯示通知。打開頁面時仍會告訴你結算結果。',
  enable: '開啟通知',
  disable: '關閉通知',
  turnedOn: '通知已開啟',
  turnedOff: '通知已關閉',
  offer: '結算後通知我',
  body: {
    minted: '你得到 {amount} FMC',
    failed: '已退還 {amount} JU',
    cancelled: '本金 {amount} JU 已全數退還',
  },
  push: {
    title: '頁面關閉時也通知',
    text: '由瀏覽器的推送服務送達，內容加密，不含金額。隨時可在通知上一鍵停止。',
    events: {
      opens: '新一輪開始',
      settled: '輪次已結算',
      stage: '階段發放到帳',
      credited: '充值到帳',
      'sign-in': '新的登入',
    },
    failed: '瀏覽器的推送服務暫不可用，請稍後再試。',
    saved: '已儲存',
  },
};
