/** 公告和文字预览。 */
export const notices = {
  region: '公告',
  dismiss: '不再显示这条公告',
  kinds: { general: '一般公告', maintenance: '维护', important: '重要' },
  offer: '用简体中文阅读？',
  preview: {
    title: '预览：以下文字尚未发布',
    until: '{time} 前有效。预览中不能登录，也不会发送任何资金。',
    end: '结束预览',
    expired: '预览已失效，页面显示的是已发布的文字。',
  },
};
