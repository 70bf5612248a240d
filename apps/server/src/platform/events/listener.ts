/** An event as it is sent: its name, and its data as JSON on one line. */
export type LiveEvent = { readonly name: string; readonly data: string };

/** One who listens: a connection, and whose it is. */
export type Listener = {
  /** Where it comes from. */
  readonly address: string;
  /** Who it is, where a token was shown. */
  readonly userId: bigint | null;
  readonly write: (text: string) => void;
  /** Bytes that wait because the other side does not read. */
  readonly waitingBytes: () => number;
  /** Sends a last word and ends. */
  readonly end: (lastWord: string) => void;
  /** Ends at once. */
  readonly drop: () => void;
  /** Whether its session, where it has one, still stands. */
  readonly isAllowed: () => Promise<boolean>;
  /** Whether it knows where things stand, so that changes mean something to it. */
  isReady: boolean;
  /** What it was told last of its own. */
  lastOwn: string | null;
};
