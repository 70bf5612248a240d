import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { createPersistedEntries } from '#platform/persisted-entries.ts';

/** A round of an account that has not seen its outcome yet. */
type AwaitedRound = { readonly roundId: string; readonly address: string };

/**
 * Rounds with an outcome still to be shown, of every account of this browser: as many as rounds, whatever the number of
 * orders. A round that settles while no page is open is shown at the next visit. It leaves the list once the user has
 * seen its outcome.
 */
const awaitedRounds = createPersistedEntries<AwaitedRound>({
  prefix: 'fmc.awaited.',
  storage: browserStorage,
  idOf,
  isEntry: isAwaitedRound,
  compare: (one, other) => Number(BigInt(one.roundId) - BigInt(other.roundId)),
});

function idOf({ address, roundId }: AwaitedRound): string {
  return `${address.toLowerCase()}.${roundId}`;
}

function isAwaitedRound(value: unknown): value is AwaitedRound {
  if (typeof value !== 'object' || value === null) return false;
  const { roundId, address } = value as Record<string, unknown>;
  return typeof roundId === 'string' && /^\d{1,19}$/.test(roundId) && typeof address === 'string';
}

/** Awaits the outcomes of rounds; stores only those that are not awaited yet. */
export function awaitRounds(address: string, roundIds: readonly string[]): void {
  const known = new Set(roundsAwaited(address));
  for (const roundId of roundIds) if (!known.has(roundId)) awaitedRounds.put({ roundId, address });
}

/** Returns the ids of an account's awaited rounds, including those that other tabs have stored since. */
export function roundsAwaited(address: string): readonly string[] {
  const isOwn = (round: AwaitedRound) => round.address.toLowerCase() === address.toLowerCase();
  return awaitedRounds
    .read()
    .filter(isOwn)
    .map(({ roundId }) => roundId);
}

/** Stops awaiting a round: the user has seen its outcome, or has no order in it. */
export function endAwaiting(address: string, roundId: string): void {
  awaitedRounds.remove(idOf({ address, roundId }));
}
