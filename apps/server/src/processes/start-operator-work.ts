import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { HOUR_MS } from '@city-mint/domain/time/durations';
import type { Logger } from 'pino';
import { answerRequests } from '#operator/commands/answer-requests.ts';
import { operatorOf } from '#platform/config/operator-of.ts';
import type { Config } from '#platform/config/settings.ts';
import type { Database } from '#platform/database/database.ts';
import { classifyFault } from '#platform/http/classify-fault.ts';
import type { Timer, Timers } from '#platform/jobs/timers.ts';

/** Requests are notified; this interval is for lost notifications. */
const OPERATOR_REQUESTS_MS = 500;

type OperatorWork = {
  readonly timers: Timers;
  readonly config: Config;
  /** Connections as the role city_mint_operator. */
  readonly operatorDb: Database;
  readonly log: Logger;
};

/** Schedules the operators' requests: verifies their signatures and performs them. Returns the timer to wake. */
export function startOperatorWork({ timers, config, operatorDb, log }: OperatorWork): Timer {
  const { OPERATOR_ADDRESSES: configured, CHAIN_ID: chainId, VAULT_ADDRESS: vault } = config;
  const deps = {
    ...{ operatorDb, configured, chainId, vault, log, classify: classifyFault },
    planLimits: planLimitsOf(config),
    runBy: operatorOf(config),
  };
  return timers.everyMs('requests of operators', OPERATOR_REQUESTS_MS, async (signal) => {
    await answerRequests(deps, signal);
  });
}

/** In production participants have an hour between a plan's publication and its first opening. */
const PLAN_NOTICE_MS = HOUR_MS;

/** Returns the limits that plans are checked against when they are checked and published. */
export function planLimitsOf(config: Config) {
  return {
    mintPerJuMaximum: tokenAmount(BigInt(config.MINT_PER_JU_MAXIMUM) * 10n ** 18n),
    noticeMs: config.NODE_ENV === 'production' ? PLAN_NOTICE_MS : 0,
  };
}
