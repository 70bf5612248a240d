import type { Messages } from '#platform/i18n/messages.ts';

export const my: Messages['my'] = {
  title: 'マイページ',
  proof: '準備金証明',
  questions: 'よくある質問',
  wallet: 'ウォレット',
  connection: '接続状況',
  settings: '設定',
  language: '言語',
  theme: '外観',
  themes: { system: 'システムに合わせる', light: 'ライト', dark: 'ダーク' },
  about: 'このサービスについて',
  disclosure: 'リスクと手数料',
  disclosureVersion: 'バージョン {version}',
  disclosureHash: 'ハッシュ',
  signOut: 'サインアウト',
  signOutTitle: 'サインアウトしますか？',
  signOutText: 'ウォレットの接続は維持されます。次の操作の前に、もう一度サインインが必要です。',
  signedOut: 'サインアウトしました',
  settingsDone: '設定しました',
  loginUntil: 'サインインは {time} まで有効',
  noWallet: 'ウォレット未接続',
};
