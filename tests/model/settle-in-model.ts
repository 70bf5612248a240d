import { type TokenAmount, tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { settleRound } from '@city-mint/domain/rounds/settle-round';
import type { FailedSettlement, MintedSettlement } from '@city-mint/domain/rounds/settlement';
import {
  availableOf,
  balanceOf,
  countLossesInModel,
  house,
  type ModelOrder,
  type ModelRound,
  type MoneyModel,
  move,
  ofRound,
} from './money-model.ts';

/** Settles a round that is full or failed, and moves what the domain says. rules.md section 5. */
export function settleInModel(model: MoneyModel, round: ModelRound): void {
  const result = settleRound({
    terms: round.terms,
    reserve: { balance: balanceOf(model, house('reserve')), cap: model.reserveCap },
    emission: { remaining: balanceOf(model, house('emission', 'FMC')) },
    orders: round.orders.map(({ rank, amount, user: { inviter } }) => ({
      rank,
      amount,
      inviter: inviter === null ? null : inviter.id.toString(),
      inviterQualified: inviter?.isQualified ?? false,
    })),
  });
  if (result.outcome === 'minted') payMinted(model, round, result);
  else payFailed(model, round, result);
  for (const { user } of round.orders) user.isQualified = true;
}

function payMinted(model: MoneyModel, round: ModelRound, { orders, totals }: MintedSettlement): void {
  const escrow = ofRound(round, 'escrow');
  const fees = ofRound(round, 'fees');
  move(model, [escrow, fees], totals.fee);
  const shares = { nodes: totals.nodes, levels: totals.levels, treasury: totals.treasury, reserve: totals.reserveIn };
  for (const kind of ['nodes', 'levels', 'treasury', 'reserve'] as const)
    move(model, [fees, house(kind)], shares[kind]);
  for (const [index, { principal, reward, split, stages }] of orders.entries()) {
    const order = orderAt(round, index);
    const [now, second, third] = stages;
    move(model, [escrow, availableOf(order.user)], principal);
    if (order.user.inviter !== null) move(model, [fees, availableOf(order.user.inviter)], reward);
    move(model, [house('reserve'), availableOf(order.user)], split);
    move(model, [house('emission', 'FMC'), availableOf(order.user, 'FMC')], now);
    move(model, [house('emission', 'FMC'), ofRound(round, 'vesting')], second + third);
    order.waiting = tokenAmount(second + third);
  }
  round.state = 'minted';
}

function payFailed(model: MoneyModel, round: ModelRound, { orders, totals }: FailedSettlement): void {
  countLossesInModel(round);
  for (const [index, { refund, compensation }] of orders.entries()) {
    const available = availableOf(orderAt(round, index).user);
    move(model, [ofRound(round, 'escrow'), available], refund);
    move(model, [house('reserve'), available], compensation);
  }
  move(model, [ofRound(round, 'escrow'), house('launch-costs')], totals.loss);
  round.state = 'ended';
}

/** Pays the later stages of a minted round, all of them. Gives what was paid. */
export function payStagesInModel(model: MoneyModel, round: ModelRound): TokenAmount {
  let paid = 0n;
  for (const order of round.orders) {
    move(model, [ofRound(round, 'vesting'), availableOf(order.user, 'FMC')], order.waiting);
    paid += order.waiting;
    order.waiting = ZERO;
  }
  round.state = 'ended';
  return tokenAmount(paid);
}

function orderAt(round: ModelRound, index: number): ModelOrder {
  const order = round.orders[index];
  if (order === undefined) throw new Error('the settlement has an order that the model does not know');
  return order;
}
