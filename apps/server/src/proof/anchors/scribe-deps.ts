import type { Currency } from '@city-mint/domain/ledger/currencies';
import type { Logger } from 'pino';
import type { Address, PrivateKeyAccount } from 'viem';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { Database } from '#platform/database/database.ts';

/** The contract that keeps the roots, and what it calls the currencies. */
export type AnchorPlace = {
  readonly chainId: number;
  readonly anchors: Address;
  readonly tokens: Readonly<Record<Currency, Address>>;
  /** No root stands in a block before this one. */
  readonly startBlock: bigint;
};

/** What the scribe works with: the account that may write roots, and the node it sends them to. */
export type ScribeDeps = {
  readonly db: Database;
  readonly node: RpcNode;
  readonly account: PrivateKeyAccount;
  readonly place: AnchorPlace;
  /** The most it pays for a unit of gas, in base units of JU; above it roots wait. */
  readonly maxGasPrice: bigint;
  /** Milliseconds after which a transaction that is in no block is sent once more. */
  readonly resendMs: number;
  /** Milliseconds after which one that is in no block gets a higher price, where the chain asks one by then. */
  readonly raiseMs: number;
  readonly log: Logger;
};
