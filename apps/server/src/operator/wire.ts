import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { termsBeyondText } from '@city-mint/api-contract/operator/consents-asked';
import { planRequest } from '@city-mint/api-contract/rounds/plan-request';
import { formatSimulation } from '@city-mint/api-contract/rounds/published-plan';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { sumAmounts } from '@city-mint/domain/money/token-amount';
import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import type { SimulationSettings } from '@city-mint/domain/simulation/published-simulation';
import type { OperatorWithdrawal } from '#assets/withdrawals/queries/operator-withdrawals.ts';
import { type RoundInBrief, roundInBriefToWire } from '#rounds/offers/queries/round-list.ts';
import type { ReserveChange, readReserveCoverage } from '#rounds/reserve/queries.ts';
import type { AskedAgain } from '#session/queries/asked-again.ts';
import type { readTeamThresholds } from '#team/queries/member-status.ts';
import type { ActionFields, Figures } from './operator-action.ts';

const LARGEST_ID = 2n ** 63n - 1n;

/** Returns the id of a row from a request; 0, which no row has, for an id of more than 64 bits. */
export function storedId(text: string): bigint {
  const id = BigInt(text);
  return id > LARGEST_ID ? 0n : id;
}

/** Returns every figure of a plan as the public log shows it; amounts in whole units, times in UTC milliseconds. */
export function planFigures(plan: PhasePlan): Figures {
  return textsOf(planRequest(plan));
}

/** Returns the figures of a simulation as the public log shows them. */
export function simulationFigures(settings: SimulationSettings): Figures {
  return textsOf(formatSimulation(settings));
}

/**
 * Returns the public log's figures for users who have to accept the disclosure again: their number, and each of the
 * terms that exceed their consent, as `lossBps 2% → 2–3%`.
 */
export function askedAgainFigures({ asked, beyond }: AskedAgain): Figures {
  return { consentsAsked: String(asked), consentsBeyond: termsBeyondText(beyond) || null };
}

function textsOf(figures: Readonly<Record<string, string | number>>): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, String(value)]));
}

/** The thresholds of node types and levels. */
export type TeamThresholds = Pick<Awaited<ReturnType<typeof readTeamThresholds>>['now'], 'node' | 'level'>;

/** Returns the thresholds from a request that has them on one level. */
export function teamThresholdsOf(fields: ActionFields<'POST /api/ops/thresholds/set'>): TeamThresholds {
  const { level1, level2, level3, level4, level5 } = fields;
  return {
    node: {
      personal: { joinedDirects: fields.personalJoinedDirects, teamPerformance: fields.personalTeamPerformance },
      community: { joinedDirects: fields.communityJoinedDirects, teamPerformance: fields.communityTeamPerformance },
      super: { joinedDirects: fields.superJoinedDirects, teamPerformance: fields.superTeamPerformance },
    },
    level: { 1: level1, 2: level2, 3: level3, 4: level4, 5: level5 },
  };
}

/** Returns thresholds on one level, amounts in whole units. */
export function thresholdsToWire({ node, level }: TeamThresholds): ReplyOf<'POST /api/ops/thresholds'>['now'] {
  return {
    personalJoinedDirects: node.personal.joinedDirects,
    personalTeamPerformance: formatAmount(node.personal.teamPerformance),
    communityJoinedDirects: node.community.joinedDirects,
    communityTeamPerformance: formatAmount(node.community.teamPerformance),
    superJoinedDirects: node.super.joinedDirects,
    superTeamPerformance: formatAmount(node.super.teamPerformance),
    level1: formatAmount(level[1]),
    level2: formatAmount(level[2]),
    level3: formatAmount(level[3]),
    level4: formatAmount(level[4]),
    level5: formatAmount(level[5]),
  };
}

/** Returns a withdrawal for the operators' list, amounts in whole units. */
export function withdrawalToWire({
  id,
  recipient,
  amount,
  requestedAt,
  endedAt,
  deadline,
  cancelAskedAt,
  waits,
  ...rest
}: OperatorWithdrawal): ReplyOf<'POST /api/ops/withdrawals/list'>['items'][number] {
  return {
    ...rest,
    withdrawalId: id.toString(),
    to: recipient,
    amount: formatAmount(amount),
    requestedAt: requestedAt.getTime(),
    endedAt: endedAt?.getTime() ?? null,
    deadline: deadline?.getTime() ?? null,
    cancelAskedAt: cancelAskedAt?.getTime() ?? null,
    waits: [...waits],
  };
}

/** Returns a round for the operators' list, amounts in whole units. */
export function roundToWire(
  round: RoundInBrief,
  suspendedSince: Date | null,
): ReplyOf<'POST /api/ops/rounds'>['items'][number] {
  return { ...roundInBriefToWire(round), city: round.city, suspendedSince: suspendedSince?.getTime() ?? null };
}

/** Returns the reserve and its coverage of each round that can still fail, amounts in whole units. */
export function reserveToWire({
  balance,
  rounds,
}: Awaited<ReturnType<typeof readReserveCoverage>>): ReplyOf<'POST /api/ops/reserve'> {
  return {
    balance: formatAmount(balance),
    maximumLoss: formatAmount(sumAmounts(rounds.map(({ maximumLoss }) => maximumLoss))),
    rounds: rounds.map(({ round: { roundId, state, terms, filled }, maximumLoss, budget, coverageBps }) => ({
      ...{ roundId: roundId.toString(), city: terms.city, phase: terms.phase, number: terms.number, state },
      quota: formatAmount(terms.quota),
      filled: formatAmount(filled),
      maximumLoss: formatAmount(maximumLoss),
      budget: formatAmount(budget),
      coverageBps,
    })),
  };
}

/** Returns a funding or settlement that changed the reserve, amounts in whole units. */
export function reserveChangeToWire(
  reserveChange: ReserveChange,
): ReplyOf<'POST /api/ops/reserve/changes'>['items'][number] {
  const { key, kind, added, taken, round, reason } = reserveChange;
  return {
    at: Number(key.atUs / 1000n),
    kind,
    added: formatAmount(added),
    taken: formatAmount(taken),
    net: formatAmount(added - taken),
    round: round && { ...round, roundId: round.roundId.toString() },
    reason,
  };
}
