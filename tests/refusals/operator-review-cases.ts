import type { operatorAccountActions } from '@city-mint/api-contract/operator/access-endpoints';
import type { regionActions } from '@city-mint/api-contract/operator/control-endpoints';
import type { dailySettingActions } from '@city-mint/api-contract/operator/daily-setting-endpoints';
import type { integrityActions } from '@city-mint/api-contract/operator/integrity-endpoints';
import type { memberStatusActions } from '@city-mint/api-contract/operator/member-status-endpoints';
import type { OperatorRole } from '@city-mint/api-contract/operator/operator-roles';
import type { roundActions } from '@city-mint/api-contract/operator/round-endpoints';
import type { withdrawalActions } from '@city-mint/api-contract/operator/withdrawal-endpoints';
import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { buildPlan, JU, openRound } from '../builders/rounds.ts';
import { buildWithdrawal } from '../builders/withdrawals.ts';
import { bookPaymentCase } from './book-payment-case.ts';
import { type ActionCases, HUGE_ID, newUser } from './operator-action-case.ts';
import { grantCases } from './operator-grant-cases.ts';
import { payoutCases } from './operator-payout-cases.ts';

const STRANGER = `0x${'c'.repeat(40)}`;

const withdrawals: ActionCases<keyof typeof withdrawalActions> = {
  'POST /api/ops/withdrawals/approve': async ({ db, operator }) => {
    const { userId, address } = await newUser(db);
    const withdrawalId = await buildWithdrawal(db, { userId, account: address, amount: JU, state: 'requested' });
    const own = await buildWithdrawal(db, { userId, account: operator, amount: JU, state: 'requested' });
    return {
      fields: { withdrawalId },
      operators: 2,
      watch: `select state from withdrawal where id = ${withdrawalId}`,
      refused: [
        [{ withdrawalId: own }, 'own-withdrawal'],
        [{ withdrawalId: HUGE_ID }, 'not-found'],
      ],
      again: 'not-waiting',
    };
  },
  'POST /api/ops/withdrawals/reject': async ({ db }) => {
    const { userId, address } = await newUser(db);
    const withdrawalId = await buildWithdrawal(db, { userId, account: address, amount: JU, state: 'requested' });
    return {
      fields: { withdrawalId },
      operators: 1,
      watch: `
        select state, (select balance from ledger_account where id = account_available(user_id, currency_ju()))
        from withdrawal where id = ${withdrawalId}`,
      refused: [[{ withdrawalId: HUGE_ID }, 'not-found']],
      again: 'not-waiting',
    };
  },
  'POST /api/ops/withdrawals/cancel': async ({ db }) => {
    const { userId, address } = await newUser(db);
    const withdrawalId = await buildWithdrawal(db, { userId, account: address, amount: JU, state: 'signed' });
    const waiting = await buildWithdrawal(db, { userId, account: address, amount: JU, state: 'requested' });
    return {
      fields: { withdrawalId },
      operators: 1,
      watch: `select state, cancel_asked_at is not null from withdrawal where id = ${withdrawalId}`,
      refused: [
        [{ withdrawalId: waiting }, 'withdrawal-not-open'],
        [{ withdrawalId: HUGE_ID }, 'not-found'],
      ],
      again: 'nothing-changes',
    };
  },
};

/** Adds an operator of a role, as two approvers do; returns their address. */
async function addedOperator(db: Database, role: OperatorRole): Promise<string> {
  const { address } = await newUser(db);
  const added = address.replace(/^0x0/, '0x9');
  await sql`insert into operator_account (address, role, added_at) values (${added}, ${role}, now())`.execute(db);
  return added;
}

const operatorAccounts: ActionCases<keyof typeof operatorAccountActions> = {
  'POST /api/ops/operators/add': ({ operator }) => ({
    fields: { address: STRANGER, role: 'viewer' },
    operators: 2,
    watch: `select address, role, removed_at is null from operator_account where lower(address) = '${STRANGER}'`,
    refused: [
      [{ address: operator, role: 'viewer' }, 'operator-exists'],
      [{ address: STRANGER, role: 'owner' }, 'value-not-allowed'],
    ],
    again: 'operator-exists',
  }),
  'POST /api/ops/operators/role': async ({ db }) => {
    const added = await addedOperator(db, 'viewer');
    return {
      fields: { address: added, role: 'operator' },
      operators: 2,
      watch: `select role from operator_account where address = '${added}'`,
      refused: [
        [{ address: added, role: 'viewer' }, 'nothing-changes'],
        [{ address: `0x${'d'.repeat(40)}`, role: 'viewer' }, 'unknown-operator'],
      ],
      // apps/server/src/operator/roles.db.test.ts
      triedElsewhere: ['too-few-approvers'],
      again: 'nothing-changes',
    };
  },
  'POST /api/ops/operators/remove': async ({ db }) => {
    const added = await addedOperator(db, 'operator');
    return {
      fields: { address: added },
      operators: 2,
      watch: `select removed_at is null from operator_account where address = '${added}'`,
      refused: [[{ address: `0x${'d'.repeat(40)}` }, 'unknown-operator']],
      // apps/server/src/operator/roles.db.test.ts
      triedElsewhere: ['too-few-approvers'],
      again: 'unknown-operator',
    };
  },
};

