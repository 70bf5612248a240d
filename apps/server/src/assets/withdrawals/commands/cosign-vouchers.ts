import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { voucherTypedData } from '@city-mint/chain-contract/voucher';
import { sumAmounts } from '@city-mint/domain/money/token-amount';
import { type Hex, isAddressEqual, type LocalAccount, recoverTypedDataAddress } from 'viem';
import { readChainHeight } from '#platform/chain/chain-height.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { storedCurrency } from '../../stored-currency.ts';
import { VAULT_SOURCE, type VaultDeployment } from '../../vault.ts';
import { readDue } from '../queries/exit-contract.ts';
import { readSigningObstacle } from '../queries/signing-obstacle.ts';
import { listUncosigned, storeCosignature, type UncosignedVoucher } from '../store/vouchers.ts';
import { readOpenAmounts, type WithdrawalRow } from '../store/withdrawals.ts';
import { voucherOf } from '../voucher.ts';

export type CosignDeps = {
  readonly db: Database;
  /** Answers for the majority of the auditor's own nodes. */
  readonly node: RpcNode;
  readonly deployment: VaultDeployment;
  /** Holds the key whose signature the vault wants beside the signer's. */
  readonly auditor: LocalAccount;
  /** Returns why the auditor's own books do not support a withdrawal, or undefined. */
  readonly doubtOf: (withdrawalId: bigint) => Promise<string | undefined>;
};

/** Vouchers that were signed a second time, and those that were not, with the reason. */
export type Cosigned = {
  readonly signed: readonly bigint[];
  readonly doubted: readonly { readonly withdrawalId: bigint; readonly reason: string }[];
};

const MOST_OF_ROUND = 100;

/**
 * Signs the vouchers that have only the signer's signature, each from its withdrawal's row and never from the voucher's
 * sender: the signer's signature must be of exactly this payment, its recipient, approval and limits must allow it, and
 * the auditor's own books support it.
 * A doubted voucher stays without a second signature, so that the vault does not pay it, and is examined again in the
 * next round. Returns the signed and the doubted ones.
 */
export async function cosignVouchers(deps: CosignDeps): Promise<Cosigned> {
  const { db, node, deployment } = deps;
  const vouchers = await listUncosigned(db, MOST_OF_ROUND);
  const height = await readChainHeight(db, VAULT_SOURCE);
  if (vouchers.length === 0 || height === undefined) return { signed: [], doubted: [] };
  const vault = { address: deployment.vault, abi: vaultAbi, blockNumber: height.readNumber } as const;
  const signer = await node.readContract({ ...vault, functionName: 'signer' });
  const signed: bigint[] = [];
  const doubted: { withdrawalId: bigint; reason: string }[] = [];
  for (const voucher of vouchers) {
    const reason = await cosign(deps, { voucher, signer, blockNumber: height.readNumber });
    if (reason === undefined) signed.push(voucher.withdrawal.id);
    else doubted.push({ withdrawalId: voucher.withdrawal.id, reason });
  }
  return { signed, doubted };
}

async function cosign(
  { db, node, deployment, auditor, doubtOf }: CosignDeps,
  { voucher, signer, blockNumber }: { readonly voucher: UncosignedVoucher; readonly signer: Hex; blockNumber: bigint },
): Promise<string | undefined> {
  const { withdrawal, term } = voucher;
  const typed = voucherTypedData(deployment, voucherOf(deployment, withdrawal, term));
  const signature = voucher.signature as Hex;
  const recovered = await recoverTypedDataAddress({ ...typed, signature }).catch(() => undefined);
  if (recovered === undefined || !isAddressEqual(recovered, signer)) return 'the signature is not the signer’s';
  // The stored demand could be forged: the auditor asks the contract.
  const isDemandOpen = async (row: WithdrawalRow) => {
    const demanded = sumAmounts(await readOpenAmounts(db, row, { onlyDemanded: true }));
    const { account, currency } = row;
    const asked = { account, currency: storedCurrency(currency), blockNumber };
    return demanded <= (await readDue({ node, deployment }, asked));
  };
  const found = await readSigningObstacle(db, { row: withdrawal, now: await databaseTime(db), isDemandOpen });
  if (found !== undefined) return found.obstacle;
  const doubt = await doubtOf(withdrawal.id);
  if (doubt !== undefined) return doubt;
  const cosignature = await auditor.signTypedData(typed);
  await storeCosignature(db, { withdrawalId: withdrawal.id, number: voucher.number, cosignature });
  return undefined;
}
