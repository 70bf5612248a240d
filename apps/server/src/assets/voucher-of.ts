import type { Voucher } from '@city-mint/chain-contract/voucher';
import { getAddress, type Hex, isHex } from 'viem';
import type { WithdrawalRow } from './store/withdrawals.ts';
import { storedCurrency } from './stored-currency.ts';
import { tokenOfCurrency, type VaultDeployment } from './vault-deployment.ts';
import type { VoucherTerm } from './voucher-terms.ts';

/** The voucher of a withdrawal for one term; all of them carry the same id. */
export function voucherOf(place: VaultDeployment, row: WithdrawalRow, term: VoucherTerm): Voucher {
  return {
    id: voucherIdOf(row),
    account: getAddress(row.account),
    to: getAddress(row.recipient),
    token: tokenOfCurrency(place, storedCurrency(row.currency)),
    amount: row.amount,
    ...term,
  };
}

/** The id that the withdrawal has on chain. */
export function voucherIdOf(row: Pick<WithdrawalRow, 'voucher_id'>): Hex {
  if (!isHex(row.voucher_id)) throw new TypeError(`${row.voucher_id} is no voucher id`);
  return row.voucher_id;
}
