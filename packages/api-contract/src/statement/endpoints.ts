import { STATEMENT_ACCOUNTS, STATEMENT_KINDS } from '@city-mint/domain/ledger/statement-kinds';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, ascendingTimes, checkRange, currency, pageRequest, time, timeInput } from '../wire.ts';
import { TAX_PROGRAMS } from './tax-programs.ts';

/** The longest period of a statement, in days; leap years have as many. */
export const STATEMENT_DAYS = 366;

const TABLES = ['csv', ...TAX_PROGRAMS] as const;
const kind = z.enum(STATEMENT_KINDS);

/** The sum of all transfers of a kind. */
const movements = z.array(z.object({ kind, in: amount, out: amount, count: z.int() }));

export const statementEndpoints = {
  'POST /api/app/user/statement': endpoint({
    who: 'user',
    rate: 'heavy',
    summary:
      'Returns the statement of a period from the ledger: balances at `from`, transfers until before `to`, balances then; opening + in - out = closing, to the unit. As csv each transfer is a row, for a tax program each change of what I own; a long statement is returned in pages to be concatenated.',
    request: z
      .strictObject({
        from: timeInput,
        to: timeInput,
        format: z.enum(['json', ...TABLES]),
        cursor: pageRequest.cursor,
      })
      .superRefine(checkRange),
    reply: z.discriminatedUnion('format', [
      z.object({
        format: z.literal('json'),
        from: time,
        to: time,
        currencies: z.array(
          z.object({
            currency,
            opening: amount,
            in: amount,
            out: amount,
            closing: amount,
            /** Only what changed all that I have: a join moves it into a round, and does not. */
            movements,
            accounts: z.array(
              z.object({
                /** Free; held by rounds that are not settled; frozen for a withdrawal. */
                account: z.enum(STATEMENT_ACCOUNTS),
                opening: amount,
                in: amount,
                out: amount,
                closing: amount,
                movements,
              }),
            ),
          }),
        ),
      }),
      z.object({ format: z.enum(TABLES), filename: z.string(), csv: z.string(), nextCursor: z.string().nullable() }),
    ]),
    refusals: ['date-in-future', 'range-too-long'],
  }),
  'POST /api/app/user/balances': endpoint({
    who: 'user',
    rate: 'heavy',
    summary:
      'Returns my balance at each of these times, from the ledger: the sum of free, in rounds and frozen for ' +
      'withdrawals, without unpaid FMC. A time in the future has the current balance.',
    request: z.strictObject({ bounds: ascendingTimes }),
    reply: z.object({ points: z.array(z.object({ at: time, JU: amount, FMC: amount })) }),
    refusals: ['range-too-long'],
  }),
};
