import type { AccountKind } from '@city-mint/domain/ledger/account-kinds';
import { type RawBuilder, sql } from 'kysely';
import { accountOf, type KindCheck, shareOf } from './kind-check.ts';
import { WITH_OWN_JOIN } from './own-joins.ts';
import { IS_QUALIFIED, WITH_INVITER } from './qualified-inviters.ts';
import { computeRounds } from './round-totals.ts';

/**
 * Joins, decided by the order, and the payments of a settlement, computed from the orders, the terms and the totals of
 * the round (docs/money-rules.md#5-settlement).
 */

const JU = { currency: 'JU' } as const;
const FMC = { currency: 'FMC' } as const;
const ownerOf = (currency: 'JU' | 'FMC') => accountOf('available', { owner: 'o.user_id', currency });
const ofOrdersRound = (kind: AccountKind, currency: 'JU' | 'FMC') => accountOf(kind, { owner: 'o.round_id', currency });
const ofRound = (kind: AccountKind, currency: 'JU' | 'FMC') => accountOf(kind, { owner: 'r.round_id', currency });

/** The fee or loss of an order. */
export const WITHHELD = shareOf(sql`o.accepted`, 'r.withheld_bps');

/** The part of an order's loss that the reserve covers: whole before the last covered order, nothing after it. */
export const COVERED = sql`case
  when r.last_rank is null or (o.late, -o.rank) < (r.last_late, -r.last_rank) then ${WITHHELD}
  when o.rank = r.last_rank then r.last_part
  else 0
end`;

export const join: KindCheck = {
  isOfChain: false,
  expected: sql`
    select t.id, ${ownerOf('JU')} as debit, ${ofOrdersRound('escrow', 'JU')} as credit, o.accepted as amount
    from t join mint_order o on o.id = t.source_id
    where t.step = 0`,
};

type OrderPayment = {
  readonly from: RawBuilder<bigint>;
  readonly currency: 'JU' | 'FMC';
  readonly amount: RawBuilder<unknown>;
  readonly outcomes: readonly ('minted' | 'failed' | 'cancelled')[];
  /** A condition on the step; without one it is 0. */
  readonly steps?: RawBuilder<unknown>;
};

/** A payment to the participant of each order. */
function toParticipant({ from, currency, amount, outcomes, steps = sql`t.step = 0` }: OrderPayment): KindCheck {
  return {
    isOfChain: false,
    prepare: computeRounds,
    expected: sql`
      select t.id, ${from} as debit, ${ownerOf(currency)} as credit, ${amount} as amount
      from t join mint_order o on o.id = t.source_id ${WITH_OWN_JOIN} join audit.round r on r.round_id = o.round_id
      where r.outcome = any (${outcomes}::text[]) and ${steps}`,
  };
}

/** A share of a total by the order's amount; the first orders by rank have a base unit more. */
export const splitOf = (total: 'split' | 'stage1' | 'stage2' | 'stage3') =>
  sql`div(o.accepted * ${sql.ref(`r.${total}`)}, r.amount) + (o.rank <= ${sql.ref(`r.${total}_more`)})::int`;

export const principalReturn = toParticipant({
  from: ofOrdersRound('escrow', 'JU'),
  currency: 'JU',
  amount: sql`o.accepted - ${WITHHELD}`,
  outcomes: ['minted', 'failed', 'cancelled'],
});
export const compensation = toParticipant({
  from: accountOf('reserve', JU),
  currency: 'JU',
  amount: COVERED,
  outcomes: ['failed'],
});
export const split = toParticipant({
  from: accountOf('reserve', JU),
  currency: 'JU',
  amount: splitOf('split'),
  outcomes: ['minted'],
});
export const mint = toParticipant({
  from: accountOf('emission', FMC),
  currency: 'FMC',
  amount: splitOf('stage1'),
  outcomes: ['minted'],
});
export const distribute = toParticipant({
  from: ofOrdersRound('vesting', 'FMC'),
  currency: 'FMC',
  amount: sql`case t.step when 2 then ${splitOf('stage2')} else ${splitOf('stage3')} end`,
  outcomes: ['minted'],
  steps: sql`t.step in (2, 3)`,
});

export const reward: KindCheck = {
  isOfChain: false,
  prepare: computeRounds,
  expected: sql`
    select t.id, ${ofOrdersRound('fees', 'JU')} as debit,
      ${accountOf('available', { owner: 'p.inviter_id', currency: 'JU' })} as credit,
      ${shareOf(WITHHELD, 'r.rewarded_bps')} as amount
    from t join mint_order o on o.id = t.source_id ${WITH_OWN_JOIN} join audit.round r on r.round_id = o.round_id
    ${WITH_INVITER}
    where t.step = 0 and r.outcome = 'minted' and ${IS_QUALIFIED}`,
};

/** Payments between accounts of the round and of the system, one for each of these steps. */
function ofTotals(steps: RawBuilder<unknown>): KindCheck {
  return {
    isOfChain: false,
    prepare: computeRounds,
    expected: sql`
      select t.id, s.debit, s.credit, s.amount
      from t join audit.round r on r.round_id = t.source_id
      cross join lateral (values ${steps}) s (step, debit, credit, amount)
      where s.step = t.step`,
  };
}

export const mintFee = ofTotals(sql`(0, ${ofRound('escrow', 'JU')}, ${ofRound('fees', 'JU')}, r.fee)`);
export const feeShare = ofTotals(sql`
  (0, ${ofRound('fees', 'JU')}, ${accountOf('nodes', JU)}, r.nodes),
  (1, ${ofRound('fees', 'JU')}, ${accountOf('levels', JU)}, r.levels),
  (2, ${ofRound('fees', 'JU')}, ${accountOf('treasury', JU)}, r.treasury),
  (3, ${ofRound('fees', 'JU')}, ${accountOf('reserve', JU)}, case r.outcome when 'minted' then r.reserve_in end)`);
export const loss = ofTotals(sql`
  (0, ${ofRound('escrow', 'JU')}, ${accountOf('reserve', JU)}, case r.outcome when 'failed' then r.reserve_in end),
  (1, ${ofRound('escrow', 'JU')}, ${accountOf('launch-costs', JU)}, r.launch_costs)`);
export const vest = ofTotals(
  sql`(0, ${accountOf('emission', FMC)}, ${ofRound('vesting', 'FMC')}, r.stage2 + r.stage3)`,
);
