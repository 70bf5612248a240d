let isHeld = false;

/** From now on this tab asks no wallet for a signature or a transaction, until the page is reloaded. */
export function holdWallet(): void {
  isHeld = true;
}

/** Whether wallets must not be asked, because the tab shows a preview of texts. */
export function isWalletHeld(): boolean {
  return isHeld;
}
