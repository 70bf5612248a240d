import type { Messages } from '../../messages.ts';

export const missing: Messages['missing'] = {
  title: 'ページが見つかりません',
  text: 'URL が正しくないか、まだ公開されていないページです。',
  toHome: 'ホームへ戻る',
};
