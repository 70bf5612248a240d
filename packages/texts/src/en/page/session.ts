import type { Messages } from '../../messages.ts';

export const session: Messages['session'] = {
  connectWallet: 'Connect wallet',
  authorize: 'Sign in',
  switchNetwork: 'Switch network',
  disconnect: 'Disconnect',
  notConnected: 'You have not connected your wallet',
  notAuthorized: 'You have not authorized the login',
  wrongNetwork: 'Please switch network',
  walletChanged: 'Connected wallet has been switched, please re-authorize login before operating',
  expired: 'Your session has expired, please sign in again',
  gateConnectText: 'Connect a wallet to see this. We only read your address; no assets are moved.',
  gateAuthorizeText: 'Sign a message to prove that this address is yours. It isn’t a transaction and costs no gas.',
  about: 'City mint rounds with JU',
  example: 'Example',
  gateSwitchText: 'Your wallet is on another network. Switch to {network}.',
  readOnly: 'Your wallet isn’t on {network}. You can only look around for now.',
  failure: {
    callFailedFinal: 'Wallet call failed',
    callFailed: 'Wallet call failed, please retry',
  },
};
