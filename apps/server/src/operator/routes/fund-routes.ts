import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import {
  FUNDS,
  type Fund,
  type fundEndpoints,
  fundTransferKind,
} from '@city-mint/api-contract/operator/fund-endpoints';
import type { payoutEndpoints } from '@city-mint/api-contract/operator/payout-endpoints';
import type { reserveEndpoints } from '@city-mint/api-contract/operator/reserve-endpoints';
import { PAYOUT_SOURCES } from '@city-mint/domain/assets/decide-payout';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { type TokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { z } from 'zod';
import { listPayoutRecipients, listPayouts, readPayoutAccount } from '#assets/payouts/queries.ts';
import {
  type FlowSums,
  listAccountTransfers,
  readAccountFlows,
  readCountedTo,
  readFlowSums,
  type SystemAccount,
} from '#ledger/flows/queries.ts';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPage, readPageById, TIMELINE_KEY } from '#platform/paging.ts';
import { listReserveChanges, readReservations, readReserveCoverage } from '#rounds/reserve/queries.ts';
import { sourceOf } from '../queries/ledger-transfers.ts';
import { nameOtherAccounts } from '../queries/name-other-accounts.ts';
import { reserveChangeToWire, reserveToWire } from '../wire.ts';

type ReadDeps = { readonly db: Database };

const ACCOUNTS: Record<Fund, SystemAccount> = {
  treasury: { kind: 'treasury', currency: 'JU', owner: 0n },
  reserve: { kind: 'reserve', currency: 'JU', owner: 0n },
  'launch-costs': { kind: 'launch-costs', currency: 'JU', owner: 0n },
  nodes: { kind: 'nodes', currency: 'JU', owner: 0n },
  levels: { kind: 'levels', currency: 'JU', owner: 0n },
  emission: { kind: 'emission', currency: 'FMC', owner: 0n },
  'vault-JU': { kind: 'custody', currency: 'JU', owner: 0n },
  'vault-FMC': { kind: 'custody', currency: 'FMC', owner: 0n },
};

/**
 * Returns the handlers that read the balances and flows of the system's own accounts: funds, the reserve, and payouts
 * to the operator.
 */
export function fundRoutes(
  deps: ReadDeps,
): Handlers<keyof typeof fundEndpoints | keyof typeof reserveEndpoints | keyof typeof payoutEndpoints> {
  return { ...accountRoutes(deps), ...reserveRoutes(deps), ...payoutRoutes(deps) };
}

function accountRoutes({ db }: ReadDeps): Handlers<keyof typeof fundEndpoints> {
  return {
    async 'POST /api/ops/funds'() {
      const [reserved, countedTo, at, sums] = await Promise.all([
        readReservations(db),
        readCountedTo(db),
        databaseTime(db),
        Promise.all(FUNDS.map((fund) => readFlowSums(db, ACCOUNTS[fund]))),
      ]);
      const funds = FUNDS.map((fund, index) => ({
        fund,
        currency: ACCOUNTS[fund].currency,
        balance: formatAmount(asSeen(fund, sums[index]?.balance ?? 0n)),
        reserved: formatAmount(reservedOf(fund, reserved)),
        today: sumsToWire(fund, sums[index]?.today),
        total: sumsToWire(fund, sums[index]?.total),
      }));
      return { data: { at, counted: countedToWire(countedTo), funds } };
    },
    async 'POST /api/ops/funds/flows'({ fund, days }) {
      const account = ACCOUNTS[fund];
      const { firstDay, opening, closing, countedTo, flows } = await readAccountFlows(db, { account, days });
      return {
        data: {
          currency: account.currency,
          from: firstDay * DAY_MS,
          days,
          opening: formatAmount(asSeen(fund, opening)),
          closing: formatAmount(asSeen(fund, closing)),
          counted: countedToWire(countedTo),
          flows: flows.map(({ day, kind, incoming, amount, transfers }) => ({
            day: day * DAY_MS,
            kind: fundTransferKind.parse(kind),
            direction: directionOf(fund, incoming),
            amount: formatAmount(amount),
            transfers: Number(transfers),
          })),
        },
      };
    },
    async 'POST /api/ops/funds/transfers'({ fund, direction, kind, from, to, cursor, limit }) {
      const incoming = direction === undefined ? undefined : isVault(fund) ? direction === 'out' : direction === 'in';
      const days =
        from === undefined || to === undefined
          ? undefined
          : { first: Math.floor(from / DAY_MS), last: Math.floor((to - 1) / DAY_MS) };
      const page = await readPageById(
        { cursor, limit },
        {
          read: (range) => listAccountTransfers(db, { account: ACCOUNTS[fund], incoming, kind, days, ...range }),
          idOf: ({ transferId }) => transferId,
        },
      );
      if ('refusal' in page) return page;
      const named = await nameOtherAccounts(db, page.items);
      const items = page.items.map((transfer, index) => ({
        ...{ transferId: transfer.transferId.toString(), at: transfer.at.getTime() },
        kind: fundTransferKind.parse(transfer.kind),
        direction: directionOf(fund, transfer.incoming),
        amount: formatAmount(transfer.amount),
        balanceAfter: formatAmount(asSeen(fund, transfer.balanceAfter)),
        other: named[index] ?? { account: '', address: null, roundId: null },
        source: { kind: sourceOf(fundTransferKind.parse(transfer.kind)), id: transfer.sourceId.toString() },
      }));
      return { data: { items, nextCursor: page.nextCursor } };
    },
  };
}

