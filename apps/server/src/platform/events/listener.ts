/** An event in wire form: its name, and its data as JSON on one line. */
export type LiveEvent = { readonly name: string; readonly data: string };

/** A listening connection and its owner. */
export type Listener = {
  /** The client's address. */
  readonly address: string;
  /** The user, if a token was sent. */
  readonly userId: bigint | null;
  /** The hash of that token in hex. */
  readonly sessionHash: string | null;
  readonly write: (text: string) => void;
  /** Bytes that wait because the client does not read. */
  readonly waitingBytes: () => number;
  /** Sends a final text and ends. */
  readonly end: (lastWord: string) => void;
  /** Ends immediately. */
  readonly drop: () => void;
  /** Returns whether its session, if it has one, is still valid. */
  readonly isAllowed: () => Promise<boolean>;
  /** Whether it has received the snapshot, so that it can apply changes. */
  isReady: boolean;
  /** The data of the last private event that was sent. */
  lastOwnData: string | null;
};
