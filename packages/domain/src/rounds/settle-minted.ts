import { assertNoneLeft } from '../assert-never.ts';
import type { Stages } from '../json/field-table.ts';
import { floorShare, splitByWeight } from '../money/division.ts';
import { smallestAmount, sumAmounts, type TokenAmount, tokenAmount, ZERO } from '../money/token-amount.ts';
import type { MintedOrder, MintedSettlement, SettlementInput, SettlementOrder } from './settlement.ts';
import type { MintedTerms } from './terms.ts';

type MintedInput = Omit<SettlementInput, 'terms' | 'cancelled'> & { readonly terms: MintedTerms };

/**
 * Settles a round that reached its quota and returns the payments of each order and account: the principal, the fee to
 * the inviters, pools, treasury and reserve, the reserve's surplus over its cap (at most the fees that the round added)
 * to the participants, and the FMC in three stages. Amounts in base units. docs/money-rules.md#5-settlement
 */
export function settleMinted({ terms, reserve, emission, orders }: MintedInput): MintedSettlement {
  const { mintFeeBps, mintAmount, stageBps, referralBps, nodesBps, levelsBps, treasuryBps, ...otherTerms } = terms;
  assertNoneLeft(otherTerms);
  const fees = orders.map(({ amount }) => floorShare(amount, mintFeeBps));
  const rewards = orders.map((order, index) => referralReward(order, { fee: at(fees, index), referralBps }));
  const feeShares = shareFees(
    { fee: sumAmounts(fees), reward: sumAmounts(rewards) },
    { nodesBps, levelsBps, treasuryBps },
  );

  const amounts = orders.map(({ amount }) => amount);
  const surplus = smallestAmount(feeShares.reserveIn, reserve.balance + feeShares.reserveIn - reserve.cap);
  const splits = splitByWeight(surplus, amounts);
  const minted = smallestAmount(mintAmount, emission.remaining);
  const [first, second, third] = mintStages(minted, stageBps);
  const firsts = splitByWeight(first, amounts);
  const seconds = splitByWeight(second, amounts);
  const thirds = splitByWeight(third, amounts);

  const settledOrders = orders.map<MintedOrder>(({ rank, amount }, index) => ({
    rank,
    principal: tokenAmount(amount - at(fees, index)),
    fee: at(fees, index),
    reward: at(rewards, index),
    split: at(splits, index),
    stages: [at(firsts, index), at(seconds, index), at(thirds, index)],
  }));
  const principal = sumAmounts(settledOrders.map((order) => order.principal));
  return { outcome: 'minted', orders: settledOrders, totals: { principal, ...feeShares, split: surplus, minted } };
}

/** Divides the FMC of a round into its three stages and returns them; the third includes what rounding left. */
export function mintStages(minted: TokenAmount, stageBps: Stages<number>): Stages<TokenAmount> {
  const first = floorShare(minted, stageBps[0]);
  const second = floorShare(minted, stageBps[1]);
  return [first, second, tokenAmount(minted - first - second)];
}

function referralReward(
  { inviter, inviterQualified }: SettlementOrder,
  { fee, referralBps }: { fee: TokenAmount; referralBps: number },
): TokenAmount {
  return inviter !== null && inviterQualified ? floorShare(fee, referralBps) : ZERO;
}

/** Shares out the whole fee: what goes to no inviter and no pool goes to the reserve. */
function shareFees(
  charged: { fee: TokenAmount; reward: TokenAmount },
  { nodesBps, levelsBps, treasuryBps }: Pick<MintedTerms, 'nodesBps' | 'levelsBps' | 'treasuryBps'>,
) {
  const nodes = floorShare(charged.fee, nodesBps);
  const levels = floorShare(charged.fee, levelsBps);
  const treasury = floorShare(charged.fee, treasuryBps);
  const reserveIn = tokenAmount(charged.fee - charged.reward - nodes - levels - treasury);
  return { ...charged, nodes, levels, treasury, reserveIn };
}

function at(amounts: readonly TokenAmount[], index: number): TokenAmount {
  return amounts[index] ?? ZERO;
}
