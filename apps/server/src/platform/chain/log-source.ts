import type { Address } from 'viem';
import type { Database } from '../database/database.ts';
import type { ChainLog } from './read-logs.ts';
import type { RpcNode } from './rpc-node.ts';

/** An event and the log that told of it. */
export type ObservedLog<Event> = { readonly event: Event; readonly log: ChainLog };

/**
 * What a source has to tell its capability: final events, once each, in order, never again; or that nothing more will come until a person
 * has looked. What is only pending is kept in rows (`readPendingEvents`), for the chain may still take it back.
 */
export type ChainNotice<Event> =
  | { readonly type: 'final'; readonly sightings: readonly ObservedLog<Event>[] }
  | { readonly type: 'halted'; readonly because: string };

/** How an event is kept: the contract's own gapless number of it (from 1), its kind, and its fields with amounts as decimal strings. */
export type EventRecord = {
  readonly sequence: bigint;
  readonly kind: string;
  readonly payload: Readonly<Record<string, string>>;
};

/** One line of the log about something that was taken. */
export type AppliedEventRecord = { readonly message: string; readonly fields: Readonly<Record<string, string | null>> };

/** Contracts whose logs are followed, and what they mean: given to the poller by the process. */
export type LogSource<Event> = {
  /** Names the cursor; for ever the same. */
  readonly name: string;
  readonly addresses: readonly Address[];
  /** What a log means; undefined for one without a meaning here. Throws ChainIntegrityError for one that cannot be read: none is ever skipped. */
  readonly read: (log: ChainLog) => Event | undefined;
  readonly describe: (event: Event) => EventRecord;
  /** The last such number at a block, as the contract itself tells. */
  readonly lastSequenceAt: (node: RpcNode, blockNumber: bigint) => Promise<bigint>;
  /** Takes the news into the database, inside the transaction that moves the cursor; gives what the log shall say once that is committed. */
  readonly take: (tx: Database, news: ChainNotice<Event>) => Promise<readonly AppliedEventRecord[]>;
};
