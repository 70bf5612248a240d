import { smallestAmount, sumAmounts, type TokenAmount, tokenAmount, ZERO } from '../money/token-amount.ts';
import { acceptedAmount } from '../rounds/accepted-amount.ts';
import { isLate } from '../rounds/late-orders.ts';
import { settleRound } from '../rounds/settle-round.ts';
import type { FailedSettlement, MintedSettlement } from '../rounds/settlement.ts';
import type { Terms } from '../rounds/terms.ts';

/** A wallet of a simulation, with its results over all rounds. Amounts in base units. */
export type SimulatedWallet = {
  /** The round in which it first came. */
  readonly since: number;
  readonly isAutoMint: boolean;
  /** Who invited it; null = it came by itself. */
  readonly inviter: SimulatedWallet | null;
  /** JU of each of its orders. */
  readonly size: TokenAmount;
  /** How many of its orders have been settled. */
  settled: number;
  /** JU that was returned or paid, less the JU that was joined with. */
  netJu: bigint;
  /** FMC of all stages. */
  fmc: bigint;
  /** Compensation hash power. */
  hashPower: bigint;
};

/** The operator's funds: JU, and FMC of the emission that is not released; base units. */
export type Funds = {
  readonly reserve: TokenAmount;
  /** The reserve's balance above which it is given to the participants. */
  readonly reserveCap: TokenAmount;
  readonly emission: TokenAmount;
  readonly nodes: TokenAmount;
  readonly levels: TokenAmount;
  readonly treasury: TokenAmount;
  readonly launchCosts: TokenAmount;
};

/** A wallet that arrives at a round, and when: milliseconds after it opens. */
export type Arrival = { readonly wallet: SimulatedWallet; readonly afterMs: number };

export type SimulatedOrder = { readonly wallet: SimulatedWallet; readonly amount: TokenAmount; readonly late: boolean };

/** A round that has been held; amounts in base units, the funds as they are after it. */
export type SimulatedRound = {
  readonly number: number;
  readonly outcome: 'minted' | 'failed';
  readonly quota: TokenAmount;
  readonly filled: TokenAmount;
  /** In rank order. */
  readonly orders: readonly SimulatedOrder[];
  /** The losses of the orders of a failed round, and the part that the reserve paid. */
  readonly loss: TokenAmount;
  readonly compensation: TokenAmount;
  /** JU of each order that was returned or paid, less its amount; without rewards to inviters. */
  readonly nets: readonly bigint[];
  readonly funds: Funds;
};

/** The arrivals at a round; no one joins any more once `most` has been reached, which is the quota or less of it. */
export type Visit = { readonly terms: Terms; readonly arrivals: readonly Arrival[]; readonly most: TokenAmount };

/**
 * Holds one round: those who arrive join in order until the quota is reached, or less, and the round is settled by the
 * code that settles real ones. Adds the result to each wallet, and returns the round with the funds after it.
 */
export function holdRound(visit: Visit, funds: Funds): SimulatedRound {
  const { terms } = visit;
  const orders = joinInOrder(visit);
  const result = settleRound({
    terms,
    reserve: { balance: funds.reserve, cap: funds.reserveCap },
    emission: { remaining: funds.emission },
    orders: orders.map(({ wallet, amount, late }, index) => ({
      rank: index + 1,
      amount,
      inviter: wallet.inviter === null ? null : 'inviter',
      inviterQualified: wallet.inviter !== null && wallet.inviter.settled > 0,
      late,
    })),
    cancelled: false,
  });
  if (result.outcome === 'cancelled') throw new Error('a simulation cancels no round');
  const { number, quota } = terms;
  const filled = sumAmounts(orders.map(({ amount }) => amount));
  const round = { number, quota, filled, orders };
  if (result.outcome === 'minted') {
    const nets = creditMinted(orders, result);
    return { ...round, outcome: 'minted', loss: ZERO, compensation: ZERO, nets, funds: afterMinted(funds, result) };
  }
  const nets = creditFailed(orders, result);
  const { loss, compensation } = result.totals;
  return { ...round, outcome: 'failed', loss, compensation, nets, funds: afterFailed(funds, result) };
}

function joinInOrder({ terms, arrivals, most }: Visit): readonly SimulatedOrder[] {
  const orders: SimulatedOrder[] = [];
  let filled = ZERO;
  for (const { wallet, afterMs } of arrivals) {
    if (filled >= most) break;
    // The last order may be smaller than the minimum.
    if (wallet.size < smallestAmount(terms.minimum, terms.quota - filled)) continue;
    const amount = acceptedAmount({ ...terms, filled }, { amount: wallet.size, alreadyJoined: ZERO });
    filled = tokenAmount(filled + amount);
    const late = isLate(terms, { closesAt: terms.closesAt, at: terms.opensAt + afterMs });
    orders.push({ wallet, amount, late });
  }
  return orders;
}

function creditMinted(orders: readonly SimulatedOrder[], { orders: settled }: MintedSettlement): readonly bigint[] {
  const nets = settled.map(({ split, fee, reward, stages }, index) => {
    const net = split - fee;
    const wallet = orders[index]?.wallet;
    if (wallet === undefined) return net;
    wallet.netJu += net;
    wallet.fmc += stages[0] + stages[1] + stages[2];
    if (wallet.inviter !== null) wallet.inviter.netJu += reward;
    return net;
  });
  // Qualified are inviters with an order that was settled in an earlier round.
  for (const { wallet } of orders) wallet.settled += 1;
  return nets;
}

function creditFailed(orders: readonly SimulatedOrder[], { orders: settled }: FailedSettlement): readonly bigint[] {
  return settled.map(({ loss, compensation, hashPower }, index) => {
    const net = compensation - loss;
    const wallet = orders[index]?.wallet;
    if (wallet === undefined) return net;
    wallet.netJu += net;
    wallet.hashPower += hashPower;
    wallet.settled += 1;
    return net;
  });
}

function afterMinted(funds: Funds, { totals }: MintedSettlement): Funds {
  return {
    ...funds,
    reserve: tokenAmount(funds.reserve + totals.reserveIn - totals.split),
    emission: tokenAmount(funds.emission - totals.minted),
    nodes: tokenAmount(funds.nodes + totals.nodes),
    levels: tokenAmount(funds.levels + totals.levels),
    treasury: tokenAmount(funds.treasury + totals.treasury),
  };
}

function afterFailed(funds: Funds, { totals }: FailedSettlement): Funds {
  return {
    ...funds,
    reserve: tokenAmount(funds.reserve + totals.reserveIn - totals.compensation),
    launchCosts: tokenAmount(funds.launchCosts + totals.launchCosts),
  };
}
