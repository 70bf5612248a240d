import type { Currency } from '@city-mint/domain/ledger/currencies';
import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import type { Address } from 'viem';

/** A deposit that the chain will not take back, with its place on the chain; amounts in base units. */
export type FinalDeposit = {
  readonly sequence: bigint;
  /** EIP-55; whose money it becomes. */
  readonly account: Address;
  readonly currency: Currency;
  readonly amount: TokenAmount;
  readonly blockNumber: bigint;
  readonly blockAt: Date;
  readonly txHash: string;
  /** What the sender paid for the transaction. */
  readonly gasFee: bigint | null;
};
