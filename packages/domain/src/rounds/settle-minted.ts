import { assertNoneLeft } from '../assert-never.ts';
import type { Stages } from '../json/field-table.ts';
import { floorShare, splitLazily } from '../money/division.ts';
import { smallestAmount, type TokenAmount, tokenAmount, ZERO } from '../money/token-amount.ts';
import { eachOrder, orderIn } from './order-in.ts';
import type { Lazy, MintedSettlement, SequenceInput, SettlementOrder } from './settlement.ts';
import type { MintedTerms } from './terms.ts';

type MintedInput = Omit<SequenceInput, 'terms' | 'cancelled'> & { readonly terms: MintedTerms };

/**
 * Settles a round that reached its quota and returns the payments of each order and account: the principal, the fee to
 * the inviters, pools, treasury and reserve, the reserve's surplus over its cap (at most the fees that the round added)
 * to the participants, and the FMC in three stages. Amounts in base units. docs/money-rules.md#5-settlement
 */
export function settleMinted({ terms, reserve, emission, orders }: MintedInput): Lazy<MintedSettlement> {
  const { mintFeeBps, mintAmount, stageBps, referralBps, nodesBps, levelsBps, treasuryBps, ...otherTerms } = terms;
  assertNoneLeft(otherTerms);
  const feeOf = ({ amount }: SettlementOrder) => floorShare(amount, mintFeeBps);
  let [principal, fees, rewards] = [0n, 0n, 0n];
  for (const order of eachOrder(orders)) {
    const fee = feeOf(order);
    principal += order.amount - fee;
    fees += fee;
    rewards += referralReward(order, { fee, referralBps });
  }
  const charged = { fee: tokenAmount(fees), reward: tokenAmount(rewards) };
  const feeShares = shareFees(charged, { nodesBps, levelsBps, treasuryBps });
  const surplus = smallestAmount(feeShares.reserveIn, reserve.balance + feeShares.reserveIn - reserve.cap);
  const minted = smallestAmount(mintAmount, emission.remaining);

  const amounts = { length: orders.length, at: (index: number) => orders.at(index)?.amount };
  const sharesAt = splitLazily([surplus, ...mintStages(minted, stageBps)], amounts);
  return {
    outcome: 'minted',
    orderAt: (index) => {
      const order = orderIn(orders, index);
      const fee = feeOf(order);
      const shareOf = sharesAt(index);
      return {
        rank: order.rank,
        principal: tokenAmount(order.amount - fee),
        fee,
        reward: referralReward(order, { fee, referralBps }),
        split: shareOf(0),
        stages: [shareOf(1), shareOf(2), shareOf(3)],
      };
    },
    totals: { principal: tokenAmount(principal), ...feeShares, split: surplus, minted },
  };
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
