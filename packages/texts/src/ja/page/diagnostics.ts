import type { Messages } from '../../messages.ts';

export const diagnostics: Messages['diagnostics'] = {
  title: '診断情報',
  show: '診断情報を表示',
  hide: '診断情報を隠す',
  copy: '診断情報をコピー',
  note: 'サインインのトークン、署名、リクエストの内容は含みません。',
  release: 'ページのバージョン',
  device: 'ブラウザ',
  chain: 'チェーン',
  contracts: 'コントラクト',
  wallet: 'ウォレット',
  stage: 'セッションの段階',
  live: 'リアルタイム配信',
  calls: '最近の呼び出し',
  noCalls: '呼び出しはまだありません',
};
