/** A stored, immutable file: `hash`, which no other contents have, is its ETag. */
export type StoredFile = {
  readonly bytes: number;
  readonly hash: string;
  /** The file name for downloads. */
  readonly name: string;
  /** Yields the bytes from `from` to `to`, both inclusive, in parts. */
  readonly read: (range: { readonly from: number; readonly to: number }) => AsyncIterable<Buffer>;
};

/** Files under one path, which contains an `:id`. */
export type FileRoute = {
  readonly url: string;
  readonly contentType: string;
  /** Returns the file, or undefined when there is none with this id. */
  readonly find: (id: string) => Promise<StoredFile | undefined>;
};
