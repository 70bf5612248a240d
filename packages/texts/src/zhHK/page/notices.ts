import type { Messages } from '../../messages.ts';

export const notices: Messages['notices'] = {
  region: '公告',
  dismiss: '不再顯示這則公告',
  kinds: { general: '一般消息', maintenance: '維護', important: '重要' },
  offer: '以繁體中文閱讀？',
  preview: {
    title: '預覽：以下文字尚未發佈',
    until: '有效至 {time}。預覽期間不能登入，亦不會發送任何資金。',
    end: '結束預覽',
    expired: '預覽已失效，頁面所示為已發佈的文字。',
  },
};
