import { MAX_VOUCHER_TTL_SECONDS, type Voucher, voucherTypedData } from '@city-mint/chain-contract/voucher';
import type { SigningObstacle } from '@city-mint/domain/assets/check-signing';
import { MAX_SIGNATURES, VOUCHER_TTL_SECONDS, voucherTerm } from '@city-mint/domain/assets/voucher-term';
import { sumAmounts } from '@city-mint/domain/money/token-amount';
import type { LocalAccount } from 'viem';
import { lockBalances } from '#ledger/accounts/commands.ts';
import { readChainHeight } from '#platform/chain/chain-height.ts';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { pauseWithdrawals } from '#switches/commands.ts';
import { isPaused } from '#switches/queries.ts';
import { isCompared } from '../../comparison.ts';
import { storedCurrency } from '../../stored-currency.ts';
import { VAULT_SOURCE, type VaultDeployment } from '../../vault.ts';
import { readSigningObstacle } from '../queries/signing-obstacle.ts';
import { isDemandOpen, returnUndemanded } from '../store/demanded.ts';
import { findLastVoucher, insertVoucher } from '../store/vouchers.ts';
import {
  awaitApproval,
  lockDueWithdrawal,
  postponeSigning,
  readOpenAmounts,
  setDueAgain,
  type WithdrawalRow,
} from '../store/withdrawals.ts';
import { voucherOf } from '../voucher.ts';

export type SignerDeps = {
  readonly db: Database;
  readonly deployment: VaultDeployment;
  /** Holds the key whose signature the vault accepts. */
  readonly signer: LocalAccount;
  readonly ttlSeconds?: bigint;
  /** Called with a withdrawal whose voucher is being signed, before the transaction ends. */
  readonly onSigning?: (signing: SigningFor) => void;
};

/** The withdrawal of a voucher, the call that requested it, and the time that it was due. */
export type SigningFor = { readonly withdrawalId: bigint; readonly callId: string | null; readonly lateMs: number };

/**
 * `still-valid`: the last voucher can still be sent; `no-more`: all signatures are used up; `unbacked`: the ledger has
 * not frozen the withdrawal's amount, `forged`: its recipient is neither its user's address nor one that the user
 * requested, so nothing was signed and withdrawals are paused; `withheld`: it waits for its limits, for its new address
 * or for operators, or it was returned because its demand was lowered; `uncompared`: the last comparison with the vault
 * does not include it, so it stays due; `none`: nothing is due.
 */
export type SigningOutcome =
  | 'signed'
  | 'still-valid'
  | 'no-more'
  | 'unbacked'
  | 'forged'
  | 'withheld'
  | 'uncompared'
  | 'paused'
  | 'none';

/**
 * Signs a voucher for the withdrawal that has been due longest, always with the same id, so that the vault pays once
 * however many are signed. Does nothing while withdrawals are paused or the chain's time is unknown. Returns the
 * outcome.
 */
export async function signDueWithdrawal(deps: SignerDeps): Promise<SigningOutcome> {
  return inTransaction(deps.db, async (tx) => {
    if (await isPaused(tx, 'withdrawals')) return 'paused';
    const height = await readChainHeight(tx, VAULT_SOURCE);
    if (height === undefined) return 'none';
    const row = await lockDueWithdrawal(tx);
    if (row === undefined) return 'none';

    const now = new Date(await databaseTime(tx));
    const lastVoucher = await findLastVoucher(tx, row.id);
    const signatures = lastVoucher?.number ?? 0;
    const isStillValid =
      lastVoucher !== undefined && lastVoucher.deadline > now && lastVoucher.deadline > height.headAt;
    if (isStillValid || signatures >= MAX_SIGNATURES) {
      await postponeSigning(tx, { id: row.id, until: null });
      return isStillValid ? 'still-valid' : 'no-more';
    }
    if (!(await isFrozen(tx, row))) {
      await pauseWithdrawals(tx, `withdrawal ${row.id} is not backed by the ledger`);
      return 'unbacked';
    }
    const obstacle = await readSigningObstacle(tx, {
      row,
      now: now.getTime(),
      isDemandOpen: ({ id }) => isDemandOpen(tx, id),
    });
    if (obstacle !== undefined && row.is_demanded && (await returnUndemanded(tx, row.id))) return 'withheld';
    if (obstacle !== undefined) return withhold(tx, { id: row.id, now: now.getTime(), ...obstacle });
    if (!(await isCompared(tx, row.id))) return 'uncompared';
    const term = voucherTerm({
      nowMs: now.getTime(),
      headMs: height.headAt.getTime(),
      ttlSeconds: deps.ttlSeconds ?? VOUCHER_TTL_SECONDS,
      maximumTtlSeconds: MAX_VOUCHER_TTL_SECONDS,
    });
    const signature = await signVoucher(deps, voucherOf(deps.deployment, row, term));
    await insertVoucher(tx, { withdrawalId: row.id, term, signature });
    const lateMs = now.getTime() - (row.due_at ?? now).getTime();
    deps.onSigning?.({ withdrawalId: row.id, callId: row.call_id, lateMs });
    return 'signed';
  });
}

/**
 * The signer does not trust only the row: the ledger itself must hold the sum of this user's open requests. The account
 * is locked first, so that both figures are from the same moment.
 */
async function isFrozen(tx: Database, row: WithdrawalRow): Promise<boolean> {
  const [frozen] = await lockBalances(tx, [
    { kind: 'withdrawing', currency: storedCurrency(row.currency), owner: row.user_id },
  ]);
  return frozen === sumAmounts(await readOpenAmounts(tx, row));
}

/** A lowered limit may be raised again, and daily limits free up over time. */
const RETRY_MS = 600_000;

/** Handles a withdrawal that must not be signed: only the time of the next attempt changes. */
async function withhold(
  tx: Database,
  { id, obstacle, now, freeAt }: { id: bigint; obstacle: SigningObstacle; now: number; freeAt: number | null },
): Promise<'forged' | 'withheld'> {
  switch (obstacle) {
    case 'account-differs':
    case 'recipient-unknown':
      await pauseWithdrawals(tx, `withdrawal ${id} was forged: ${obstacle}`);
      return 'forged';
    case 'approval-missing':
      await awaitApproval(tx, id);
      return 'withheld';
    case 'recipient-on-hold':
      await postponeSigning(tx, { id, until: Math.max(freeAt ?? 0, now) });
      return 'withheld';
    case 'limit-exceeded':
      await postponeSigning(tx, { id, until: now + RETRY_MS });
      return 'withheld';
  }
}

async function signVoucher({ signer, deployment }: SignerDeps, message: Voucher): Promise<string> {
  return signer.signTypedData(voucherTypedData(deployment, message));
}

/**
 * Requests another signature of an expired voucher, because its user has come back for it. The worker decides; a
 * withdrawal that was paid or returned in the meantime stays unchanged.
 */
export async function requestSignature(db: Database, asked: Parameters<typeof setDueAgain>[1]): Promise<void> {
  await inTransaction(db, async (tx) => {
    await setDueAgain(tx, asked);
  });
}
