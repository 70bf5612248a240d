import type { minerEndpoints } from '@city-mint/api-contract/miner/endpoints';
import { utcDay } from '@city-mint/domain/miner/mining-day';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { divide } from '@city-mint/domain/money/division';
import { UNIT_DECIMALS } from '@city-mint/domain/money/token-amount';
import { EARNINGS_TYPES } from '@city-mint/domain/rewards/earnings-types';
import { isHex } from 'viem';
import { decodeCursor, encodeCursor } from '#platform/cursor.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { type ClaimDeps, claimHashPower } from './commands/claim-hash-power.ts';
import { listMachines } from './queries/list-machines.ts';
import { listMining } from './queries/list-mining.ts';
import { type HashPower, readHashPower } from './queries/read-hash-power.ts';
import { readMiningTotals } from './queries/read-mining-totals.ts';
import { dayStart, toWireMachine } from './wire.ts';

export type MinerDeps = ClaimDeps & {
  /** Connections of what moves money. */
  readonly moneyDb: ClaimDeps['db'];
};

/** The answers of miner-endpoints.ts. */
export function minerRoutes(deps: MinerDeps): Handlers<keyof typeof minerEndpoints> {
  const { db } = deps;
  return {
    async 'POST /api/biz/collect/ju/power'({ uid, nonce, sign_hex }, { participant, requestId: callId }) {
      const { userId, address } = participant;
      if (sign_hex !== undefined && !isHex(sign_hex))
        return { refusal: 'signature-format', details: { field: 'sign_hex' } };
      const answer = await claimHashPower(
        { ...deps, db: deps.moneyDb },
        { userId, address, uid, nonce, signature: sign_hex, callId },
      );
      if (!('refusal' in answer)) return { data: toWirePower(answer) };
      const { refusal, field } = answer;
      return { refusal, details: field === undefined ? {} : { field } };
    },

    async 'POST /api/biz/fmc/machines'({ cursor, limit }, { participant }) {
      const { userId } = participant;
      const before = cursor == null ? undefined : decodeCursor(cursor, 1)?.[0];
      if (cursor != null && before === undefined) return { refusal: 'cursor-format', details: { field: 'cursor' } };
      const [machines, totals, power] = await Promise.all([
        listMachines(db, { userId, before, limit: limit + 1 }),
        readMiningTotals(db, userId),
        readHashPower(db, userId),
      ]);
      const last = machines.length > limit ? machines[limit - 1] : undefined;
      return {
        data: {
          items: machines.slice(0, limit).map(toWireMachine),
          nextCursor: last === undefined ? null : encodeCursor([last.id]),
          totals: {
            machines: totals.machines,
            hashRate: formatAmount(totals.hashRate),
            share: shareOf(totals.hashRate, totals.allHashRates),
            output: formatAmount(totals.output.total),
            lastMinedDay: totals.lastMinedDay === null ? null : dayStart(totals.lastMinedDay),
            ...toWirePower(power),
          },
        },
      };
    },

    async 'POST /api/biz/fmc/mining'({ from, to, cursor, limit }, { participant }) {
      const [day, machineId] = cursor == null ? [] : (decodeCursor(cursor, 2) ?? []);
      const after = day === undefined || machineId === undefined ? undefined : { day: Number(day), machineId };
      if (cursor != null && (after === undefined || after.day > 65_535))
        return { refusal: 'cursor-format', details: { field: 'cursor' } };
      const days = await listMining(db, {
        userId: participant.userId,
        // Days that begin within the range.
        fromDay: from === undefined ? undefined : utcDay(from + 86_399_999),
        toDay: to === undefined ? undefined : utcDay(to - 1),
        after,
        limit: limit + 1,
      });
      const last = days.length > limit ? days[limit - 1] : undefined;
      const { source, rule } = EARNINGS_TYPES['hash-rate-output'];
      return {
        data: {
          items: days.slice(0, limit).map((mined) => ({
            day: dayStart(mined.day),
            machineId: mined.machineId.toString(),
            hashRate: formatAmount(mined.hashRate),
            share: shareOf(mined.hashRate, mined.allHashRates),
            output: formatAmount(mined.output),
            currency: 'FMC' as const,
            source,
            rule,
          })),
          nextCursor: last === undefined ? null : encodeCursor([last.day, last.machineId]),
        },
      };
    },
  };
}

function toWirePower({ pending, claimed, sent, uid }: HashPower) {
  return { pending: formatAmount(pending), claimed: formatAmount(claimed), sent: formatAmount(sent), uid };
}

/** A part of a whole as a decimal from 0 to 1, truncated. A machine that was claimed today is in no whole yet. */
function shareOf(part: bigint, whole: bigint): string {
  if (whole === 0n || part > whole) return '0';
  return formatAmount(divide(part * 10n ** BigInt(UNIT_DECIMALS), { by: whole, rounding: 'down' }));
}
