import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { expect, test } from 'vitest';
import { pairingUrl, rememberWalletApp, WALLET_APPS } from './wallet-apps.ts';

const URI = 'wc:ab@2?relay-protocol=irn&symKey=cd';

test('default: a link carries the whole pairing URI in its parameter only', () => {
  for (const app of WALLET_APPS) {
    const link = pairingUrl(app, URI);
    expect(link.startsWith(`${app.appUrl}/wc?uri=`)).toBe(true);
    expect(new URL(link).searchParams.get('uri')).toBe(URI);
  }
});

test('behavior: each app opens this page in its own browser', () => {
  const page = 'https://mint.example/index?inviter=0x1&x=2';
  const links = WALLET_APPS.map((app) => app.pageUrl(page));
  expect(links[0]).toBe('https://metamask.app.link/dapp/mint.example/index?inviter=0x1&x=2');
  expect(new URL(links[1] ?? '').searchParams.get('dappUrl')).toBe(page);
  expect(new URL(links[2] ?? '').searchParams.get('url')).toBe(page);
});

test('behavior: later requests open the chosen app too, but no other wallet', () => {
  const stored = () => browserStorage.getItem('WALLETCONNECT_DEEPLINK_CHOICE');
  const [app = null] = WALLET_APPS;
  rememberWalletApp(app);
  expect(JSON.parse(stored() ?? '')).toEqual({ href: 'https://metamask.app.link', name: 'MetaMask' });
  rememberWalletApp(null);
  expect(stored()).toBeNull();
});
