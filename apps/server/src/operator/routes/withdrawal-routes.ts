import type { ParsedRequestOf, ReplyOf } from '@city-mint/api-contract/endpoints';
import type { withdrawalEndpoints } from '@city-mint/api-contract/operator/withdrawal-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import {
  findOperatorWithdrawal,
  listOpenWithdrawals,
  listWaitingWithdrawals,
  listWithdrawalsOfAll,
  type OperatorWithdrawal,
  withdrawalKeyFormat,
  withdrawalKeyOf,
} from '#assets/withdrawals/queries/operator-withdrawals.ts';
import { readWithdrawalReview, readWithdrawalsNow } from '#assets/withdrawals/queries/withdrawal-review.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { ID_KEY, readPage } from '#platform/paging.ts';
import { findUserId } from '#session/queries/users.ts';
import { withdrawalHistory } from '../queries/withdrawal-history.ts';
import { storedId, withdrawalToWire } from '../wire.ts';

type ListAfter = (page: { after: bigint | null; limit: number }) => Promise<OperatorWithdrawal[]>;

/** Returns the handlers that read withdrawals of all participants, and their limits. */
export function withdrawalRoutes({ db }: { readonly db: Database }): Handlers<keyof typeof withdrawalEndpoints> {
  const pageById = async ({ cursor, limit }: ParsedRequestOf<'POST /api/ops/withdrawals'>, read: ListAfter) => {
    const page = await readPage({ cursor, limit }, { format: ID_KEY, read, keyOf: ({ id }) => id });
    return 'refusal' in page ? page : { data: { ...page, items: page.items.map(withdrawalToWire) } };
  };
  return {
    'POST /api/ops/withdrawals': (request) => pageById(request, (page) => listWaitingWithdrawals(db, page)),
    'POST /api/ops/withdrawals/open': (request) => pageById(request, (page) => listOpenWithdrawals(db, page)),
    async 'POST /api/ops/withdrawals/list'({ account, cursor, limit, ...filter }) {
      const userId = account === undefined ? undefined : await findUserId(db, account);
      if (userId === null) return { refusal: 'unknown-address', details: { field: 'account' } };
      const page = await readPage(
        { cursor, limit },
        {
          format: withdrawalKeyFormat(filter.sort),
          read: (range) => listWithdrawalsOfAll(db, { ...filter, userId, ...range }),
          keyOf: (withdrawal) => withdrawalKeyOf(withdrawal, filter.sort),
        },
      );
      return 'refusal' in page ? page : { data: { ...page, items: page.items.map(withdrawalToWire) } };
    },
    async 'POST /api/ops/withdrawals/detail'({ withdrawalId }) {
      const id = storedId(withdrawalId);
      const [withdrawal, review] = await Promise.all([findOperatorWithdrawal(db, id), readWithdrawalReview(db, id)]);
      if (withdrawal === undefined || review === undefined) {
        return { refusal: 'not-found', details: { field: 'withdrawalId' } };
      }
      const { history, proposal } = await withdrawalHistory(db, { withdrawal, review });
      return {
        data: {
          withdrawal: withdrawalToWire(withdrawal),
          obstacle: review.obstacle,
          limits: review.allowances.map(({ rule, limit, left }) => ({
            rule,
            limit: formatAmount(limit),
            left: formatAmount(left),
          })),
          approvalAbove: review.approvalAbove === null ? null : formatAmount(review.approvalAbove),
          rejectedBefore: review.rejectedBefore,
          history,
          proposal,
        },
      };
    },
    'POST /api/ops/withdrawals/limits': async () => ({ data: await readLimitsNow(db) }),
  };
}

async function readLimitsNow(db: Database): Promise<ReplyOf<'POST /api/ops/withdrawals/limits'>> {
  const { currencies, holdHours, pending, part, height, now } = await readWithdrawalsNow(db);
  return {
    currencies: currencies.map(({ currency, limits, used, left, shareOfDay }) => ({
      currency,
      perWithdrawal: formatAmount(limits.perWithdrawal),
      perUserDay: formatAmount(limits.perUserDay),
      perDay: formatAmount(limits.perDay),
      used: formatAmount(used),
      left: formatAmount(left),
      shareOfDay: formatAmount(shareOfDay),
      approvalAbove: limits.approvalAbove === null ? null : formatAmount(limits.approvalAbove),
    })),
    newAddressHours: holdHours,
    pending: (['requested', 'approved', 'signed'] as const).map((state) => {
      const found = pending.find((each) => each.state === state);
      const count = found?.count ?? 0;
      const oldestAt = count === 0 ? null : Math.round(now - (found?.oldestSeconds ?? 0) * 1_000);
      return { state, count, oldestAt };
    }),
    paused: part.paused ? { since: (part.pausedSince ?? part.changedAt).getTime(), reason: part.reason } : null,
    chain:
      height === undefined
        ? null
        : {
            headNumber: height.headNumber.toString(),
            headAt: height.headAt.getTime(),
            readNumber: height.readNumber.toString(),
            haltReason: height.haltedBecause,
          },
  };
}
