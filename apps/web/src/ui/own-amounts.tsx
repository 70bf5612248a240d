import { browserStorage } from '@city-mint/client/browser-storage.ts';
import type { ReactNode } from 'react';
import { create } from 'zustand';
import { AreAmountsHidden } from './amount.tsx';

const KEY = 'hideAmounts';

/** Whether the reader of this device hides the own amounts, e.g. among other people. */
export const useHidden = create<{ readonly isHidden: boolean }>(() => ({
  isHidden: browserStorage.getItem(KEY) !== null,
}));

/** Hides the own amounts on this device, or shows them again. */
export function hideAmounts(isHidden: boolean): void {
  if (isHidden) browserStorage.setItem(KEY, '1');
  else browserStorage.removeItem(KEY);
  useHidden.setState({ isHidden });
}

/** The reader's own amounts, e.g. balances and earnings: dots in their place while they are hidden. */
export function OwnAmounts({ children }: { readonly children: ReactNode }) {
  const isHidden = useHidden((state) => state.isHidden);
  return <AreAmountsHidden value={isHidden}>{children}</AreAmountsHidden>;
}
