import { STATEMENT_DAYS, type statementEndpoints } from '@city-mint/api-contract/statement/endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { BAD_CURSOR, formatCursor, ID_KEY, parseCursor } from '#platform/paging.ts';
import { createBalanceMemory } from './balance-memory.ts';
import { readBalances, readStatementPage, readStatements } from './queries/read-statement.ts';
import { statementCsv } from './statement-csv.ts';
import { createStatementMemory } from './statement-memory.ts';
import { taxCsv } from './tax-csv.ts';
import { currenciesOnWire } from './wire.ts';

/** Number of transfers on one page of a table. */
const PAGE_SIZE = 20_000;

/** Returns the handlers of the endpoints of statements. */
export function statementRoutes({ db }: { readonly db: Database }): Handlers<keyof typeof statementEndpoints> {
  const balancesAt = createBalanceMemory((asked) => readBalances(db, asked));
  const statementOf = createStatementMemory((asked) => readStatements(db, asked));
  return {
    async 'POST /api/app/user/statement'({ from, to, format, cursor }, { participant, lang }) {
      const after = parseCursor(cursor, ID_KEY);
      if (after === undefined) return BAD_CURSOR;
      const afterId = after ?? 0n;
      const now = await databaseTime(db);
      if (to > now) return { refusal: 'date-in-future', details: { field: 'to', limit: String(now) } };
      if (to - from > STATEMENT_DAYS * DAY_MS) return tooLong('to');
      const order = { userId: participant.userId, from, to };
      if (format === 'json') {
        return { data: { format, from, to, currencies: currenciesOnWire(await statementOf({ ...order, now })) } };
      }
      const { totals, transfers, next } = await readStatementPage(db, { ...order, afterId, limit: PAGE_SIZE });
      const isFirst = afterId === 0n;
      const csv =
        format === 'csv'
          ? statementCsv({ totals, transfers, from, to, lang, isFirst, isLast: next === null })
          : taxCsv(format, { transfers, isFirst });
      const filename = `city-mint-${format === 'csv' ? '' : `${format}-`}${dayOf(from)}-${dayOf(to)}.csv`;
      return { data: { format, filename, csv, nextCursor: next === null ? null : formatCursor(next, ID_KEY) } };
    },
    async 'POST /api/app/user/balances'({ bounds }, { participant }) {
      const [first = 0, last = 0] = [bounds[0], bounds.at(-1)];
      if (last - first > STATEMENT_DAYS * DAY_MS) return tooLong('bounds');
      const points = await balancesAt({ userId: participant.userId, bounds });
      return {
        data: { points: points.map(({ at, JU, FMC }) => ({ at, JU: formatAmount(JU), FMC: formatAmount(FMC) })) },
      };
    },
  };
}

function tooLong(field: string) {
  return { refusal: 'range-too-long', details: { field, limit: String(STATEMENT_DAYS) } } as const;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
