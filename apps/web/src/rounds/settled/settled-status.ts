import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { type LoadStatus, loadStatus } from '#platform/load-status.ts';
import type { SettledFile } from './read-settled.ts';
import { UnreadableLine } from './settled-line.ts';

type Latest = ReplyOf<'POST /api/app/last/crowdfund'>;
type Round = NonNullable<Latest['round']>;

/** What there is to show of a round: its settlement, or why there is none. */
export type SettledStatus =
  | { readonly kind: 'loading' | 'unknown' | 'unreadable' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'waiting'; readonly round: Round }
  | { readonly kind: 'settled'; readonly round: Round; readonly termsHash: string; readonly settled: SettledFile };

type Loaded<Data> = Parameters<typeof loadStatus<Data>>[0];

/** Returns the status of a round from the round itself and the beginning of its settlement file (null: none yet). */
export function settledStatus(latest: Loaded<Latest>, file: Loaded<SettledFile | null>): SettledStatus {
  const [round, settled]: [LoadStatus<Latest>, LoadStatus<SettledFile | null>] = [loadStatus(latest), loadStatus(file)];
  if (round.kind === 'failed') {
    const isUnknown = round.error instanceof RefusalError && round.error.error === 'not-found';
    return isUnknown ? { kind: 'unknown' } : round;
  }
  if (settled.kind === 'failed') return settled.error instanceof UnreadableLine ? { kind: 'unreadable' } : settled;
  if (round.kind === 'loading' || settled.kind === 'loading') return { kind: 'loading' };
  const { round: of, termsHash } = round.data;
  if (of === null || termsHash === null) return { kind: 'unknown' };
  if (settled.data === null) return { kind: 'waiting', round: of };
  if (settled.data.head.roundId !== of.roundId) return { kind: 'unreadable' };
  return { kind: 'settled', round: of, termsHash, settled: settled.data };
}
