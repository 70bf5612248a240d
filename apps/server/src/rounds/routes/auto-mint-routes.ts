import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { autoMintEndpoints } from '@city-mint/api-contract/rounds/auto-mint-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { isHex } from 'viem';
import type { Handlers } from '#platform/http/handler.ts';
import { BAD_CURSOR, ID_KEY, parseCursor, readPageById } from '#platform/paging.ts';
import type { FindRegionRule } from '#regions/queries.ts';
import type { CoversDisclosure } from '#session/queries/covering.ts';
import type { AutoMintNow } from '../auto-mint/auto-mint-now.ts';
import { type SignedAutoMintDeps, setSignedAutoMint } from '../auto-mint/commands.ts';
import { type AutoMintCycle, autoMintDetails, readAutoMint, readAutoMintCycles } from '../auto-mint/queries.ts';
import { formatSigned } from './wire.ts';

type Reply = ReplyOf<'POST /api/biz/set/repeat'>;

/** Returns the handlers of `autoMintEndpoints`. */
export function autoMintRoutes({
  db,
  chain,
  decisions,
  findRegionRule,
  coversDisclosure,
}: SignedAutoMintDeps & {
  readonly findRegionRule: FindRegionRule;
  readonly coversDisclosure: CoversDisclosure;
}): Handlers<keyof typeof autoMintEndpoints> {
  return {
    async 'POST /api/biz/set/repeat'(
      { cursor, limit, enabled, nonce, sign_hex, ...limits },
      { participant, region: country },
    ) {
      const { userId, token, address, consentHash } = participant;
      if (parseCursor(cursor, ID_KEY) === undefined) return BAD_CURSOR;
      if (sign_hex !== undefined && !isHex(sign_hex)) {
        return { refusal: 'signature-format', details: { field: 'sign_hex' } };
      }
      const consented = enabled === true && (await coversDisclosure(consentHash));
      const { joining, region } = await findRegionRule(country);
      const answer =
        enabled === undefined
          ? await readAutoMint(db, userId)
          : await setSignedAutoMint(
              { db, chain, decisions },
              { userId, token, consented, country, isBarred: !joining, change: { enabled, ...limits } },
              { address, nonce, signature: sign_hex },
            );
      if ('refusal' in answer) {
        const details = 'version' in answer ? autoMintDetails(answer, region) : { field: FIELD_OF[answer.refusal] };
        return { refusal: answer.refusal, details };
      }
      const cycles = await readPageById(
        { cursor, limit },
        { read: (range) => readAutoMintCycles(db, { userId, ...range }), idOf: ({ cycleId }) => cycleId },
      );
      if ('refusal' in cycles) return cycles;
      return {
        data: { settings: toWireSettings(answer), cycles: { ...cycles, items: cycles.items.map(toWireCycle) } },
      };
    },
  };
}

const FIELD_OF = {
  'nonce-used-or-unknown': 'nonce',
  'message-expired': 'nonce',
  'signature-invalid': 'sign_hex',
  'try-again': 'sign_hex',
} as const;

function toWireSettings(now: AutoMintNow): Reply['settings'] {
  return {
    enabled: now.enabled,
    keep: formatAmount(now.keep),
    perRoundMaximum: formatAmount(now.perRoundMaximum),
    stopAfterLosses: now.stopAfterLosses,
    parallelRounds: now.parallelRounds,
    failedRounds: now.failedRounds,
    version: now.version,
    enabledAt: now.enabledAt?.getTime() ?? null,
    offBecause: now.offBecause,
  };
}

function toWireCycle(cycle: AutoMintCycle): Reply['cycles']['items'][number] {
  const amount = (units: bigint | null) => (units === null ? null : formatAmount(tokenAmount(units)));
  return {
    roundId: cycle.roundId.toString(),
    city: cycle.city,
    phase: cycle.phase,
    number: cycle.number,
    at: cycle.at.getTime(),
    event: cycle.event,
    reason: cycle.reason,
    amount: amount(cycle.amount),
    rank: cycle.rank,
    orderId: cycle.orderId?.toString() ?? null,
    returned: amount(cycle.returned),
    returnedAt: cycle.returnedAt?.getTime() ?? null,
    outcome: cycle.outcome,
    netJu: cycle.net === null ? null : formatSigned(cycle.net),
    fmc: amount(cycle.fmc),
  };
}
