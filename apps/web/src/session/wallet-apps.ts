import { browserStorage } from '@city-mint/client/browser-storage.ts';

/** A wallet app that is offered by name. */
export type WalletApp = {
  readonly name: string;
  /** Opens the app, with paths of WalletConnect below it. */
  readonly appUrl: string;
  /** Opens a page in the app's own browser. */
  readonly pageUrl: (page: string) => string;
  readonly downloadUrl: string;
};

/** Widely used wallets that open links of WalletConnect and have a browser of their own. */
export const WALLET_APPS: readonly WalletApp[] = [
  {
    name: 'MetaMask',
    appUrl: 'https://metamask.app.link',
    pageUrl: (page) => `https://metamask.app.link/dapp/${page.replace(/^https?:\/\//, '')}`,
    downloadUrl: 'https://metamask.io/download/',
  },
  {
    name: 'OKX Wallet',
    appUrl: 'okex://main',
    pageUrl: (page) => `okx://wallet/dapp/url?dappUrl=${encodeURIComponent(page)}`,
    downloadUrl: 'https://www.okx.com/web3',
  },
  {
    name: 'Trust Wallet',
    appUrl: 'https://link.trustwallet.com',
    pageUrl: (page) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(page)}`,
    downloadUrl: 'https://trustwallet.com/download',
  },
];

/** Returns the link that passes a pairing to an app. */
export function pairingUrl(app: WalletApp, uri: string): string {
  return `${app.appUrl}/wc?uri=${encodeURIComponent(uri)}`;
}

/** Where WalletConnect's SDK looks for the app to open for each request. */
const CHOSEN_APP = 'WALLETCONNECT_DEEPLINK_CHOICE';

/** Has the app opened for every later request too; null for a wallet whose link is not known. */
export function rememberWalletApp(app: WalletApp | null): void {
  if (app === null) browserStorage.removeItem(CHOSEN_APP);
  else browserStorage.setItem(CHOSEN_APP, JSON.stringify({ href: app.appUrl, name: app.name }));
}
