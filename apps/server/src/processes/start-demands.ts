import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import type { Logger } from 'pino';
import { type LocalAccount, parseGwei } from 'viem';
import { freezeDemands } from '#assets/demands/freeze-demands.ts';
import { createDemandPayments } from '#assets/demands/pay-demands.ts';
import { listOpenDemands } from '#assets/queries/open-demands.ts';
import { tokenOfCurrency } from '#assets/vault.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { openCalls } from '#platform/chain/send-calls.ts';
import type { Config } from '#platform/config/settings.ts';
import type { Database } from '#platform/database/database.ts';
import type { Timers } from '#platform/jobs/timers.ts';
import { createDemandAnswers } from '#proof/commands/answer-demands.ts';
import { assertContracts } from './assert-contracts.ts';

const DEMANDS_MS = 2_000;

type DemandSettings = {
  readonly timers: Timers;
  readonly config: Config;
  readonly db: Database;
  /** Answers for the majority of the nodes at the newest block that they agree on. */
  readonly node: RpcNode;
  readonly nodes: readonly RpcNode[];
  /** Signs vouchers, and pays the gas of the calls: anyone may make them. */
  readonly signer: LocalAccount;
  readonly log: Logger;
};

/**
 * Starts the timer that pays what accounts demand on the chain, and answers demands that are too high. Two weeks
 * without either begin the exit. docs/money-rules.md#10-withdrawals
 */
export function startDemands({ timers, config, db, node, nodes, signer, log }: DemandSettings): void {
  const chainId = config.CHAIN_ID;
  const { VAULT_ADDRESS: vault, FMC_ADDRESS: fmc, ANCHORS_ADDRESS: anchors } = config;
  const deployment = { chainId, vault, fmc };
  const tokens = { JU: tokenOfCurrency(deployment, 'JU'), FMC: fmc };
  const maxGasPrice = parseGwei(String(config.SCRIBE_MAX_GAS_PRICE));
  const pay = createDemandPayments({ db, node, deployment });
  const answer = createDemandAnswers({ db, node, deployment: { vault, anchors, tokens } });
  // One part that fails holds back no other.
  const attempt = (part: () => Promise<unknown>) =>
    part().catch((error: unknown) => log.error({ err: error }, 'a part of the work on demands failed'));
  let areContractsVerified = false;
  timers.everyMs('demands', DEMANDS_MS, async () => {
    const demands = await listOpenDemands(db);
    if (demands.length === 0) return;
    if (!areContractsVerified) await assertContracts({ node, nodes }, config);
    areContractsVerified = true;
    if (await node.readContract({ address: vault, abi: vaultAbi, functionName: 'exited' })) return;
    await attempt(async () => {
      for (const withdrawal of await freezeDemands({ db, node, deployment }, demands)) {
        log.info({ withdrawalId: `${withdrawal}` }, 'froze the amount of a demand');
      }
    });
    const send = await openCalls({ node, nodes, chainId, account: signer, maxGasPrice, log });
    await attempt(() => pay(send));
    await attempt(() => answer(send, demands));
  });
}
