import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { parseAmount } from '@city-mint/domain/money/amount-text';

type Voucher = {
  readonly account: string;
  readonly to: string;
  readonly token: string;
  readonly amount: string;
  readonly vault: string;
};

type Expected = {
  readonly account: string;
  readonly to: string;
  readonly currency: 'JU' | 'FMC';
  /** Whole units. */
  readonly amount: string;
  readonly vault: string;
  readonly fmc: string;
};

/** Whether a voucher pays exactly this withdrawal, from this vault, to this account's chosen address. */
export function isVoucherOf(voucher: Voucher, expected: Expected): boolean {
  const amount = parseAmount(expected.amount);
  const token = expected.currency === 'JU' ? NATIVE_TOKEN : expected.fmc;
  return (
    amount.ok &&
    voucher.amount === amount.amount.toString() &&
    same(voucher.account, expected.account) &&
    same(voucher.to, expected.to) &&
    same(voucher.token, token) &&
    same(voucher.vault, expected.vault)
  );
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
