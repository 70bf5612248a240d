let isHeld = false;

/** From now on this tab asks no wallet for a signature or a transaction, until the page is loaded again. */
export function holdWallet(): void {
  isHeld = true;
}

/** Whether no wallet may be asked: the tab shows a preview of texts. */
export function isWalletHeld(): boolean {
  return isHeld;
}
