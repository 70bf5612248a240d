// In place of @reown/appkit, the wallet list of WalletConnect's SDK: the page has its own, and the SDK asks for this one
// only with `showQrModal`. The real one adds 60 KB to the first load and calls hosts that the page's policy forbids.
export function createAppKit() {
  throw new Error('City Mint shows its own wallet list: showQrModal is false');
}
