import type { Messages } from '../../messages.ts';

export const notices: Messages['notices'] = {
  region: 'お知らせ',
  dismiss: 'このお知らせを今後表示しない',
  kinds: { general: 'ご案内', maintenance: 'メンテナンス', important: '重要なお知らせ' },
  offer: '日本語で読みますか？',
  preview: {
    title: 'プレビュー：この文言はまだ公開されていません',
    until: '{time} まで有効です。プレビュー中はログインできず、資金が送られることもありません。',
    end: 'プレビューを終了',
    expired: 'プレビューの有効期限が切れました。公開済みの文言を表示しています。',
  },
};
