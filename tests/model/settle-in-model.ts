import { assertNever } from '@city-mint/domain/assert-never';
import { type TokenAmount, tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { settleRound } from '@city-mint/domain/rounds/settle-round';
import type { CancelledSettlement, FailedSettlement, MintedSettlement } from '@city-mint/domain/rounds/settlement';
import {
  availableOf,
  balanceOf,
  countLossesInModel,
  type ModelOrder,
  type ModelRound,
  type MoneyModel,
  move,
  ofRound,
  systemAccount,
} from './money-model.ts';

/** Settles a full or failed round in the model, with the domain's transfers (docs/money-rules.md#5-settlement). */
export function settleInModel(model: MoneyModel, round: ModelRound): void {
  const result = settleRound({
    terms: round.terms,
    reserve: { balance: balanceOf(model, systemAccount('reserve')), cap: model.reserveCap },
    emission: { remaining: balanceOf(model, systemAccount('emission', 'FMC')) },
    orders: round.orders.map(({ rank, amount, user: { inviter } }) => ({
      rank,
      amount,
      inviter: inviter === null ? null : inviter.id.toString(),
      inviterQualified: inviter?.isQualified ?? false,
      late: false,
    })),
    cancelled: round.state === 'cancelled',
  });
  switch (result.outcome) {
    case 'minted':
      payMinted(model, round, result);
      break;
    case 'failed':
      payFailed(model, round, result);
      break;
    case 'cancelled':
      payCancelled(model, round, result);
      return;
    default:
      assertNever(result);
  }
  for (const { user } of round.orders) user.isQualified = true;
}

function payMinted(model: MoneyModel, round: ModelRound, { orders, totals }: MintedSettlement): void {
  const escrow = ofRound(round, 'escrow');
  const fees = ofRound(round, 'fees');
  move(model, [escrow, fees], totals.fee);
  const shares = { nodes: totals.nodes, levels: totals.levels, treasury: totals.treasury, reserve: totals.reserveIn };
  for (const kind of ['nodes', 'levels', 'treasury', 'reserve'] as const)
    move(model, [fees, systemAccount(kind)], shares[kind]);
  for (const [index, { principal, reward, split, stages }] of orders.entries()) {
    const order = orderAt(round, index);
    const [now, second, third] = stages;
    move(model, [escrow, availableOf(order.user)], principal);
    if (order.user.inviter !== null) move(model, [fees, availableOf(order.user.inviter)], reward);
    move(model, [systemAccount('reserve'), availableOf(order.user)], split);
    move(model, [systemAccount('emission', 'FMC'), availableOf(order.user, 'FMC')], now);
    move(model, [systemAccount('emission', 'FMC'), ofRound(round, 'vesting')], second + third);
    order.unpaidStages = tokenAmount(second + third);
  }
  round.state = 'minted';
}

function payFailed(model: MoneyModel, round: ModelRound, { orders, totals }: FailedSettlement): void {
  countLossesInModel(round);
  for (const [index, { refund, compensation }] of orders.entries()) {
    const available = availableOf(orderAt(round, index).user);
    move(model, [ofRound(round, 'escrow'), available], refund);
    move(model, [systemAccount('reserve'), available], compensation);
  }
  move(model, [ofRound(round, 'escrow'), systemAccount('reserve')], totals.reserveIn);
  move(model, [ofRound(round, 'escrow'), systemAccount('launch-costs')], totals.launchCosts);
  round.state = 'ended';
}

function payCancelled(model: MoneyModel, round: ModelRound, { orders }: CancelledSettlement): void {
  for (const [index, { refund }] of orders.entries())
    move(model, [ofRound(round, 'escrow'), availableOf(orderAt(round, index).user)], refund);
  round.state = 'ended';
}

/** Pays the later stages of a minted round; returns the sum. */
export function payStagesInModel(model: MoneyModel, round: ModelRound): TokenAmount {
  let paid = 0n;
  for (const order of round.orders) {
    move(model, [ofRound(round, 'vesting'), availableOf(order.user, 'FMC')], order.unpaidStages);
    paid += order.unpaidStages;
    order.unpaidStages = ZERO;
  }
  round.state = 'ended';
  return tokenAmount(paid);
}

function orderAt(round: ModelRound, index: number): ModelOrder {
  const order = round.orders[index];
  if (order === undefined) throw new Error('the settlement has an order that the model does not know');
  return order;
}
