/** A path that performs one thing for the holder of a token, without a session (RFC 8058). */
export type OneClickRoute = {
  /** Ends with a slash; the token follows. */
  readonly path: string;
  readonly isToken: (token: string) => boolean;
  /** The path of the page that a browser opens instead, with a button. */
  readonly pageOf: (token: string) => string;
  /** Does it; also succeeds for an unknown token. */
  readonly perform: (token: string) => Promise<void>;
};
