import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { Database } from '#platform/database/database.ts';
import type { OpenDemand } from '../queries/open-demands.ts';
import { tokenOfCurrency, type VaultDeployment } from '../vault.ts';
import { freezeDemanded } from './store.ts';

type FreezeDeps = { readonly db: Database; readonly node: RpcNode; readonly deployment: VaultDeployment };

/**
 * Freezes for each demand the amount that its account has, as far as the vault's cap has room, and returns the
 * withdrawals that it made. A part takes at most half of the room: otherwise a small withdrawal of anyone else would
 * make the vault refuse the payment. The exit begins for a demand of two weeks only while the window has more room
 * than a part needs (`IExit.canBeginFor`).
 */
export async function freezeDemands(deps: FreezeDeps, demands: readonly OpenDemand[]): Promise<bigint[]> {
  const made: bigint[] = [];
  for (const currency of ['JU', 'FMC'] as const) {
    const ofCurrency = demands.filter((demand) => demand.currency === currency);
    const payable = ofCurrency.filter(
      ({ due, frozen, available, returnable }) => due > frozen && available + returnable > 0n,
    );
    if (payable.length === 0) continue;
    const { left, cap } = await readWindow(deps, currency);
    // Payments that are under way take their room later.
    let room = left - ofCurrency.reduce((sum, { demanded }) => sum + demanded, 0n);
    for (const demand of payable) {
      const rest = demand.due - demand.frozen;
      const most = room > cap / 2n ? room / 2n : smaller(room, cap / 4n);
      if (most <= 0n || most < smaller(rest, cap / 8n)) break;
      const frozen = await freezeDemanded(deps.db, { ...demand, most });
      if (frozen === undefined) continue;
      made.push(frozen.id);
      room -= frozen.amount;
    }
  }
  return made;
}

async function readWindow({ node, deployment }: FreezeDeps, currency: Currency) {
  const token = tokenOfCurrency(deployment, currency);
  const vault = { address: deployment.vault, abi: vaultAbi, args: [token] } as const;
  const left = await node.readContract({ ...vault, functionName: 'windowLeft' });
  return { left, cap: await node.readContract({ ...vault, functionName: 'capOf' }) };
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
