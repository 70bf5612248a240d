import type { minerEndpoints } from '@city-mint/api-contract/miner/endpoints';
import { utcDay } from '@city-mint/domain/miner/mining-day';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { sumAmounts } from '@city-mint/domain/money/token-amount';
import { isHex } from 'viem';
import { readBalance } from '#ledger/accounts/queries.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { type KeyFormat, readPage, readPageById } from '#platform/paging.ts';
import { readAndCacheMiningTotals } from './commands/cached-mining.ts';
import { type ClaimDeps, claimHashPower } from './commands/claims.ts';
import { listMachines, readHashPower } from './queries/machines.ts';
import { listMining, readMinedDays } from './queries/mined-days.ts';
import { readMiningDayInputs } from './queries/mining-day-inputs.ts';
import { readMiningSettings } from './queries/mining-settings.ts';
import { toWireDay, toWireDayInputs, toWireMachine, toWireMachineDay, toWirePower, toWireTotals } from './wire.ts';

export type MinerDeps = ClaimDeps & {
  /** Connection pool of commands that move money. */
  readonly moneyDb: ClaimDeps['db'];
  /** Where totals are cached; `db` may be a standby. */
  readonly primaryDb: ClaimDeps['db'];
};

/** Mined days are sorted by day, then by machine. */
const MINED_DAY_KEY: KeyFormat<{ readonly day: number; readonly machineId: bigint }> = {
  toNumbers: ({ day, machineId }) => [day, machineId],
  fromNumbers: ([day, machineId, ...more]) => {
    if (day === undefined || machineId === undefined || more.length > 0) return undefined;
    return day > 65_535n ? undefined : { day: Number(day), machineId };
  },
};

/** Returns the handlers of the miner endpoints. */
export function minerRoutes(deps: MinerDeps): Handlers<keyof typeof minerEndpoints> {
  const { db } = deps;
  return {
    async 'POST /api/biz/collect/ju/power'({ uid, code, nonce, sign_hex }, { participant, requestId: callId }) {
      const { userId, token, address } = participant;
      if (sign_hex !== undefined && !isHex(sign_hex))
        return { refusal: 'signature-format', details: { field: 'sign_hex' } };
      const answer = await claimHashPower(
        { ...deps, db: deps.moneyDb },
        { userId, token, address, uid, code, nonce, signature: sign_hex, callId },
      );
      if (!('refusal' in answer)) return { data: toWirePower(answer) };
      const { refusal, field } = answer;
      return { refusal, details: field === undefined ? {} : { field } };
    },

    async 'POST /api/biz/fmc/machines'({ cursor, limit }, { participant }) {
      const { userId } = participant;
      const [page, totals, power, { now: setting }, emissionRemaining] = await Promise.all([
        readPageById(
          { cursor, limit },
          { read: (range) => listMachines(db, { userId, ...range }), idOf: ({ id }) => id },
        ),
        readAndCacheMiningTotals(deps, userId),
        readHashPower(db, userId),
        readMiningSettings(db),
        readBalance(db, { kind: 'emission', currency: 'FMC', owner: 0n }),
      ]);
      if ('refusal' in page) return page;
      return {
        data: {
          ...page,
          items: page.items.map(toWireMachine),
          totals: toWireTotals(totals, power, { ...setting, emissionRemaining }),
        },
      };
    },

    async 'POST /api/biz/fmc/days'({ days }, { participant: { userId } }) {
      const mined = await readMinedDays(db, { userId, days });
      return {
        data: {
          days: mined.map(toWireDay),
          total: formatAmount(sumAmounts(mined.map(({ output }) => output))),
        },
      };
    },

    async 'POST /api/biz/fmc/day'({ day }, { participant: { userId } }) {
      const inputs = await readMiningDayInputs(db, { userId, day: utcDay(day) });
      return inputs === undefined ? { refusal: 'not-found' } : { data: toWireDayInputs(inputs) };
    },

    async 'POST /api/biz/fmc/mining'({ from, to, cursor, limit }, { participant }) {
      const filter = {
        userId: participant.userId,
        // Days that begin within the range.
        fromDay: from === undefined ? undefined : utcDay(from + 86_399_999),
        toDay: to === undefined ? undefined : utcDay(to - 1),
      };
      const page = await readPage(
        { cursor, limit },
        { format: MINED_DAY_KEY, read: (asked) => listMining(db, { ...filter, ...asked }), keyOf: (mined) => mined },
      );
      if ('refusal' in page) return page;
      return { data: { ...page, items: page.items.map(toWireMachineDay) } };
    },
  };
}
