import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { parseAmount } from '@city-mint/domain/money/amount-text';
import type { Hash } from 'viem';
import type { Currency } from '../assets-search.ts';

type Voucher = {
  readonly account: string;
  readonly to: string;
  readonly token: string;
  readonly amount: string;
  readonly vault: string;
};

type ExpectedPayment = {
  readonly account: string;
  readonly to: string;
  readonly currency: Currency;
  /** Whole units. */
  readonly amount: string;
  readonly vault: string;
  readonly fmc: string;
};

/** Returns whether a voucher pays exactly this withdrawal, from this vault, to the recipient that the account chose. */
export function isVoucherOf(voucher: Voucher, expected: ExpectedPayment): boolean {
  const amount = parseAmount(expected.amount);
  const token = expected.currency === 'JU' ? NATIVE_TOKEN : expected.fmc;
  return (
    amount.ok &&
    voucher.amount === amount.amount.toString() &&
    isSameHex(voucher.account, expected.account) &&
    isSameHex(voucher.to, expected.to) &&
    isSameHex(voucher.token, token) &&
    isSameHex(voucher.vault, expected.vault)
  );
}

/** The state of sending a withdrawal's voucher; `hash` is the transaction that the wallet sent last. */
export type VoucherStatus =
  /** The contract addresses to check the voucher against are not known yet. */
  | { readonly kind: 'preparing'; readonly hash: Hash | null }
  | { readonly kind: 'ready'; readonly hash: null }
  /** The wallet is asked to send it. */
  | { readonly kind: 'asking'; readonly hash: Hash | null }
  /** Sent, and not yet seen by the server. */
  | { readonly kind: 'sent'; readonly hash: Hash }
  /** Sent so long ago that it may be lost. A retry cannot pay twice: the vault accepts an id once. */
  | { readonly kind: 'overdue'; readonly hash: Hash }
  | { readonly kind: 'reverted'; readonly hash: null };

type VoucherStatusInput = {
  /** The last transaction that the wallet sent for this withdrawal, until the server knows it. */
  readonly lastSent: { readonly hash: Hash; readonly sentAt: number } | null;
  readonly isReverted: boolean;
  readonly isAsking: boolean;
  readonly isPrepared: boolean;
  /** UTC milliseconds. */
  readonly now: number;
};

const OVERDUE_MS = 60_000;

/** Returns the state of sending a voucher. */
export function voucherStatus(input: VoucherStatusInput): VoucherStatus {
  const { lastSent, isReverted, isAsking, isPrepared, now } = input;
  const hash = lastSent === null || isReverted ? null : lastSent.hash;
  if (isAsking) return { kind: 'asking', hash };
  if (!isPrepared) return { kind: 'preparing', hash };
  if (lastSent === null) return { kind: 'ready', hash: null };
  if (isReverted) return { kind: 'reverted', hash: null };
  return { kind: now - lastSent.sentAt > OVERDUE_MS ? 'overdue' : 'sent', hash: lastSent.hash };
}

function isSameHex(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
