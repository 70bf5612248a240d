import { floorShare, splitByWeight } from '../money/division.ts';
import { smallestAmount, sumAmounts, type TokenAmount, tokenAmount, ZERO } from '../money/token-amount.ts';
import { mintStages } from './mint-stages.ts';
import type { MintedOrder, MintedSettlement, SettlementInput, SettlementOrder } from './settlement.ts';
import type { SettlementTerms } from './terms.ts';

/**
 * Settles a round that reached its quota: principal back, the fee to the inviters, pools, treasury and reserve, what
 * the reserve then holds above its cap to the participants, and the FMC in three stages.
 * docs/money-rules.md#5-settlement.
 */
export function settleMinted({ terms, reserve, emission, orders }: SettlementInput): MintedSettlement {
  const fees = orders.map(({ amount }) => floorShare(amount, terms.mintFeeBps));
  const rewards = orders.map((order, index) => referralReward(order, { fee: at(fees, index), terms }));
  const feeShares = shareFees({ fee: sumAmounts(fees), reward: sumAmounts(rewards) }, terms);

  const amounts = orders.map(({ amount }) => amount);
  const surplus = surplusOf(reserve.balance + feeShares.reserveIn, reserve.cap);
  const splits = splitByWeight(surplus, amounts);
  const minted = smallestAmount(terms.mintAmount, emission.remaining);
  const [first, second, third] = mintStages(minted, terms.stageBps);
  const firsts = splitByWeight(first, amounts);
  const seconds = splitByWeight(second, amounts);
  const thirds = splitByWeight(third, amounts);

  const settled = orders.map<MintedOrder>(({ rank, amount }, index) => ({
    rank,
    principal: tokenAmount(amount - at(fees, index)),
    fee: at(fees, index),
    reward: at(rewards, index),
    split: at(splits, index),
    stages: [at(firsts, index), at(seconds, index), at(thirds, index)],
  }));
  const principal = sumAmounts(settled.map((order) => order.principal));
  return { outcome: 'minted', orders: settled, totals: { principal, ...feeShares, split: surplus, minted } };
}

function referralReward(
  { inviter, inviterQualified }: SettlementOrder,
  { fee, terms }: { fee: TokenAmount; terms: SettlementTerms },
): TokenAmount {
  return inviter !== null && inviterQualified ? floorShare(fee, terms.referralBps) : ZERO;
}

/** Shares out the whole fee: what no inviter and no pool takes goes to the reserve. */
function shareFees(taken: { fee: TokenAmount; reward: TokenAmount }, terms: SettlementTerms) {
  const nodes = floorShare(taken.fee, terms.nodesBps);
  const levels = floorShare(taken.fee, terms.levelsBps);
  const treasury = floorShare(taken.fee, terms.treasuryBps);
  const reserveIn = tokenAmount(taken.fee - taken.reward - nodes - levels - treasury);
  return { ...taken, nodes, levels, treasury, reserveIn };
}

function surplusOf(reserve: bigint, cap: TokenAmount): TokenAmount {
  return reserve > cap ? tokenAmount(reserve - cap) : ZERO;
}

function at(amounts: readonly TokenAmount[], index: number): TokenAmount {
  return amounts[index] ?? ZERO;
}
