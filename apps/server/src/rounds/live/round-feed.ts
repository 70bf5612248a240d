import type { LiveEventData, LiveEventName } from '@city-mint/api-contract/live-events';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { LiveRound, LiveRounds } from './queries.ts';

type RoundEvent = { readonly name: LiveEventName; readonly data: string };

export type RoundFeed = {
  /** What has happened since the last look. */
  readonly look: () => Promise<RoundEvent[]>;
  /** The rounds under way, as of the last look. */
  readonly snapshot: () => RoundEvent;
};

/** Tells what happens to rounds by comparing what each look finds with the look before. `read` gives all that are due, and those named besides. */
export function createRoundFeed(read: (besides: readonly bigint[]) => Promise<LiveRounds>): RoundFeed {
  let known: ReadonlyMap<bigint, LiveRound> | undefined;
  // How far the database's clock is ahead of one that never jumps.
  let ahead = 0;
  return {
    async look() {
      const before = known;
      const { at, rounds: found } = await read([...(before?.keys() ?? [])]);
      ahead = at - performance.now();
      // What is over is told of once more, and then forgotten.
      known = new Map(found.filter(({ state }) => state !== 'ended').map((round) => [round.id, round]));
      if (before === undefined) return [];
      return found.flatMap((round) => {
        const name = whatHappened(before.get(round.id), round);
        return name === undefined ? [] : [{ name, data: JSON.stringify(toWire(round)) }];
      });
    },
    snapshot() {
      const rounds = [...(known?.values() ?? [])].filter(({ state }) => state !== 'minted').map(toWire);
      const data: LiveEventData<'rounds'> = { serverTime: Math.round(performance.now() + ahead), rounds };
      return { name: 'rounds', data: JSON.stringify(data) };
    },
  };
}

function whatHappened(before: LiveRound | undefined, now: LiveRound): LiveEventName | undefined {
  if (before?.state === now.state) return before.filled === now.filled ? undefined : 'round-filled';
  if (now.state === 'open') return 'round-opened';
  // A minted round ends when its last stage is paid; it was settled long before.
  if (now.state === 'minted') return 'round-settled';
  if (now.state === 'ended') return before?.state === 'minted' ? 'round-changed' : 'round-settled';
  return 'round-changed';
}

function toWire(round: LiveRound): LiveEventData<'round-filled'> {
  return {
    roundId: round.id.toString(),
    cityId: round.cityId.toString(),
    phase: round.phase,
    number: round.number,
    state: round.state,
    opensAt: round.opensAt.getTime(),
    closesAt: round.closesAt.getTime(),
    quota: formatAmount(round.quota),
    filled: formatAmount(round.filled),
    orders: round.orders,
  };
}
