import type { NodeErrorKind } from '@city-mint/chain-contract/node-error-kind';

/**
 * An error of a node as it was seen. To add one, add a row to the file of its group: all readers of errors are tested
 * with it.
 */
export type NodeErrorRow = {
  /** The client or provider, and the report or document that shows it. */
  readonly seen: string;
  readonly method: string;
  readonly params?: readonly unknown[];
  /** The `error` of an ordinary answer. */
  readonly error?: unknown;
  /** The whole body instead, where it is not an ordinary answer; `ID` becomes the id of the call. */
  readonly body?: string;
  /** Of HTTP; 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the body is sent compressed. */
  readonly isGzip?: boolean;
  readonly kind: NodeErrorKind;
  /** The code that the reader keeps, if any; by default that of `error`. */
  readonly code?: number;
  /** How viem's `http` reads it, where that differs: its clients get no error, or an unclear one. */
  readonly viem?: 'no-error' | 'other';
};

/** A row without the call that all rows of its group share. */
export type RowOfCall = Omit<NodeErrorRow, 'method' | 'params'>;
