import { operatorRepairEndpoints as declared } from '@city-mint/api-contract/operator/repair-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { listOpenWithdrawals } from '#assets/queries/list-open-withdrawals.ts';
import { readJournalState } from '#ledger/queries/read-journal-state.ts';
import { listExchangeGrants } from '#miner/queries/list-exchange-grants.ts';
import { listCursors } from '#platform/chain/list-cursors.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { ID_KEY, readPage, readPageById } from '#platform/paging.ts';
import { findAddresses } from '#session/queries/find-addresses.ts';
import { callAct } from './act-outcome.ts';
import type { ControlDeps } from './control-routes.ts';

type Answered<Part extends string> = Handlers<Extract<keyof typeof declared, `POST /api/ops/${Part}`>>;

/** What stands still until a person has looked: grants with alarms, a halted reading, a broken journal, single rounds and withdrawals. */
export function repairRoutes(deps: ControlDeps): Handlers<keyof typeof declared> {
  return { ...grantRoutes(deps), ...doubtRoutes(deps), ...singleRoutes(deps) };
}

function grantRoutes(deps: ControlDeps): Answered<`grants${string}`> {
  const { db } = deps;
  return {
    async 'POST /api/ops/grants'({ state, cursor, limit }) {
      const page = await readPageById(
        { cursor, limit },
        { read: (range) => listExchangeGrants(db, { state, ...range }), idOf: ({ machineId }) => machineId },
      );
      if ('refusal' in page) return page;
      const addressOf = await findAddresses(
        db,
        page.items.map(({ userId }) => userId),
      );
      const items = page.items.map(({ machineId, userId, hashRate, dueAt, acknowledgedAt, ...grant }) => ({
        machineId: machineId.toString(),
        address: addressOf(userId),
        hashRate: formatAmount(hashRate),
        dueAt: dueAt.getTime(),
        acknowledgedAt: acknowledgedAt?.getTime() ?? null,
        ...grant,
      }));
      return { data: { items, nextCursor: page.nextCursor } };
    },
    'POST /api/ops/grants/release': (request, call) =>
      callAct(deps, declared['POST /api/ops/grants/release'], { action: 'release-grant', request, call }),
    'POST /api/ops/grants/resend': (request, call) =>
      callAct(deps, declared['POST /api/ops/grants/resend'], { action: 'resend-grant', request, call }),
  };
}

function doubtRoutes(deps: ControlDeps): Answered<`${'chain' | 'journal'}${string}`> {
  const { db } = deps;
  return {
    async 'POST /api/ops/chain'() {
      const sources = (await listCursors(db)).map((cursor) => ({
        source: cursor.source,
        blockNumber: cursor.block_number.toString(),
        blockHash: cursor.block_hash,
        lastSequence: cursor.last_seq.toString(),
        haltedBecause: cursor.halted_because,
        lookedAt: cursor.updated_at.getTime(),
      }));
      return { data: { sources } };
    },
    'POST /api/ops/chain/resume': (request, call) =>
      callAct(deps, declared['POST /api/ops/chain/resume'], { action: 'resume-chain', request, call }),
    async 'POST /api/ops/journal'() {
      const { entries, broken } = await readJournalState(db);
      return { data: { entries: entries.toString(), broken } };
    },
    'POST /api/ops/journal/acknowledge': (request, call) =>
      callAct(deps, declared['POST /api/ops/journal/acknowledge'], { action: 'acknowledge-journal', request, call }),
  };
}

function singleRoutes(deps: ControlDeps): Answered<`${'rounds' | 'withdrawals'}${string}`> {
  const { db } = deps;
  return {
    'POST /api/ops/rounds/aside': (request, call) =>
      callAct(deps, declared['POST /api/ops/rounds/aside'], { action: 'set-aside-round', request, call }),
    'POST /api/ops/rounds/goOn': (request, call) =>
      callAct(deps, declared['POST /api/ops/rounds/goOn'], { action: 'let-round-go-on', request, call }),
    async 'POST /api/ops/withdrawals/open'({ cursor, limit }) {
      const page = await readPage(
        { cursor, limit },
        {
          format: ID_KEY,
          read: ({ after, ...most }) => listOpenWithdrawals(db, { after: after ?? 0n, ...most }),
          keyOf: ({ id }) => id,
        },
      );
      if ('refusal' in page) return page;
      const items = page.items.map(({ id, recipient, amount, requestedAt, deadline, cancelAskedAt, ...rest }) => ({
        withdrawalId: id.toString(),
        to: recipient,
        amount: formatAmount(amount),
        requestedAt: requestedAt.getTime(),
        deadline: deadline?.getTime() ?? null,
        cancelAskedAt: cancelAskedAt?.getTime() ?? null,
        ...rest,
      }));
      return { data: { items, nextCursor: page.nextCursor } };
    },
    'POST /api/ops/withdrawals/cancel': (request, call) =>
      callAct(deps, declared['POST /api/ops/withdrawals/cancel'], { action: 'cancel-withdrawal', request, call }),
  };
}
