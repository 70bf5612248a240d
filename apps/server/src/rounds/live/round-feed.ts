import type { LiveEventData, LiveEventName } from '@city-mint/api-contract/live-events';
import { roundProgressToWire } from '../offers/queries/round-list.ts';
import type { LiveRound, LiveRounds } from './queries.ts';

type RoundEvent = { readonly name: LiveEventName; readonly data: string };

export type RoundFeed = {
  /** Polls the rounds; returns the events since the previous poll. */
  readonly poll: () => Promise<RoundEvent[]>;
  /** Returns the live rounds as of the last poll. */
  readonly snapshot: () => RoundEvent;
};

/**
 * Returns a feed of round events: each poll is compared with the previous one. `read` returns all rounds that have a
 * next step and those with the given ids.
 */
export function createRoundFeed(read: (alsoIds: readonly bigint[]) => Promise<LiveRounds>): RoundFeed {
  let knownRounds: ReadonlyMap<bigint, LiveRound> | undefined;
  // Milliseconds that the database's clock is ahead of the process's monotonic one.
  let clockOffset = 0;
  return {
    async poll() {
      const before = knownRounds;
      const { at, rounds } = await read([...(before?.keys() ?? [])]);
      clockOffset = at - performance.now();
      // A round that has ended is in one more event and then dropped.
      knownRounds = new Map(rounds.filter(({ state }) => state !== 'ended').map((round) => [round.id, round]));
      if (before === undefined) return [];
      return rounds.flatMap((round) => {
        const name = eventName(before.get(round.id), round);
        return name === undefined ? [] : [{ name, data: JSON.stringify(toWire(round)) }];
      });
    },
    snapshot() {
      const rounds = [...(knownRounds?.values() ?? [])].filter(({ state }) => state !== 'minted').map(toWire);
      const data: LiveEventData<'rounds'> = { serverTime: Math.round(performance.now() + clockOffset), rounds };
      return { name: 'rounds', data: JSON.stringify(data) };
    },
  };
}

function eventName(before: LiveRound | undefined, now: LiveRound): LiveEventName | undefined {
  if (before?.state === now.state) {
    // The window was stopped, or has a new end.
    if (endOf(before) !== endOf(now)) return 'round-changed';
    return before.filled === now.filled ? undefined : 'round-filled';
  }
  if (now.state === 'open') return 'round-opened';
  // A minted round ends when its last stage is paid; it was settled long before.
  if (now.state === 'minted') return 'round-settled';
  if (now.state === 'ended') return before?.state === 'minted' ? 'round-changed' : 'round-settled';
  return 'round-changed';
}

function endOf({ closesAt, pausedSince }: LiveRound): string {
  return `${closesAt.getTime()}/${pausedSince?.getTime()}`;
}

function toWire({ id, cityId, ...round }: LiveRound): LiveEventData<'round-filled'> {
  return { ...roundProgressToWire({ ...round, roundId: id }), cityId: cityId.toString() };
}
