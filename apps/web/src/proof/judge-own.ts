import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { unitsOf } from '@city-mint/domain/money/amount-text';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@city-mint/domain/time/durations';
import type { MyProof } from './check-my-proof.ts';

type Points = ReplyOf<'POST /api/app/user/balances'>['points'];
type Assets = ReplyOf<'POST /api/app/user/asset'>['assets'];

/** The answers of the account's own calls; undefined until they are read. */
export type OwnBooks = {
  readonly points: Points | undefined;
  readonly assets: Assets | undefined;
  /** When the contract got the proof's root, UTC milliseconds; null while it has none. */
  readonly anchoredAt: number | null;
};

/**
 * The account's own calls on a proof. `agrees`: both have the same; `in-part`: the same balance, and the part that
 * rounds held is not compared, since the balance has changed since; `paying`: less by an amount that a round holds,
 * which counts for no account while it is paid; `moved`: the balance changed in these minutes, so nothing is compared;
 * `unread`: no answer, or the tree is of another time than its anchoring.
 */
export type OwnVerdict = 'agrees' | 'in-part' | 'paying' | 'moved' | 'differs' | 'unread';

/** The longest time that a root waits for its anchoring; the time of a tree is the server's claim. */
const LONGEST_WAIT_MS = 6 * HOUR_MS;
/** By which the clocks of chain and server may differ. */
const CLOCKS_MS = 10 * MINUTE_MS;

/** A tree is made of the last sealed transfers, which are seconds older; minutes where sealing was late. */
const MINUTES_BEFORE = 10;

/**
 * Returns the times at which the account's balance is compared with a tree: each minute from ten before it was made to
 * one after, since payments under way then count for no account, and the present. All are UTC milliseconds. The present
 * is a time in the future, which has the current balance, whatever a device's clock says.
 */
export function timesToCompare(madeAt: number, readAt: number): number[] {
  const minutes = Array.from({ length: MINUTES_BEFORE + 2 }, (_unused, n) => madeAt + (n - MINUTES_BEFORE) * MINUTE_MS);
  return [...minutes, Math.max(madeAt, readAt) + DAY_MS];
}

/**
 * Returns whether a proof counts what the account's own calls state, which the server answers from the ledger and not
 * from the tree: so an omitted leaf, or account, is found. `points` are at `timesToCompare`. They have no unpaid FMC;
 * the part that rounds hold is compared with the assets, as long as nothing has moved since.
 */
export function judgeOwn(proof: MyProof, { points = [], assets = [], anchoredAt }: OwnBooks): OwnVerdict {
  const waited = anchoredAt === null ? 0 : anchoredAt - proof.madeAt;
  if (points.length < 2 || waited < -CLOCKS_MS || waited > LONGEST_WAIT_MS) return 'unread';
  try {
    return compareBalance(proof, points, assets);
  } catch {
    // An amount that is none, in an answer that no one has checked.
    return 'unread';
  }
}

function compareBalance({ currency, parts }: MyProof, points: Points, assets: Assets): OwnVerdict {
  const around = points.slice(0, -1);
  const asset = assets.find((own) => own.currency === currency);
  const counted = parts.reduce((sum, { leaf }) => sum + unitsOf(leaf.amount), 0n);
  const locked = unitsOf(parts[0]?.leaf.locked ?? '0');
  const stated = around.map((point) => unitsOf(point[currency]) - (currency === 'FMC' ? counted - locked : counted));
  if (stated.includes(0n)) {
    const isOfNow = asset !== undefined && isSteady(points) && isOfPoint(asset, points.at(-1));
    return isOfNow ? compareHeld(asset, locked) : 'in-part';
  }
  const [missing = 0n] = stated;
  if (!isSteady(around)) return 'moved';
  const isBeingPaid = currency === 'JU' && missing > 0n && missing <= unitsOf(asset?.frozenInRounds ?? '0');
  return isBeingPaid ? 'paying' : 'differs';
}

/** Compares the part that rounds hold for the account. A stage of FMC that is being paid is in no leaf. */
function compareHeld({ currency, frozenInRounds, vesting }: Assets[number], locked: bigint): OwnVerdict {
  const missing = unitsOf(currency === 'JU' ? frozenInRounds : vesting) - locked;
  if (missing === 0n) return 'agrees';
  return currency === 'FMC' && missing > 0n ? 'paying' : 'differs';
}

/** Whether the balances of both currencies are the same at all of these times. */
function isSteady(points: Points): boolean {
  return new Set(points.map(({ JU, FMC }) => `${JU} ${FMC}`)).size === 1;
}

function isOfPoint(asset: Assets[number], point: Points[number] | undefined): boolean {
  const { currency, available, frozenInRounds, frozenInWithdrawals } = asset;
  const owned = unitsOf(available) + unitsOf(frozenInRounds) + unitsOf(frozenInWithdrawals);
  return point !== undefined && owned === unitsOf(point[currency]);
}
