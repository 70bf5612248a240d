import type { Address } from 'viem';
import type { Database } from '../database/database.ts';
import type { ChainIntegrityError } from './chain-integrity-error.ts';
import type { ChainLog } from './read-logs.ts';
import type { RpcNode } from './rpc-node.ts';

/** A decoded event and its log. */
export type ObservedLog<Event> = { readonly event: Event; readonly log: ChainLog };

/**
 * A notice from a source of numbered logs to its capability: final events, each once and in order, never reverted; or
 * that no more come until an operator resumes the reader. Pending events are stored in rows (`readPendingEvents`),
 * because a reorg may revert them.
 */
export type ChainNotice<Event> =
  | { readonly type: 'final'; readonly events: readonly ObservedLog<Event>[] }
  | { readonly type: 'halted'; readonly because: string; readonly error: ChainIntegrityError };

/**
 * An event as stored: the contract's own gapless number (from 1), its kind, and its fields, amounts as decimal strings.
 */
export type EventRecord = {
  readonly sequence: bigint;
  readonly kind: string;
  readonly payload: Readonly<Record<string, string>>;
};

/** One line of the process's log about an applied event. */
export type AppliedEventRecord = { readonly message: string; readonly fields: Readonly<Record<string, string | null>> };

type NamedSource = {
  /** Name of the cursor; never changes. */
  readonly name: string;
  readonly addresses: readonly Address[];
};

/**
 * Logs of the system's own contracts, whose events have gapless numbers. Money depends on them: repeated integrity
 * errors halt the reader, and events in blocks that are not final are shown as pending.
 */
export type NumberedLogs<Event> = NamedSource & {
  readonly kind: 'numbered';
  /**
   * Returns a log's event; undefined for an irrelevant one. Throws ChainIntegrityError for an unreadable log, so that
   * none is skipped.
   */
  readonly decode: (log: ChainLog) => Event | undefined;
  readonly describe: (event: Event) => EventRecord;
  /** Returns the number of the last event at a block, by the contract's own count. */
  readonly lastSequenceAt: (node: RpcNode, blockNumber: bigint) => Promise<bigint>;
  /** Applies a notice inside the transaction that moves the cursor; returns the log lines for after the commit. */
  readonly apply: (tx: Database, notice: ChainNotice<Event>) => Promise<readonly AppliedEventRecord[]>;
};

/**
 * Logs of foreign contracts, without numbers: the contract's state shows whether they are complete. No money depends on
 * them, so integrity errors are retried without end.
 */
export type UnnumberedLogs<Item> = NamedSource & {
  readonly kind: 'unnumbered';
  /**
   * Returns the items to store from the logs of a range of blocks. Throws ChainIntegrityError when the logs cannot be
   * complete.
   */
  readonly decodeRange: (
    node: RpcNode,
    logs: readonly ChainLog[],
    blocks: { readonly from: bigint; readonly to: bigint },
  ) => Promise<readonly Item[]>;
  /** Stores the items of final blocks inside the transaction that moves the cursor. */
  readonly apply: (tx: Database, items: readonly Item[]) => Promise<void>;
  /**
   * Replaces, in the same transaction, the stored items of blocks that are not final by these, which a reorg may
   * revert; null when they cannot be read now. `finalNumber` is the last final block.
   */
  readonly replacePending?: (
    tx: Database,
    pending: { readonly items: readonly Item[] | null; readonly finalNumber: bigint },
  ) => Promise<void>;
};

/** Contracts whose logs are read, and how to decode and apply the logs; a process passes it to the log reader. */
export type LogSource<Item> = NumberedLogs<Item> | UnnumberedLogs<Item>;
