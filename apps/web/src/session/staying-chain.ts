import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { create } from 'zustand';
import { isSameAddress } from '#platform/same-address.ts';

const KEY = 'fmc.staysOnChain';

type StayingChain = { readonly address: string; readonly chainId: number };

/** The wallet and chain with which the visitor chose to read without switching; null for none. */
export const useStayingChain = create<{ readonly staying: StayingChain | null }>(() => ({
  staying: parse(browserStorage.getItem(KEY)),
}));

/** Records that this wallet stays on its chain: the page no longer asks it to switch unprompted. */
export function stayOnChain(staying: StayingChain): void {
  browserStorage.setItem(KEY, JSON.stringify(staying));
  useStayingChain.setState({ staying });
}

/** Returns whether the visitor chose to stay with this wallet on this chain. */
export function staysOnChain(address: string | undefined, chainId: number | undefined): boolean {
  const { staying } = useStayingChain.getState();
  if (staying === null || address === undefined) return false;
  return staying.chainId === chainId && isSameAddress(staying.address, address);
}

/** Returns the stored choice; null for anything else. */
function parse(text: string | null): StayingChain | null {
  try {
    const { address, chainId } = Object(JSON.parse(text ?? 'null'));
    return typeof address === 'string' && Number.isSafeInteger(chainId) ? { address, chainId } : null;
  } catch {
    return null;
  }
}
