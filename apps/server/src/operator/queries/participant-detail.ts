import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { readWithdrawalLimits } from '#assets/withdrawals/queries/withdrawal-limits.ts';
import { readUserBalances } from '#ledger/accounts/queries.ts';
import { findAccountOf, findAskedAccount } from '#miner/queries/accounts.ts';
import { readHashPower } from '#miner/queries/machines.ts';
import type { Database } from '#platform/database/database.ts';
import { readHeldByRounds } from '#rounds/orders/queries/held-by-rounds.ts';
import { listConsents, type RegisteredUser } from '#session/queries/participants.ts';
import { readBinding } from '#team/queries/bindings.ts';
import { readTeam } from '#team/queries/teams.ts';

type Detail = ReplyOf<'POST /api/ops/participants/detail'>;

/** Returns the page of a participant, read from the current rows; amounts in whole units. */
export async function readParticipantDetail(
  db: Database,
  { userId, address, registeredAt }: RegisteredUser,
): Promise<Detail> {
  const [balances, team, exchange, withdrawals, consents] = await Promise.all([
    readBalances(db, userId),
    readTeamOf(db, userId),
    readExchange(db, userId),
    readWithdrawalLimits(db, userId),
    listConsents(db, userId),
  ]);
  return {
    address,
    registeredAt: registeredAt.getTime(),
    balances,
    team,
    exchange,
    withdrawals: {
      limits: withdrawals.currencies.map(({ currency, limits, left }) => ({ currency, rules: limits, left })),
      coolsUntil: withdrawals.coolsUntil,
      recipients: withdrawals.recipients,
    },
    consents: consents.map(({ publishedAt, acceptedAt, ...consent }) => ({
      ...consent,
      publishedAt: publishedAt.getTime(),
      acceptedAt: acceptedAt.getTime(),
    })),
  };
}

async function readBalances(db: Database, userId: bigint): Promise<Detail['balances']> {
  const [found, held] = await Promise.all([readUserBalances(db, [userId]), readHeldByRounds(db, userId)]);
  const own = found.get(userId);
  const NONE = { available: 0n, withdrawing: 0n };
  const line = (currency: Currency, inRounds: bigint, vesting: bigint) => {
    const { available, withdrawing } = own?.[currency] ?? NONE;
    const amounts = { available, inRounds, withdrawing, vesting, total: available + inRounds + withdrawing + vesting };
    const format = (name: keyof typeof amounts) => formatAmount(tokenAmount(amounts[name]));
    return {
      currency,
      available: format('available'),
      inRounds: format('inRounds'),
      withdrawing: format('withdrawing'),
      vesting: format('vesting'),
      total: format('total'),
    };
  };
  return [line('JU', held.frozen, 0n), line('FMC', 0n, held.vesting)];
}

async function readTeamOf(db: Database, userId: bigint): Promise<Detail['team']> {
  const [binding, team] = await Promise.all([readBinding(db, userId), readTeam(db, userId)]);
  const { nodeType, teamLevel, rewardLevel, performanceLevel, directCount, joinedDirectCount, teamCount } = team;
  return {
    inviter: binding && { address: binding.inviter, boundAt: binding.boundAt.getTime() },
    ...{ nodeType, teamLevel, rewardLevel, performanceLevel, directCount, joinedDirectCount, teamCount },
    ownPerformance: formatAmount(team.ownPerformance),
    teamPerformance: formatAmount(team.teamPerformance),
    smallAreaPerformance: formatAmount(team.smallAreaPerformance),
    rewards: formatAmount(team.rewards),
  };
}

async function readExchange(db: Database, userId: bigint): Promise<Detail['exchange']> {
  const [account, asked, hashPower] = await Promise.all([
    findAccountOf(db, userId),
    findAskedAccount(db, userId),
    readHashPower(db, userId),
  ]);
  return {
    account: account === undefined ? null : { uid: account.uid, boundAt: account.boundAt.getTime() },
    confirmation: asked === undefined ? null : { ...asked, askedAt: asked.askedAt.getTime() },
    hashPower: {
      pending: formatAmount(hashPower.pending),
      claimed: formatAmount(hashPower.claimed),
      sent: formatAmount(hashPower.sent),
    },
  };
}
