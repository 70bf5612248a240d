import { rankWeight } from '@city-mint/domain/team/attribution';
import { DAY_MS } from '@city-mint/domain/time/durations';
import type { Database } from '#platform/database/database.ts';
import { listSettledRounds } from '#rounds/settlement/queries.ts';
import { type AttributedPage, listAttributed } from '../store/attributions.ts';
import { awaitRollUpLock, readRoundProgress } from '../store/roll-up-progress.ts';

export type WeightsPage = {
  /** Weights above 0, in the order of the users' ids. */
  readonly weights: readonly { readonly userId: bigint; readonly weight: bigint }[];
  /** The last user of the page; null = there are no more users. */
  readonly lastUser: bigint | null;
};

/**
 * Returns the weights in a pool at the end of a UTC day: the weight of the rank at its end times the amount attributed
 * over 30 days. Reads at most `limit` users after `afterUser`. Returns undefined while orders settled by then are not
 * rolled up yet. Must run in a transaction, and blocks changes of statuses until it ends.
 * docs/money-rules.md#8-team-nodes-levels
 */
export async function listPoolWeights(tx: Database, page: AttributedPage): Promise<WeightsPage | undefined> {
  const { roundsBelow } = await awaitRollUpLock(tx);
  if (await isRollUpBehind(tx, { roundsBelow, beforeMs: (page.day + 1) * DAY_MS })) return undefined;
  const attributed = await listAttributed(tx, page);
  const weights = attributed.map(({ userId, amount, ...rank }) => ({
    userId,
    weight: BigInt(rankWeight(page.pool, rank)) * amount,
  }));
  return { weights: weights.filter(({ weight }) => weight > 0n), lastUser: attributed.at(-1)?.userId ?? null };
}

/** Whether some round was minted before a time, is paid and closed, and its orders are not all attributed. */
async function isRollUpBehind(
  tx: Database,
  { roundsBelow, beforeMs }: { readonly roundsBelow: bigint; readonly beforeMs: number },
): Promise<boolean> {
  const { rounds } = await listSettledRounds(tx, roundsBelow);
  const progressOf = await readRoundProgress(tx, roundsBelow);
  return rounds.some(
    ({ roundId, outcome, day }) =>
      outcome === 'minted' && Date.parse(`${day}T00:00:00Z`) < beforeMs && progressOf.get(roundId)?.done !== true,
  );
}
