import type { Messages } from '../../messages.ts';

export const missing: Messages['missing'] = {
  title: '找不到頁面',
  text: '網址有誤，或頁面尚未開放。',
  toHome: '返回首頁',
};
