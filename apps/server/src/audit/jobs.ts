import type { Logger } from 'pino';
import type { Address } from 'viem';
import { readVaultLog, type VaultDeployment } from '#assets/queries/vault-log.ts';
import { type SurveySettings, surveyChain } from '#platform/chain/survey-chain.ts';
import type { Database } from '#platform/database/database.ts';
import { checkPaidRounds } from './commands/check-paid-rounds.ts';
import { compareWithLedger } from './commands/compare-with-ledger.ts';
import { followJournal } from './commands/follow-journal.ts';
import { storeVaultEvents } from './commands/store-vault-events.ts';
import { readLastBlock } from './queries/audit-state.ts';
import { listOpenFindings } from './queries/open-findings.ts';

export type AuditJobsDeps = SurveySettings & {
  readonly db: Database;
  readonly deployment: VaultDeployment;
  /** The first block that can hold an event of the vault. */
  readonly startBlock: bigint;
  /** The first approvers, EIP-55, whose signatures it believes. */
  readonly approvers: readonly Address[];
  readonly log: Logger;
};

export type AuditJobs = {
  /** Stores the vault's events of all new final blocks. */
  readonly readChain: (signal: AbortSignal) => Promise<void>;
  /** Follows the sealed journal to its end, checks that rounds were paid whole, compares the next balances. */
  readonly follow: (signal: AbortSignal) => Promise<void>;
};

const SPAN = 2_000n;

/** Returns the auditor's periodic jobs. Each open finding, whoever recorded it, is logged as fatal, once. */
export function createAuditJobs(deps: AuditJobsDeps): AuditJobs {
  const { db, log, approvers } = deps;
  const { chainId, vault } = deps.deployment;
  const operators = { approvers, chainId, vault };
  const alarmed = new Set<string>();
  let comparedTo = -1n;
  const follow = async (signal: AbortSignal) => {
    for (;;) {
      const { result } = await followJournal(db, { operators });
      if (result === 'complete') break;
      if (result !== 'followed' || signal.aborted) return;
    }
    await checkPaidRounds(db, operators);
    comparedTo = (await compareWithLedger(db, comparedTo)).last ?? -1n;
  };
  return {
    async readChain(signal) {
      const survey = await surveyChain(deps);
      let read = (await readLastBlock(db)) ?? deps.startBlock - 1n;
      while (read < survey.finalized.number && !signal.aborted) {
        const end = read + SPAN;
        const isLast = end >= survey.finalized.number;
        const toBlock = isLast ? survey.finalized.number : end;
        const events = await readVaultLog(deps.deployment, survey.node, { fromBlock: read + 1n, toBlock });
        const at = isLast ? survey.finalized.at : (await survey.node.getBlock({ blockNumber: toBlock })).timestamp;
        const block = { number: toBlock, at: typeof at === 'bigint' ? new Date(Number(at) * 1_000) : at };
        await storeVaultEvents(db, block, events);
        read = toBlock;
      }
    },
    async follow(signal) {
      await follow(signal);
      for (const finding of await listOpenFindings(db)) {
        if (alarmed.has(finding.subject)) continue;
        alarmed.add(finding.subject);
        log.fatal(finding, 'the auditor does not believe the ledger: no withdrawal is co-signed until it is reviewed');
      }
    },
  };
}
