import { readLogs } from '#platform/chain/read-logs.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { VaultDeployment } from '../vault.ts';
import { readVaultEvent, type VaultEvent } from '../vault-event.ts';

export type { VaultDeployment } from '../vault.ts';
export type { VaultEvent } from '../vault-event.ts';

/** Returns the vault's numbered events in a range of blocks, both ends inclusive, in order, as a node shows them. */
export async function readVaultLog(
  deployment: VaultDeployment,
  node: RpcNode,
  range: { readonly fromBlock: bigint; readonly toBlock: bigint },
): Promise<{ readonly event: VaultEvent; readonly blockNumber: bigint }[]> {
  const logs = await readLogs(node, { addresses: [deployment.vault], ...range, withReceipts: false });
  return logs.flatMap((log) => {
    const event = readVaultEvent(deployment, log);
    return event === undefined ? [] : [{ event, blockNumber: log.blockNumber }];
  });
}
