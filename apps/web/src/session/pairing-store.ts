import { create } from 'zustand';

/** A connection that a wallet on another device, or another app on this one, can join. */
type Pairing = {
  /** The URI to show as a QR code or to pass to the wallet app: `wc:…`. */
  readonly uri: string;
};

type PairingState = {
  readonly pairing: Pairing | null;
  /** The connected wallet's own name, or null. */
  readonly walletName: string | null;
};

export const usePairing = create<PairingState>(() => ({ pairing: null, walletName: null }));

let abortOpen: ((reason: Error) => void) | null = null;

/** Runs a pairing that `abortPairing` can end; returns its result, and rejects if it is aborted. */
export async function runPairing<Result>(pair: () => Promise<Result>): Promise<Result> {
  abortPairing();
  const aborted = new Promise<never>((_resolve, reject) => {
    abortOpen = reject;
  });
  const own = abortOpen;
  try {
    return await Promise.race([pair(), aborted]);
  } finally {
    if (abortOpen === own) {
      abortOpen = null;
      usePairing.setState({ pairing: null });
    }
  }
}

/** Aborts the open pairing, if there is one: its URI is hidden, and no wallet can join it. */
export function abortPairing(reason = 'Connection request reset.'): void {
  abortOpen?.(new Error(reason));
  abortOpen = null;
  usePairing.setState({ pairing: null });
}
