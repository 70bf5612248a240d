import type { Logger } from 'pino';
import type { Database } from '#platform/database/database.ts';
import { advanceMiningDay, type MiningSettings } from './commands/advance-mining-day.ts';
import { claimDueGrants, type DueGrant } from './commands/claim-due-grants.ts';
import { claimWithoutAsking } from './commands/claim-without-asking.ts';
import { recordGrantAnswer } from './commands/record-grant-answer.ts';
import type { SendGrant } from './exchange/exchange-client.ts';

/**
 * Everything of mining days and of claims without asking that is due. What is due stands in rows, so a run that is
 * missed changes nothing.
 */
export async function runMining(db: Database, signal?: AbortSignal, settings: MiningSettings = {}): Promise<void> {
  while (signal?.aborted !== true && (await claimWithoutAsking(db)));
  while (signal?.aborted !== true) {
    const step = await advanceMiningDay(db, settings);
    if (step === 'none' || step === 'waiting') return;
  }
}

export type GrantJobDeps = {
  readonly db: Database;
  readonly send: SendGrant;
  readonly log: Logger;
  /** How long a grant is left to the worker that took it; longer than the client waits for an answer. */
  readonly leaseMs?: number;
};

/** Grants under way at a time; when none of so many is answered, the exchange is left alone until the next run. */
const AT_ONCE = 16;

/** Sends the grants that are due to the exchange. Gives how many it acknowledged. */
export async function sendDueGrants(deps: GrantJobDeps, signal?: AbortSignal): Promise<number> {
  const { db, leaseMs = 30_000 } = deps;
  let acknowledged = 0;
  while (signal?.aborted !== true) {
    const due = await claimDueGrants(db, { most: AT_ONCE, leaseMs });
    const states = await Promise.all(due.map((grant) => sendGrant(deps, grant, signal)));
    acknowledged += states.filter((state) => state === 'acknowledged').length;
    if (due.length < AT_ONCE || states.every((state) => state === 'failed')) break;
  }
  return acknowledged;
}

async function sendGrant({ db, send, log }: GrantJobDeps, grant: DueGrant, signal?: AbortSignal) {
  const { machineId, attempts, grantId, callId } = grant;
  const answer = await send(grant, signal);
  await recordGrantAnswer(db, { machineId, attempts, answer });
  if (answer.state === 'wrong') {
    log.fatal(
      { callId, grantId, machineId: `${machineId}`, problem: answer.problem },
      'the exchange confirmed a wrong grant',
    );
  }
  // A grant that nobody asked for is one of many; the job counts those.
  if (answer.state === 'acknowledged' && callId !== null) log.info({ callId, grantId }, 'grant acknowledged');
  if (answer.state === 'failed')
    log.warn({ callId, grantId, attempts, problem: answer.problem }, 'a grant was not answered');
  return answer.state;
}
