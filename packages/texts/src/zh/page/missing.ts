export const missing = {
  title: '页面不存在',
  text: '地址有误，或页面尚未开放。',
  toHome: '返回首页',
};
