/** An event as it is sent: its name, and its data as JSON on one line. */
export type LiveEvent = { readonly name: string; readonly data: string };

/** A connection that listens, and whose it is. */
export type Listener = {
  /** Where it comes from. */
  readonly address: string;
  /** Who it is, where a token was shown. */
  readonly userId: bigint | null;
  /** The hash of that token in hex. */
  readonly sessionHash: string | null;
  readonly write: (text: string) => void;
  /** Bytes that wait because the other side does not read. */
  readonly waitingBytes: () => number;
  /** Sends a last word and ends. */
  readonly end: (lastWord: string) => void;
  /** Ends at once. */
  readonly drop: () => void;
  /** Returns whether its session, where it has one, is still valid. */
  readonly isAllowed: () => Promise<boolean>;
  /** Whether it has got the snapshot, so that changes mean something to it. */
  isReady: boolean;
  /** The data of the last event of its own that was sent. */
  lastOwnData: string | null;
};
