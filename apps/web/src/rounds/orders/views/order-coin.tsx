import type { ReactNode } from 'react';
import { Coin, type CoinKind } from '#ui/coin.tsx';

type OrderCoinProps = {
  readonly kind: CoinKind;
  /** The completed share, from 0 to 1, shown as the lit part of the edge. */
  readonly part: number;
  readonly isStruck: boolean;
  readonly children: ReactNode;
};

const EDGE = 2 * Math.PI * 48;

/** A stage of an order as a coin: blank before it, a partly lit edge during it, whole or broken after it. */
export function OrderCoin({ kind, part, isStruck, children }: OrderCoinProps) {
  return (
    <div className="relative">
      <Coin kind={kind} isStruck={isStruck} className="size-20">
        {children}
      </Coin>
      {part > 0 && part < 1 && (
        <svg viewBox="-50 -50 100 100" className="absolute inset-0 size-full -rotate-90 text-gold" aria-hidden="true">
          <circle
            r="48"
            fill="none"
            stroke="currentColor"
            strokeWidth="4"
            strokeLinecap="round"
            strokeDasharray={`${part * EDGE} ${EDGE}`}
          />
        </svg>
      )}
    </div>
  );
}
