import type { Logger } from 'pino';
import type { Database } from '#platform/database/database.ts';
import { verifyConfirmation } from '#session/queries/verify-confirmation.ts';
import { claimAutomatically } from './commands/claims.ts';
import { claimDueConfirmations, type DueConfirmation, recordAccountAnswer } from './commands/confirmations.ts';
import { claimDueGrants, type DueGrant, recordGrantAnswer } from './commands/grants.ts';
import { advanceMiningDay, type MiningSettings, type MiningStep } from './commands/mining-days.ts';
import type { ConfirmAccount } from './exchange/account-client.ts';
import type { SendGrant } from './exchange/exchange-client.ts';

/**
 * Performs every due automatic claim and mining day step, until nothing is due or the signal aborts. Due work is read
 * from the database, so the next run makes up for a missed one.
 */
export async function runMining(db: Database, signal?: AbortSignal, settings: MiningSettings = {}): Promise<void> {
  while (signal?.aborted !== true && (await claimAutomatically(db)));
  while (signal?.aborted !== true) {
    const step = await advanceMiningDay(db, settings);
    if (step === 'none' || step === 'waiting') return;
    if (step === 'begun') await payInParts(db, signal, settings);
  }
}

/**
 * Pays a begun day over two connections, one half each. Returns the final step of both. Throws when one failed, after
 * the other has ended.
 */
export async function payInParts(
  db: Database,
  signal?: AbortSignal,
  settings: MiningSettings = {},
): Promise<MiningStep[]> {
  const pay = async () => {
    let step: MiningStep = 'paid';
    while (signal?.aborted !== true && step === 'paid') step = await advanceMiningDay(db, settings);
    return step;
  };
  const outcomes = await Promise.allSettled([pay(), pay()]);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

export type GrantJobDeps = {
  readonly db: Database;
  readonly send: SendGrant;
  readonly log: Logger;
  /** Duration of a worker's lease on a grant; longer than the client's timeout. */
  readonly leaseMs?: number;
};

/** Maximum of concurrent requests; if none of a batch is answered, sending stops until the next run. */
const BATCH_SIZE = 16;

/** Sends the due grants to the exchange; returns how many it acknowledged. */
export async function sendDueGrants(deps: GrantJobDeps, signal?: AbortSignal): Promise<number> {
  const { db, leaseMs = 30_000 } = deps;
  let acknowledged = 0;
  while (signal?.aborted !== true) {
    const due = await claimDueGrants(db, { limit: BATCH_SIZE, leaseMs });
    const states = await Promise.all(due.map((grant) => sendGrant(deps, grant, signal)));
    acknowledged += states.filter((state) => state === 'acknowledged').length;
    if (due.length < BATCH_SIZE || states.every((state) => state === 'failed')) break;
  }
  return acknowledged;
}

async function sendGrant({ db, send, log }: GrantJobDeps, grant: DueGrant, signal?: AbortSignal) {
  const { machineId, attempts, grantId, callId } = grant;
  const answer = await send(grant, signal);
  await recordGrantAnswer(db, { grant, answer });
  if (answer.state === 'wrong') {
    log.fatal(
      { callId, grantId, machineId: `${machineId}`, problem: answer.problem },
      'the exchange confirmed a wrong grant',
    );
  }
  // Grants of automatic claims are many; only the job's count reports them.
  if (answer.state === 'acknowledged' && callId !== null) log.info({ callId, grantId }, 'grant acknowledged');
  if (answer.state === 'failed')
    log.warn({ callId, grantId, attempts, problem: answer.problem }, 'a grant was not answered');
  return answer.state;
}

export type AccountJobDeps = Pick<GrantJobDeps, 'db' | 'log' | 'leaseMs'> & {
  readonly confirm: ConfirmAccount;
} & Parameters<typeof verifyConfirmation>[0];

/**
 * Asks the exchange about each account that a user has named, after verifying the wallet's signature again. Binds
 * confirmed accounts and claims the users' hash power. Returns how many were confirmed.
 */
export async function confirmAccounts(deps: AccountJobDeps, signal?: AbortSignal): Promise<number> {
  const { db, leaseMs = 30_000 } = deps;
  let confirmed = 0;
  while (signal?.aborted !== true) {
    const due = await claimDueConfirmations(db, { limit: BATCH_SIZE, leaseMs });
    const states = await Promise.all(due.map((asked) => confirmAccount(deps, asked, signal)));
    confirmed += states.filter((state) => state === 'confirmed').length;
    if (due.length < BATCH_SIZE || states.every((state) => state === 'failed')) break;
  }
  return confirmed;
}

const UNVERIFIED = {
  invalid: { state: 'rejected', problem: 'the wallet of the address did not sign this' },
  expired: { state: 'rejected', problem: 'what the wallet signed had expired' },
  'chain-unavailable': { state: 'failed', problem: 'the chain is unavailable for verifying the wallet’s signature' },
} as const;

async function confirmAccount(deps: AccountJobDeps, asked: DueConfirmation, signal?: AbortSignal) {
  const { db, confirm, log } = deps;
  const { requestId, callId, attempts, claim } = asked;
  const verdict = await verifyConfirmation(deps, asked.signed);
  // The api verified it before, so the writer of this row was not the api's program.
  if (verdict === 'invalid') log.fatal({ callId, requestId }, 'an account was named without its user’s signature');
  const answer = verdict === 'valid' ? await confirm(claim, signal) : UNVERIFIED[verdict];
  const state = await recordAccountAnswer(db, { asked, answer });
  const problem = answer.state === 'confirmed' ? undefined : answer.problem;
  if (state === 'failed') log.warn({ callId, requestId, attempts, problem }, 'an account was not answered');
  else log.info({ callId, requestId, state }, 'account request decided');
  return state;
}