function reserveRoutes({ db }: ReadDeps): Handlers<keyof typeof reserveEndpoints> {
  return {
    'POST /api/ops/reserve': async () => ({ data: reserveToWire(await readReserveCoverage(db)) }),
    async 'POST /api/ops/reserve/changes'({ cursor, limit, ...filter }) {
      const page = await readPage(
        { cursor, limit },
        {
          format: TIMELINE_KEY,
          read: (asked) => listReserveChanges(db, { ...filter, ...asked }),
          keyOf: ({ key }) => key,
        },
      );
      return 'refusal' in page ? page : { data: { ...page, items: page.items.map(reserveChangeToWire) } };
    },
  };
}

const payoutSource = z.enum(PAYOUT_SOURCES);
const payoutState = z.enum(['approved', 'signed', 'completed', 'returned']);

function payoutRoutes({ db }: ReadDeps): Handlers<keyof typeof payoutEndpoints> {
  return {
    async 'POST /api/ops/payouts'() {
      const accounts = await Promise.all(
        PAYOUT_SOURCES.map(async (source) => {
          const { balance, left } = await readPayoutAccount(db, source);
          return { source, balance: formatAmount(balance), left: formatAmount(left) };
        }),
      );
      return { data: { accounts, recipients: await listPayoutRecipients(db) } };
    },
    async 'POST /api/ops/payouts/made'({ source, recipient, cursor, limit }) {
      const page = await readPageById(
        { cursor, limit },
        {
          read: (range) => listPayouts(db, { source, recipient, ...range }),
          idOf: ({ withdrawal_id }) => withdrawal_id,
        },
      );
      if ('refusal' in page) return page;
      const items: ReplyOf<'POST /api/ops/payouts/made'>['items'] = page.items.map((row) => ({
        withdrawalId: row.withdrawal_id.toString(),
        at: row.paid_at.getTime(),
        source: payoutSource.parse(row.source),
        amount: formatAmount(row.amount),
        recipient: row.recipient,
        purpose: row.purpose,
        documentHash: row.document_hash,
        proposedBy: row.proposed_by,
        approvedBy: row.approved_by,
        state: payoutState.parse(row.state),
        voucherId: row.voucher_id,
        deadline: row.deadline?.getTime() ?? null,
        txHash: row.tx_hash,
      }));
      return { data: { items, nextCursor: page.nextCursor } };
    },
  };
}

/** The ledger's account custody is the negative balance of the vault: its debits entered the vault. */
const isVault = (fund: Fund) => ACCOUNTS[fund].kind === 'custody';
const asSeen = (fund: Fund, amount: bigint) => (isVault(fund) ? -amount : amount);
const directionOf = (fund: Fund, incoming: boolean): 'in' | 'out' => (incoming === isVault(fund) ? 'out' : 'in');

function sumsToWire(fund: Fund, { credited, debited }: FlowSums = { credited: 0n, debited: 0n }) {
  const [into, out] = isVault(fund) ? [debited, credited] : [credited, debited];
  return { in: formatAmount(into), out: formatAmount(out) };
}

function reservedOf(fund: Fund, reserved: { reserve: TokenAmount; emission: TokenAmount }): TokenAmount {
  return fund === 'reserve' || fund === 'emission' ? reserved[fund] : ZERO;
}

function countedToWire({ transferId, at }: { readonly transferId: bigint; readonly at: Date }) {
  return { transferId: transferId.toString(), at: at.getTime() };
}
