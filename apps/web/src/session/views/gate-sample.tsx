import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { ProgressRing } from '@city-mint/ui/progress-ring.tsx';
import type { ReactNode } from 'react';
import { Coin } from '#ui/coin.tsx';

/** The kind of screen behind the gate. */
export type SampleKind = 'balances' | 'form' | 'list' | 'beads' | 'coins' | 'dial' | 'note';

/**
 * The blurred shape of a screen: its picture and its cards, with lines instead of words and figures, so that no one
 * mistakes them for real data.
 */
export function GateSample({ kind }: { readonly kind: SampleKind }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none flex h-[4.3rem] flex-col gap-3 overflow-hidden opacity-80 blur-[3px] select-none [mask-image:linear-gradient(#000_45%,transparent_95%)]"
    >
      {SAMPLES[kind]}
    </div>
  );
}

function Hero({ children }: { readonly children: ReactNode }) {
  return (
    <div className="relative flex h-[1.9rem] shrink-0 items-center overflow-hidden rounded-2xl bg-hero p-5 text-hero-line">
      <Guilloche className="absolute -top-14 -right-16 size-60 opacity-30" />
      <div className="relative flex w-full items-center gap-5">{children}</div>
    </div>
  );
}

/** A line instead of words; a thick one instead of a figure. */
function Line({ width, isThick = false }: { readonly width: string; readonly isThick?: boolean }) {
  return <div className={`${width} ${isThick ? 'h-6' : 'h-2.5'} rounded-full bg-current opacity-40`} />;
}

function Words() {
  return (
    <div className="flex flex-1 flex-col gap-3 text-hero-ink">
      <Line width="w-1/3" />
      <Line width="w-2/3" isThick />
      <Line width="w-1/2" />
    </div>
  );
}

function Rows({ count }: { readonly count: number }) {
  return (
    <div className="divide-y divide-line rounded-xl bg-surface px-4 text-muted shadow-card">
      {Array.from({ length: count }, (_row, index) => index).map((index) => (
        <div key={index} className="flex h-14 items-center gap-3">
          <div className="size-9 rounded-full bg-accent-soft" />
          <div className="flex flex-1 flex-col gap-2">
            <Line width="w-1/2" />
            <Line width="w-1/3" />
          </div>
          <Line width="w-14" />
        </div>
      ))}
    </div>
  );
}

function Parts() {
  return (
    <div className="flex flex-col gap-4 rounded-xl bg-surface p-4 text-muted shadow-card">
      <Line width="w-1/3" isThick />
      <div className="flex h-2.5 gap-0.5 overflow-hidden rounded-full">
        <div className="flex-[5] bg-accent" />
        <div className="flex-[3] bg-accent/45" />
        <div className="flex-[2] bg-gold" />
      </div>
      <Line width="w-2/3" />
    </div>
  );
}

/** Direct referrals around the user, as on the ring of a network. */
function Beads() {
  const beads = Array.from({ length: 14 }, (_bead, index) => (index / 14) * 2 * Math.PI);
  return (
    <svg viewBox="-50 -50 100 100" className="mx-auto size-40" aria-hidden="true">
      <circle r="14" fill="none" stroke="currentColor" strokeDasharray="1 2" />
      {beads.map((angle, index) => (
        <circle
          key={angle}
          cx={40 * Math.cos(angle)}
          cy={40 * Math.sin(angle)}
          r={3 + ((index * 5) % 4)}
          className={index === 3 ? 'fill-gold' : 'fill-current'}
        />
      ))}
    </svg>
  );
}

const SAMPLES: Record<SampleKind, ReactNode> = {
  balances: (
    <>
      <Hero>
        <Words />
      </Hero>
      <Parts />
    </>
  ),
  form: (
    <>
      <Hero>
        <Coin kind="plain" className="size-16" />
        <Coin kind="plain" className="size-16" />
        <Coin kind="gold" className="size-16" />
      </Hero>
      <div className="flex flex-col gap-4 rounded-xl bg-surface p-4 text-muted shadow-card">
        <Line width="w-1/4" />
        <div className="h-14 rounded-lg bg-sunken" />
        <Line width="w-1/2" />
      </div>
    </>
  ),
  list: <Rows count={5} />,
  beads: (
    <>
      <Hero>
        <Beads />
      </Hero>
      <Rows count={2} />
    </>
  ),
  coins: (
    <>
      <Hero>
        <Coin kind="gold" className="size-20" />
        <Coin kind="plain" className="size-20" />
        <Coin kind="blank" className="size-20" />
      </Hero>
      <Rows count={2} />
    </>
  ),
  dial: (
    <>
      <Hero>
        <ProgressRing bps={6_500} label="" className="mx-auto size-36" />
      </Hero>
      <Rows count={2} />
    </>
  ),
  note: (
    <>
      <Hero>
        <Words />
        <Coin kind="plain" className="size-24" />
      </Hero>
      <Rows count={2} />
    </>
  ),
};
