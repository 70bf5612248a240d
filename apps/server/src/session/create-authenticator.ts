import type { Authentication } from '#platform/http/server-deps.ts';
import { SessionToken } from '#platform/http/session-token.ts';

/** Default maximum of parallel token queries. Tokens that arrive during these share the next query. */
const MOST_QUERIES = 2;

type WaitingToken = { token: SessionToken; resolve(found: Authentication): void; reject(error: unknown): void };

export type Authenticator = (token: string) => Promise<Authentication>;

/** Reads the sessions of a batch of tokens; returns the authentication of each, in their order. */
export type ReadSessions = (tokens: readonly SessionToken[]) => Promise<readonly Authentication[]>;

/**
 * Returns an authenticator of tokens. All tokens that arrive in one tick of the event loop are looked up by one later
 * query, and nothing is cached: a session that was ended in any process is refused on its next call.
 */
export function createAuthenticator(read: ReadSessions, { mostQueries = MOST_QUERIES } = {}): Authenticator {
  let waitingTokens: WaitingToken[] = [];
  let runningLookups = 0;
  let scheduled = false;

  const schedule = () => {
    if (scheduled || waitingTokens.length === 0 || runningLookups >= mostQueries) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      const batch = waitingTokens;
      waitingTokens = [];
      runningLookups += 1;
      void answerBatch(read, batch).finally(() => {
        runningLookups -= 1;
        schedule();
      });
      schedule();
    });
  };

  return (token) =>
    new Promise((resolve, reject) => {
      waitingTokens.push({ token: new SessionToken(token), resolve, reject });
      schedule();
    });
}

async function answerBatch(read: ReadSessions, batch: readonly WaitingToken[]): Promise<void> {
  try {
    const authentications = await read(batch.map(({ token }) => token));
    for (const [index, { resolve }] of batch.entries()) resolve(authentications[index] ?? { state: 'unknown' });
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
