/** A stored file that never changes: its hash is its name for caches. */
export type StoredFile = {
  readonly bytes: number;
  readonly sha256: string;
  /** The name under which a browser saves it. */
  readonly name: string;
  /** Yields the bytes from `from` to `to`, both included, a part at a time. */
  readonly read: (range: { readonly from: number; readonly to: number }) => AsyncIterable<Buffer>;
};

/** Files under one path, with an `:id` in it. */
export type FileRoute = {
  readonly url: string;
  readonly contentType: string;
  /** Returns the file, or undefined when there is none of this id. */
  readonly find: (id: string) => Promise<StoredFile | undefined>;
};