const memberStatus: ActionCases<keyof typeof memberStatusActions> = {
  'POST /api/ops/memberStatus/grant': async ({ db }) => {
    const { userId, address } = await newUser(db);
    const fields = { address, nodeType: 'super', rewardLevel: 2 } as const;
    return {
      fields,
      operators: 2,
      watch: `select node_type, reward_level, reason from team_grant where user_id = ${userId}`,
      refused: [
        [{ ...fields, address: `0x${'9'.repeat(40)}` }, 'unknown-address'],
        [{ ...fields, nodeType: null, rewardLevel: null }, 'nothing-changes'],
        [{ ...fields, rewardLevel: 6 }, 'value-not-allowed'],
      ],
      again: 'nothing-changes',
    };
  },
  'POST /api/ops/leaderboardNames/remove': async ({ db }) => {
    const { userId } = await newUser(db);
    const name = `Rude ${userId}`;
    await sql`insert into leaderboard_name (user_id, name) values (${userId}, ${name})`.execute(db);
    return {
      fields: { name },
      operators: 1,
      watch: `select count(*) from leaderboard_name where user_id = ${userId}`,
      refused: [
        [{ name: `No one ${userId}` }, 'unknown-name'],
        [{ name: ' a' }, 'text-format'],
      ],
      again: 'unknown-name',
    };
  },
  'POST /api/ops/thresholds/set': () => {
    const now = {
      ...{ personalJoinedDirects: 3, personalTeamPerformance: '10000' },
      ...{ communityJoinedDirects: 10, communityTeamPerformance: '100000' },
      ...{ superJoinedDirects: 30, superTeamPerformance: '1000000' },
      ...{ level1: '10000', level2: '50000', level3: '200000', level4: '1000000', level5: '5000000' },
    };
    return {
      fields: { ...now, level1: '9999' },
      operators: 2,
      watch: `select count(*), max(version) from team_setting`,
      refused: [
        [now, 'nothing-changes'],
        [{ ...now, level3: '49999' }, 'thresholds-not-rising'],
      ],
      again: 'nothing-changes',
    };
  },
};

const regions: ActionCases<keyof typeof regionActions> = {
  'POST /api/ops/regions/set': async ({ db }) => {
    await sql`insert into region_rule (region, joining, referral) values ('AT', false, false)`.execute(db);
    const fields = { region: 'AT', joiningAllowed: true, referralAllowed: false };
    return {
      fields,
      operators: 2,
      watch: `select joining, referral from region_rule where region = 'AT'`,
      refused: [
        [{ ...fields, joiningAllowed: false }, 'nothing-changes'],
        [{ ...fields, region: 'Austria' }, 'text-format'],
      ],
      again: 'nothing-changes',
    };
  },
};

const dailySettings: ActionCases<keyof typeof dailySettingActions> = {
  'POST /api/ops/mining/set': () => ({
    fields: { dailyEmission: '20000', fullHash: '500000', machineLifetimeDays: 365 },
    operators: 2,
    watch:
      'select from_day - utc_day(now()), daily_emission, full_hash, machine_lifetime_days ' +
      'from mining_setting where from_day > 0',
    refused: [
      [{ dailyEmission: '10000', fullHash: '1000000', machineLifetimeDays: 365 }, 'nothing-changes'],
      [{ dailyEmission: '10000', fullHash: '499999.9', machineLifetimeDays: 365 }, 'setting-out-of-bounds'],
      [{ dailyEmission: '10000', fullHash: '0.5', machineLifetimeDays: 365 }, 'setting-out-of-bounds'],
      [{ dailyEmission: '20000.1', fullHash: '1000000', machineLifetimeDays: 365 }, 'setting-out-of-bounds'],
      [{ dailyEmission: '10000', fullHash: '1000000', machineLifetimeDays: 0 }, 'setting-out-of-bounds'],
    ],
    again: 'nothing-changes',
  }),
  'POST /api/ops/pools/set': () => ({
    fields: { nodesReleaseBps: 1_000, levelsReleaseBps: 1_001 },
    operators: 2,
    watch:
      'select from_day - utc_day(now()), nodes_release_bps, levels_release_bps from pool_setting where from_day > 0',
    refused: [
      [{ nodesReleaseBps: 1_000, levelsReleaseBps: 1_000 }, 'nothing-changes'],
      [{ nodesReleaseBps: 2_001, levelsReleaseBps: 1_000 }, 'setting-out-of-bounds'],
    ],
    again: 'nothing-changes',
  }),
};

