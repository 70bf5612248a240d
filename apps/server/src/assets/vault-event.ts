import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Address, Hex } from 'viem';
import { ChainIntegrityError } from '#platform/chain/chain-integrity-error.ts';
import { createLogDecoder } from '#platform/chain/decode-log.ts';
import type { EventRecord } from '#platform/chain/log-source.ts';
import type { ChainLog } from '#platform/chain/read-logs.ts';
import { currencyOfToken, type VaultDeployment } from './vault.ts';

const decodeVaultLog = createLogDecoder(vaultAbi);

type Money = { readonly currency: Currency; readonly amount: TokenAmount };
type Numbered = { readonly sequence: bigint };

/** The vault's events with a sequence number; amounts in base units, addresses in EIP-55. */
export type Deposited = Numbered &
  Money & { readonly kind: 'deposited'; readonly account: Address; readonly reference: Hex };
export type Withdrawn = Numbered &
  Money & { readonly kind: 'withdrawn'; readonly voucherId: Hex; readonly account: Address; readonly to: Address };
export type VoucherCancelled = Numbered & { readonly kind: 'voucher-cancelled'; readonly voucherId: Hex };
export type Funded = Numbered & Money & { readonly kind: 'funded'; readonly from: Address; readonly purpose: Hex };
/**
 * Tokens sent to the vault by mistake and paid out again. They were never part of the ledger, so any token is allowed.
 */
export type Rescued = Numbered & {
  readonly kind: 'rescued';
  readonly token: Address;
  readonly to: Address;
  readonly amount: TokenAmount;
};
/**
 * An account demands money on the chain since a time (UTC seconds), or its demand was lowered: it has all of it once
 * its withdrawals are `until`.
 */
export type Demanded = Numbered & {
  readonly kind: 'demanded';
  readonly account: Address;
  readonly currency: Currency;
  readonly until: TokenAmount;
  readonly demandedAt: bigint;
};
export type VaultEvent = Deposited | Withdrawn | VoucherCancelled | Funded | Rescued | Demanded;

/**
 * Returns the event of one of the vault's logs; undefined for one that moves no money (roles, rules, pauses). Throws
 * ChainIntegrityError for a log that is not one of the vault's events, cannot be decoded, or names a token that the
 * ledger does not know.
 */
export function readVaultEvent(deployment: VaultDeployment, log: ChainLog): VaultEvent | undefined {
  const decoded = decode(log);
  const currencyOf = (token: Address): Currency => {
    const currency = currencyOfToken(deployment, token);
    if (currency !== undefined) return currency;
    throw new ChainIntegrityError('unreadable-log', `${log.txHash} moves the unknown token ${token}`);
  };
  const money = (token: Address, amount: bigint): Money => {
    const currency = currencyOf(token);
    if (amount === 0n) throw new ChainIntegrityError('unreadable-log', `${log.txHash} moves an amount of 0`);
    return { currency, amount: tokenAmount(amount) };
  };
  switch (decoded.eventName) {
    case 'Deposited': {
      const { seq, account, token, amount, ref } = decoded.args;
      return { kind: 'deposited', sequence: seq, account, reference: ref, ...money(token, amount) };
    }
    case 'Withdrawn': {
      const { seq, id, account, token, to, amount } = decoded.args;
      return { kind: 'withdrawn', sequence: seq, voucherId: id, account, to, ...money(token, amount) };
    }
    case 'VoucherCancelled':
      return { kind: 'voucher-cancelled', sequence: decoded.args.seq, voucherId: decoded.args.id };
    case 'Funded': {
      const { seq, from, token, amount, purpose } = decoded.args;
      return { kind: 'funded', sequence: seq, from, purpose, ...money(token, amount) };
    }
    case 'Rescued': {
      const { seq, token, to, amount } = decoded.args;
      return { kind: 'rescued', sequence: seq, token, to, amount: tokenAmount(amount) };
    }
    case 'Demanded': {
      const { seq, account, token, until, demandedAt } = decoded.args;
      const currency = currencyOf(token);
      return { kind: 'demanded', sequence: seq, account, currency, until: tokenAmount(until), demandedAt };
    }
    default:
      return undefined;
  }
}

/** Returns an event as it is stored: its number, its kind, and its other fields as text. */
export function describeVaultEvent({ kind, sequence, ...fields }: VaultEvent): EventRecord {
  const payload: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) payload[name] = value.toString();
  return { sequence, kind, payload };
}

function decode(log: ChainLog) {
  try {
    if (log.topics.length === 0) throw new Error('it has no topics');
    const decoded = decodeVaultLog(log);
    if (decoded === undefined) throw new Error('it is not an event of the vault');
    return decoded;
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new ChainIntegrityError('unreadable-log', `log ${log.logIndex} of ${log.txHash}: ${why}`);
  }
}
