import { Icon, type IconName } from '@city-mint/ui/icon.tsx';
import { Fragment } from 'react';
import { Coin, type CoinKind } from '#ui/coin.tsx';

/** `now`: the money is moving to this station. */
export type StationState = 'done' | 'now' | 'ahead' | 'failed' | 'earned';

export type Station = {
  readonly icon: IconName;
  readonly label: string;
  readonly state: StationState;
  /** Confirmations, out of the number needed; drawn as the edge of the coin. */
  readonly blocks?: { readonly count: number; readonly needed: number } | undefined;
};

const COINS: Record<StationState, CoinKind> = {
  done: 'plain',
  now: 'plain',
  ahead: 'blank',
  failed: 'broken',
  earned: 'gold',
};

/** The path of money between stations, on a hero's dark ground: coins, and a light where it moves. */
export function MoneyPath({ label, stations }: { readonly label: string; readonly stations: readonly Station[] }) {
  return (
    <ol aria-label={label} className="flex items-start justify-between">
      {stations.map((station, index) => (
        <Fragment key={station.icon}>
          {index > 0 && <Line isBusy={station.state === 'now'} isDone={isPassed(station.state)} />}
          <li
            aria-current={station.state === 'now' ? 'step' : undefined}
            className={`flex flex-col items-center gap-1.5 text-center ${stations.length > 3 ? 'min-w-[22%]' : 'min-w-[28%]'}`}
          >
            {station.blocks === undefined ? (
              <Coin kind={COINS[station.state]} isStruck={station.state === 'earned'} className="size-14">
                <Icon name={station.state === 'failed' ? 'close' : station.icon} className="text-lg" />
              </Coin>
            ) : (
              <Blocks {...station.blocks} />
            )}
            <span className={`text-tag ${station.state === 'now' ? 'font-semibold text-hero-ink' : 'text-hero-muted'}`}>
              {station.label}
            </span>
          </li>
        </Fragment>
      ))}
    </ol>
  );
}

function isPassed(state: StationState): boolean {
  return state === 'done' || state === 'earned';
}

function Line({ isBusy, isDone }: { readonly isBusy: boolean; readonly isDone: boolean }) {
  return (
    <li aria-hidden="true" className="mt-7 h-0.5 flex-1 overflow-hidden rounded-full bg-hero-line/25">
      {isBusy && <span className="block h-full w-1/3 animate-slide-bar rounded-full bg-gold" />}
      {isDone && <span className="block h-full w-full rounded-full bg-hero-line/70" />}
    </li>
  );
}

/** One notch of the coin's edge per block, lit once the block has confirmed. */
function Blocks({ count, needed }: { readonly count: number; readonly needed: number }) {
  const total = Math.max(needed, 1);
  const lit = Math.min(count, total);
  return (
    <span aria-hidden="true" className="relative size-14 text-hero-line">
      <svg
        viewBox="-50 -50 100 100"
        className="size-full -rotate-90"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <circle r="44" strokeWidth="7" strokeOpacity="0.22" pathLength={total} strokeDasharray="0.78 0.22" />
        {lit > 0 && (
          <circle
            r="44"
            strokeWidth="7"
            pathLength={total}
            strokeDasharray={`${Array.from({ length: lit }, () => '0.78 0.22').join(' ')} 0 ${total}`}
          />
        )}
        <circle r="36" strokeWidth="1" strokeOpacity="0.4" strokeDasharray="1 2.4" />
      </svg>
      <span className="absolute inset-0 flex items-center justify-center text-sm font-semibold text-hero-ink figures">
        {lit}/{needed}
      </span>
    </span>
  );
}
