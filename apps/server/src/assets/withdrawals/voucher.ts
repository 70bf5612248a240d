import type { Voucher } from '@city-mint/chain-contract/voucher';
import type { VoucherTerm } from '@city-mint/domain/assets/voucher-term';
import { getAddress, type Hex, isHex } from 'viem';
import { storedCurrency } from '../stored-currency.ts';
import { tokenOfCurrency, type VaultDeployment } from '../vault.ts';
import type { WithdrawalRow } from './store/withdrawals.ts';

/** Returns the voucher of a withdrawal for one term; all of its vouchers have the same id, so the vault pays once. */
export function voucherOf(deployment: VaultDeployment, row: WithdrawalRow, term: VoucherTerm): Voucher {
  return {
    id: voucherIdOf(row),
    account: getAddress(row.account),
    to: getAddress(row.recipient),
    token: tokenOfCurrency(deployment, storedCurrency(row.currency)),
    amount: row.amount,
    ...term,
  };
}

/** Returns a withdrawal's id on chain. */
export function voucherIdOf(row: Pick<WithdrawalRow, 'voucher_id'>): Hex {
  if (!isHex(row.voucher_id)) throw new TypeError(`${row.voucher_id} is not a voucher id`);
  return row.voucher_id;
}
