import type { Messages } from '../../messages.ts';

export const session: Messages['session'] = {
  connectWallet: 'ウォレットを接続',
  authorize: 'サインイン',
  switchNetwork: 'ネットワーク切替',
  disconnect: '接続を解除',
  notConnected: 'ウォレットが接続されていません',
  notAuthorized: 'サインインしていません',
  wrongNetwork: 'ネットワークを切り替えてください',
  walletChanged: '接続中のウォレットが変わりました。もう一度サインインしてから操作してください',
  expired: 'サインインの有効期限が切れました。もう一度サインインしてください',
  gateConnectText: 'ウォレットを接続すると表示されます。読み取るのはアドレスだけで、資産は動きません。',
  gateAuthorizeText:
    'メッセージに署名して、このアドレスがご自身のものであることを証明します。署名は取引ではなく、手数料もかかりません。',
  about: 'JU で都市のミントラウンドに参加',
  example: '例',
  gateSwitchText: 'ウォレットは別のチェーンにあります。{network} に切り替えてください。',
  readOnly: 'ウォレットが {network} にないため、今は閲覧のみできます。',
  failure: {
    callFailedFinal: 'ウォレットを呼び出せませんでした',
    callFailed: 'ウォレットを呼び出せませんでした。もう一度お試しください',
  },
};
