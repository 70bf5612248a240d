import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { type Voucher, voucherTypedData } from '@city-mint/chain-contract/voucher';
import { decodeFunctionData, type Hex, isAddressEqual, recoverTypedDataAddress } from 'viem';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { Database } from '#platform/database/database.ts';
import { storedCurrency } from '../stored-currency.ts';
import { tokenOfCurrency, type VaultDeployment } from '../vault.ts';
import { type Examination, listUnexamined, recordExamination, type UnknownPaymentRow } from './store.ts';

export type ExaminerDeps = {
  readonly db: Database;
  /** Answers for the majority of the nodes at the last final block. */
  readonly node: RpcNode;
  readonly deployment: VaultDeployment;
};

/**
 * Decodes the voucher of each unknown payment from the calldata of its transaction, and records its signer. The payment
 * is proven when the voucher matches it and has the signature of the vault's signer. No payment is booked before that.
 * Throws the first error once all others are examined, so that a transaction that no node returns delays no other
 * payment. Returns how many were examined.
 */
export async function examineUnknownPayments(deps: ExaminerDeps): Promise<number> {
  const rows = await listUnexamined(deps.db);
  const errors: unknown[] = [];
  for (const row of rows) {
    try {
      await recordExamination(deps.db, { sequence: row.seq, found: await examine(deps, row) });
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return rows.length;
}

async function examine({ node, deployment }: ExaminerDeps, row: UnknownPaymentRow): Promise<Examination> {
  const { input, to } = await node.getTransaction({ hash: row.tx_hash as Hex });
  const sent = to !== null && isAddressEqual(to, deployment.vault) ? readVoucher(input) : undefined;
  if (sent === undefined || !isVoucherOf(sent.voucher, row, deployment)) return { voucherSigner: null, proven: false };
  const voucherSigner = await recoverTypedDataAddress({
    ...voucherTypedData(deployment, sent.voucher),
    signature: sent.signature,
  });
  const vault = { address: deployment.vault, abi: vaultAbi, functionName: 'signer' } as const;
  // A node without old states knows the current signer.
  const signer = await node
    .readContract({ ...vault, blockNumber: row.block_number })
    .catch(() => node.readContract(vault));
  return { voucherSigner, proven: isAddressEqual(voucherSigner, signer) };
}

function readVoucher(input: Hex): { readonly voucher: Voucher; readonly signature: Hex } | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: vaultAbi, data: input });
    if (functionName !== 'withdraw' && functionName !== 'payDemand') return undefined;
    const [voucher, signature] = args;
    return { voucher, signature };
  } catch {
    return undefined;
  }
}

function isVoucherOf(voucher: Voucher, row: UnknownPaymentRow, deployment: VaultDeployment): boolean {
  return (
    voucher.id === row.voucher_id &&
    voucher.amount === row.amount &&
    voucher.account === row.account &&
    voucher.to === row.recipient &&
    isAddressEqual(voucher.token, tokenOfCurrency(deployment, storedCurrency(row.currency)))
  );
}
