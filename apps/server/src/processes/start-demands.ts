import type { Logger } from 'pino';
import type { LocalAccount } from 'viem';
import { freezeDemands } from '#assets/demands/freeze-demands.ts';
import { createDemandPayments } from '#assets/demands/pay-demands.ts';
import { listOpenDemands } from '#assets/queries/open-demands.ts';
import { tokenOfCurrency } from '#assets/vault.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { openCalls } from '#platform/chain/send-calls.ts';
import type { Config } from '#platform/config/settings.ts';
import type { Database } from '#platform/database/database.ts';
import type { Timers } from '#platform/jobs/timers.ts';
import { answerDemands } from '#proof/commands/answer-demands.ts';

const DEMANDS_MS = 2_000;

type DemandSettings = {
  readonly timers: Timers;
  readonly config: Config;
  readonly db: Database;
  /** Answers for the majority of the nodes at the newest block that they agree on, and sends to the first one. */
  readonly node: RpcNode;
  /** Signs vouchers, and pays the gas of the calls: anyone may make them. */
  readonly signer: LocalAccount;
  readonly log: Logger;
};

/**
 * Starts the timer that pays what accounts demand on the chain, and answers demands that are too high. Two weeks
 * without either begin the exit. docs/money-rules.md#10-withdrawals
 */
export function startDemands({ timers, config, db, node, signer, log }: DemandSettings): void {
  const chainId = config.CHAIN_ID;
  const { VAULT_ADDRESS: vault, FMC_ADDRESS: fmc, ANCHORS_ADDRESS: anchors } = config;
  const deps = { db, node, chainId, account: signer, log, deployment: { chainId, vault, fmc } };
  const tokens = { JU: tokenOfCurrency(deps.deployment, 'JU'), FMC: fmc };
  const pay = createDemandPayments(deps);
  timers.everyMs('demands', DEMANDS_MS, async () => {
    const demands = await listOpenDemands(db);
    if (demands.length === 0) return;
    for (const withdrawal of await freezeDemands(deps, demands)) {
      log.info({ withdrawalId: `${withdrawal}` }, 'froze the amount of a demand');
    }
    const send = await openCalls(deps);
    await pay(send);
    await answerDemands({ db, node, send, deployment: { vault, anchors, tokens } }, demands);
  });
}
