import { browserStorage } from '@city-mint/client/browser-storage.ts';

/** A wallet app that the page offers by name. */
export type WalletApp = {
  readonly name: string;
  /** Opens the app; WalletConnect appends its paths. */
  readonly appUrl: string;
  /** Opens a page in the app's own browser. */
  readonly pageUrl: (page: string) => string;
  readonly downloadUrl: string;
};

/** Widely used wallets that open WalletConnect links and include a browser. */
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

/** Key under which WalletConnect's SDK looks up the app to open for each request. */
const CHOSEN_APP = 'WALLETCONNECT_DEEPLINK_CHOICE';

/** Makes every later request open the app too; null for a wallet whose link is unknown. */
export function rememberWalletApp(app: WalletApp | null): void {
  if (app === null) browserStorage.removeItem(CHOSEN_APP);
  else browserStorage.setItem(CHOSEN_APP, JSON.stringify({ href: app.appUrl, name: app.name }));
}