const integrity: ActionCases<keyof typeof integrityActions> = {
  'POST /api/ops/chain/resume': async ({ db }) => {
    const hash = (digit: string) => `0x${digit.repeat(64)}`;
    const haltReason = `block-changed: block 7 was ${hash('a')} and is ${hash('b')}`;
    const plant = (source: string, reason: string | null) =>
      sql`
      insert into chain_cursor (source, chain_id, genesis_hash, block_number, block_hash, block_at, halt_reason)
      values (${source}, 1, ${hash('0')}, 7, ${hash('a')}, now(), ${reason})`.execute(db);
    await plant('vault', haltReason);
    await plant('swap', 'nodes-disagree: two hashes');
    const fields = { source: 'vault', haltReason, blockHash: hash('b') } as const;
    return {
      fields,
      operators: 2,
      watch: `select block_hash, halt_reason from chain_cursor where source = 'vault'`,
      refused: [
        [{ ...fields, haltReason: 'block-changed: another' }, 'halt-reason-mismatch'],
        [{ source: 'swap', haltReason: 'nodes-disagree: two hashes', blockHash: hash('b') }, 'block-not-changed'],
      ],
      again: 'halt-reason-mismatch',
    };
  },
  'POST /api/ops/chain/book': bookPaymentCase,
  'POST /api/ops/journal/acknowledge': async ({ db }) => {
    await sql`update ledger_journal_head set integrity_error = 'changed, entry 1, transfer 2'`.execute(db);
    return {
      fields: { integrityError: 'changed, entry 1, transfer 2' },
      operators: 2,
      watch: 'select integrity_error from ledger_journal_head',
      refused: [[{ integrityError: 'changed, entry 1, transfer 3' }, 'integrity-error-mismatch']],
      again: 'integrity-error-mismatch',
    };
  },
};

const rounds: ActionCases<keyof typeof roundActions> = {
  'POST /api/ops/rounds/suspend': async ({ db }) => {
    await sql`update phase_plan set due_at = null`.execute(db);
    const { roundId } = await openRound(db, buildPlan({ city: 'Lima' }));
    const over = await openRound(db, buildPlan({ city: 'Quito' }));
    await sql`update round set state = 'ended', due_at = null where id = ${over.roundId}`.execute(db);
    return {
      fields: { roundId: `${roundId}` },
      operators: 1,
      watch: `select count(*) from round_suspension where round_id = ${roundId}`,
      refused: [
        [{ roundId: `${over.roundId}` }, 'round-over'],
        [{ roundId: HUGE_ID }, 'not-found'],
      ],
      again: 'nothing-changes',
    };
  },
  'POST /api/ops/rounds/cancel': async ({ db }) => {
    const { roundId } = await openRound(db, buildPlan({ city: 'Cusco' }));
    await sql`update round set state = 'open', due_at = null where id = ${roundId}`.execute(db);
    const watch = `select state from round where id = ${roundId}`;
    const refused = [[{ roundId: HUGE_ID }, 'not-found']] as const;
    return { fields: { roundId: `${roundId}` }, operators: 2, watch, refused, again: 'round-not-cancellable' };
  },
  'POST /api/ops/rounds/resume': async ({ db }) => {
    const { roundId } = await openRound(db, buildPlan({ city: 'La Paz' }));
    const other = await openRound(db, buildPlan({ city: 'Sucre' }));
    await sql`insert into round_suspension (round_id) values (${roundId})`.execute(db);
    return {
      fields: { roundId: `${roundId}` },
      operators: 2,
      watch: `select count(*) from round_suspension where round_id = ${roundId}`,
      refused: [
        [{ roundId: `${other.roundId}` }, 'nothing-changes'],
        [{ roundId: HUGE_ID }, 'not-found'],
      ],
      again: 'nothing-changes',
    };
  },
};

/** Cases of what operators decide on: withdrawals, people, regions, daily settings, grants, integrity, rounds. */
export const reviewCases = {
  ...payoutCases,
  ...withdrawals,
  ...operatorAccounts,
  ...memberStatus,
  ...regions,
  ...dailySettings,
  ...grantCases,
  ...integrity,
  ...rounds,
};
