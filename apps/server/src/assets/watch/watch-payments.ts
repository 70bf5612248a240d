import type { Logger } from 'pino';
import { readChainHeight } from '#platform/chain/chain-height.ts';
import { type ChainLog, readLogs } from '#platform/chain/read-logs.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { type Survey, type SurveySettings, surveyChain } from '#platform/chain/survey-chain.ts';
import type { Database } from '#platform/database/database.ts';
import { VAULT_SOURCE, type VaultDeployment } from '../vault.ts';
import { readVaultEvent, type Withdrawn } from '../vault-event.ts';
import { readAnnouncements } from './announced-changes.ts';
import { findUnknown } from './ledger-payments.ts';
import { type GuardDeps, pauseVault } from './pause-vault.ts';

export type PaymentWatchDeps = SurveySettings &
  Pick<GuardDeps, 'guard'> & {
    readonly db: Database;
    readonly deployment: VaultDeployment;
    /** The first block that can hold a payment. */
    readonly startBlock: bigint;
    readonly log: Logger;
  };

/** `watching`: all payments are known; `pausing`: the vault's pause is not final yet; `paused`: it is final. */
export type WatchResult = 'watching' | 'pausing' | 'paused';

export type PaymentWatch = {
  /** Checks every payment once more. Throws errors that a retry may resolve; the caller then retries. */
  readonly watch: () => Promise<WatchResult>;
};

const SPAN = 2_000n;

/**
 * Returns a watch of the vault's payments, which starts at the last block that the indexer has applied. When the
 * majority of the nodes shows a payment that the ledger does not know, whether or not its block is final, it pauses the
 * vault's withdrawals on chain, and resends the pause until it is final. Each change that the vault's admin announces
 * is an alarm.
 */
export function createPaymentWatch(deps: PaymentWatchDeps): PaymentWatch {
  const { db, log } = deps;
  const alarmed = new Set<string>();
  let readUpTo: bigint | undefined;
  let mustPause = false;
  let attempt = 0;

  const check = async (node: RpcNode, range: { fromBlock: bigint; toBlock: bigint }) => {
    const logs = await readLogs(node, { addresses: [deps.deployment.vault], ...range, withReceipts: true });
    const changes = readAnnouncements(logs).map((change) => ({ ...change, key: `${change.id} ${change.readyAt}` }));
    for (const { key, id, call, readyAt } of changes.filter(({ key }) => !alarmed.has(key))) {
      alarmed.add(key);
      const fields = { change: id, call, readyAt: `${readyAt}` };
      log.fatal(fields, 'the admin of the vault announced a change: veto it unless it is yours');
    }
    const unknown = await findUnknown(db, paymentsOf(deps.deployment, logs));
    for (const payment of unknown.filter(({ voucherId }) => !alarmed.has(voucherId))) {
      alarmed.add(payment.voucherId);
      mustPause = true;
      const { voucherId, account, to, currency, amount } = payment;
      const fields = { voucherId, account, to, currency, amount: `${amount}` };
      log.fatal(fields, 'the vault paid what the ledger does not know: its withdrawals are being paused');
    }
  };
  const readNew = async (survey: Survey) => {
    readUpTo ??= await firstBlock(deps);
    while (readUpTo < survey.finalized.number) {
      const last: bigint = readUpTo + SPAN;
      const toBlock = last < survey.finalized.number ? last : survey.finalized.number;
      await check(survey.node, { fromBlock: readUpTo + 1n, toBlock });
      readUpTo = toBlock;
    }
    const { head, finalized, headNode } = survey;
    if (head.number > finalized.number)
      await check(headNode, { fromBlock: finalized.number + 1n, toBlock: head.number });
  };
  return {
    async watch() {
      const survey = await surveyChain(deps);
      // A failed reading must not prevent the pause for payments that were read before.
      const reading = await readNew(survey).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      const isPausing = mustPause;
      if (isPausing && (await pauseVault(deps, { survey, attempt: attempt++ })) === 'final') {
        mustPause = false;
        attempt = 0;
        log.fatal({ block: `${survey.finalized.number}` }, 'withdrawals are paused on chain');
      }
      if (reading !== undefined) throw reading.error;
      if (!isPausing) return 'watching';
      return mustPause ? 'pausing' : 'paused';
    },
  };
}

/** The ledger knows everything up to the indexer's last applied block. */
async function firstBlock({ db, startBlock }: PaymentWatchDeps): Promise<bigint> {
  const height = await readChainHeight(db, VAULT_SOURCE);
  return height?.readNumber ?? (startBlock > 0n ? startBlock - 1n : 0n);
}

function paymentsOf(deployment: VaultDeployment, logs: readonly ChainLog[]): Withdrawn[] {
  return logs.flatMap((log) => {
    const event = readVaultEvent(deployment, log);
    return event?.kind === 'withdrawn' ? [event] : [];
  });
}
