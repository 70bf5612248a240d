import type { Messages } from '#platform/i18n/messages.ts';

export const my: Messages['my'] = {
  title: '我的',
  proof: '儲備證明',
  questions: '常見問題',
  wallet: '錢包',
  connection: '連接狀態',
  settings: '設定',
  language: '語言',
  theme: '外觀',
  themes: { system: '跟隨系統', light: '淺色', dark: '深色' },
  about: '關於',
  disclosure: '風險與費用說明',
  disclosureVersion: '版本 {version}',
  disclosureHash: '雜湊值',
  signOut: '登出',
  signOutTitle: '確定登出？',
  signOutText: '錢包仍會保持連接，下次操作前需要重新授權登入。',
  signedOut: '已登出',
  settingsDone: '設定成功',
  loginUntil: '登入有效至 {time}',
  noWallet: '未連接錢包',
};
