import { type Voucher, voucherDomain, voucherTypes } from '@city-mint/chain-contract/voucher';
import { sumAmounts } from '@city-mint/domain/money/token-amount';
import type { LocalAccount } from 'viem';
import { lockBalances } from '#ledger/commands/lock-balances.ts';
import { readChainHeight } from '#platform/chain/read-chain-height.ts';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { pausePart } from '#switches/commands.ts';
import { isPaused } from '#switches/queries.ts';
import { findLastVoucher, insertVoucher } from '../store/vouchers.ts';
import { lockDueWithdrawal, readOpenAmounts, setDone, type WithdrawalRow } from '../store/withdrawals.ts';
import { storedCurrency } from '../stored-currency.ts';
import type { VaultDeployment } from '../vault-deployment.ts';
import { VAULT_SOURCE } from '../vault-source.ts';
import { voucherOf } from '../voucher-of.ts';
import { MAX_SIGNATURES, VOUCHER_TTL_SECONDS, voucherTerm } from '../voucher-terms.ts';

export type SignerDeps = {
  readonly db: Database;
  readonly place: VaultDeployment;
  /** Whose signature the vault pays on. */
  readonly signer: LocalAccount;
  readonly ttlSeconds?: bigint;
  /** Told of a withdrawal whose voucher is being signed, before its transaction ends. */
  readonly onSigning?: (signing: SigningFor) => void;
};

/** Which withdrawal a voucher is for, the call that asked for it, and how long it was due. */
export type SigningFor = { readonly withdrawalId: bigint; readonly callId: string | null; readonly lateMs: number };

/** `unbacked`: the ledger has not frozen what the withdrawal says, so nothing was signed and withdrawals are off. */
export type Signing = 'signed' | 'still-good' | 'no-more' | 'unbacked' | 'paused' | 'none';

/**
 * Signs a voucher for the one withdrawal that is due longest, always with the same id, so however many are signed the vault pays once. Does
 * nothing while withdrawals are switched off or the chain's time is not known.
 */
export async function signDueWithdrawal(deps: SignerDeps): Promise<Signing> {
  return inTransaction(deps.db, async (tx) => {
    if (await isPaused(tx, 'withdrawals')) return 'paused';
    const height = await readChainHeight(tx, VAULT_SOURCE);
    if (height === undefined) return 'none';
    const row = await lockDueWithdrawal(tx);
    if (row === undefined) return 'none';

    const now = new Date(await databaseTime(tx));
    const last = await findLastVoucher(tx, row.id);
    const signatures = last?.number ?? 0;
    const isStillGood = last !== undefined && last.deadline > now && last.deadline > height.headAt;
    if (isStillGood || signatures >= MAX_SIGNATURES) {
      await setDone(tx, row.id);
      return isStillGood ? 'still-good' : 'no-more';
    }
    if (!(await isFrozen(tx, row))) {
      await pausePart(tx, 'withdrawals', `withdrawal ${row.id} is not backed by the ledger`);
      return 'unbacked';
    }
    const term = voucherTerm({ now, headAt: height.headAt, ttlSeconds: deps.ttlSeconds ?? VOUCHER_TTL_SECONDS });
    const signature = await sign(deps, voucherOf(deps.place, row, term));
    await insertVoucher(tx, { withdrawalId: row.id, number: signatures + 1, term, signature });
    const lateMs = now.getTime() - (row.due_at ?? now).getTime();
    deps.onSigning?.({ withdrawalId: row.id, callId: row.call_id, lateMs });
    return 'signed';
  });
}

/**
 * The signer does not take a row's word for it: the ledger itself must hold all that this user has asked to take out. The account is locked
 * first, so that both figures are of one moment.
 */
async function isFrozen(tx: Database, row: WithdrawalRow): Promise<boolean> {
  const [frozen] = await lockBalances(tx, [
    { kind: 'withdrawing', currency: storedCurrency(row.currency), owner: row.user_id },
  ]);
  return frozen === sumAmounts(await readOpenAmounts(tx, row));
}

async function sign({ signer, place }: SignerDeps, message: Voucher): Promise<string> {
  return signer.signTypedData({ domain: voucherDomain(place), types: voucherTypes, primaryType: 'Voucher', message });
}
