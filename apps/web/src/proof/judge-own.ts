import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { unitsOf } from '@city-mint/domain/money/amount-text';
import { MINUTE_MS } from '@city-mint/domain/time/durations';
import type { MyProof } from './check-my-proof.ts';

type Points = ReplyOf<'POST /api/app/user/balances'>['points'];
type Assets = ReplyOf<'POST /api/app/user/asset'>['assets'];

type DefinedBooks = { readonly points: Points; readonly assets: Assets };

/** The answers of the account's own calls; undefined until they are read. */
export type OwnBooks = { readonly [Name in keyof DefinedBooks]: DefinedBooks[Name] | undefined };

/**
 * The account's own balance on a proof: they are the same; they are not; the balance changed in those minutes, so that
 * they cannot be compared; no answer.
 */
export type OwnVerdict = 'agrees' | 'differs' | 'moved' | 'unread';

/** A tree is made of the last sealed transfers, which are seconds older; minutes where sealing was late. */
const MINUTES_BEFORE = 10;

/**
 * Returns the times at which the account's balance is compared with a tree: each minute from ten before it was made to
 * one after, since payments under way then count for no account, and the present. All are UTC milliseconds.
 */
export function timesToCompare(madeAt: number, now: number): number[] {
  const minutes = Array.from({ length: MINUTES_BEFORE + 2 }, (_unused, n) => madeAt + (n - MINUTES_BEFORE) * MINUTE_MS);
  return [...minutes.filter((at) => at > 0 && at < now), now];
}

/**
 * Returns whether a proof counts what the account's own calls state, which the server answers from the ledger and not
 * from the tree: so an omitted leaf, or account, is found. `points` are at `timesToCompare`. They have no unpaid FMC;
 * this is compared with the assets, as long as nothing has moved since.
 */
export function judgeOwn(proof: MyProof, books: OwnBooks): OwnVerdict {
  const { points = [], assets = [] } = books;
  if (points.length < 2) return 'unread';
  try {
    return comparePoints(proof, { points, assets });
  } catch {
    // An amount that is none, in an answer that no one has checked.
    return 'unread';
  }
}

function comparePoints({ currency, parts }: MyProof, { points, assets }: DefinedBooks): OwnVerdict {
  const around = points.slice(0, -1);
  const counted = parts.reduce((sum, { leaf }) => sum + unitsOf(leaf.amount), 0n);
  const locked = currency === 'FMC' ? unitsOf(parts[0]?.leaf.locked ?? '0') : 0n;
  if (around.every((point) => unitsOf(point[currency]) !== counted - locked)) {
    return isSteady(around) ? 'differs' : 'moved';
  }
  const asset = assets.find((own) => own.currency === currency);
  const isOfNow = asset !== undefined && isSteady(points) && isOfPoint(asset, points.at(-1));
  return currency === 'FMC' && isOfNow && unitsOf(asset.vesting) !== locked ? 'differs' : 'agrees';
}

function isSteady(points: Points): boolean {
  return new Set(points.map(({ JU, FMC }) => `${JU} ${FMC}`)).size === 1;
}

function isOfPoint(asset: Assets[number], point: Points[number] | undefined): boolean {
  const { currency, available, frozenInRounds, frozenInWithdrawals } = asset;
  const owned = unitsOf(available) + unitsOf(frozenInRounds) + unitsOf(frozenInWithdrawals);
  return point !== undefined && owned === unitsOf(point[currency]);
}
