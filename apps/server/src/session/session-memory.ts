import type { SessionRow, SessionStates } from './store/sessions.ts';

/** How long a session is cached before it is read again, so that its use is stored once a minute. */
const REMEMBERED_MS = 60_000;
/** Maximum number of cached sessions; above it, those read first are evicted. */
const MOST_SESSIONS = 200_000;

/** Reads sessions, and the changes of all sessions since an earlier answer. */
type ReadStates = (asked: {
  readonly tokenHashes: readonly Buffer[];
  readonly since: string | null;
}) => Promise<SessionStates>;

type Remembered = { readonly row: SessionRow; readonly until: number };

type Found = {
  /** The sessions that were read from the database rather than the cache. */
  readonly read: readonly SessionRow[];
  /** The sessions of the requested hashes, in their order; undefined where there is none. */
  readonly rows: readonly (SessionRow | undefined)[];
};

/**
 * Returns a cache of open sessions. Each `find` makes one query, even if everything is cached: for the uncached
 * sessions, and for those that changed since the previous query. Changed sessions are evicted and, if requested, read
 * by a second query. Throws when the database does not answer. `clock` returns milliseconds.
 */
export function createSessionMemory(
  readStates: ReadStates,
  { clock = () => performance.now(), most = MOST_SESSIONS } = {},
): { find(tokenHashes: readonly Buffer[]): Promise<Found>; size(): number } {
  // In reading order, so that the sessions cached for too long come first.
  const remembered = new Map<string, Remembered>();
  let last: (SessionStates['at'] & { readonly askedAt: number }) | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const forgetOld = (now: number) => {
    // All cached sessions have expired, so the changes since then, which may be many, are not needed.
    if (last !== undefined && now - last.askedAt > REMEMBERED_MS) {
      remembered.clear();
      last = undefined;
    }
    for (const [key, { until }] of remembered) {
      if (until > now && remembered.size <= most) break;
      remembered.delete(key);
    }
  };

  const ask = async (tokenHashes: readonly Buffer[]): Promise<readonly SessionRow[]> => {
    const askedAt = clock();
    const { at, changed, sessions } = await readStates({ tokenHashes, since: last?.snapshot ?? null });
    // Another server, or one that lost transactions in a failover, does not know the changes since then.
    if (last !== undefined && (at.server !== last.server || BigInt(at.snapshot) < BigInt(last.snapshot))) {
      remembered.clear();
    }
    last = { ...at, askedAt };
    for (const tokenHash of changed) remembered.delete(keyOf(tokenHash));
    for (const row of sessions) {
      const key = keyOf(row.token_hash);
      remembered.delete(key);
      if (!row.is_over) remembered.set(key, { row, until: askedAt + Math.min(REMEMBERED_MS, row.lasts_ms) });
    }
    return sessions;
  };

  const find = async (tokenHashes: readonly Buffer[]): Promise<Found> => {
    const now = clock();
    forgetOld(now);
    // Makes each lookup key once, because this runs for every call.
    const asked = tokenHashes.map((tokenHash) => {
      const key = keyOf(tokenHash);
      return { tokenHash, key, isKnown: (remembered.get(key)?.until ?? 0) > now };
    });
    const read = [...(await ask(asked.filter(({ isKnown }) => !isKnown).map(({ tokenHash }) => tokenHash)))];
    const changed = asked.filter(({ key, isKnown }) => isKnown && !remembered.has(key));
    if (changed.length > 0) read.push(...(await ask(changed.map(({ tokenHash }) => tokenHash))));
    const readNow = new Map(read.map((row) => [keyOf(row.token_hash), row]));
    const rows = asked.map(({ key, isKnown }) => readNow.get(key) ?? (isKnown ? remembered.get(key)?.row : undefined));
    return { read, rows };
  };

  return {
    find(tokenHashes) {
      const found = turn.then(() => find(tokenHashes));
      turn = found.catch(() => undefined);
      return found;
    },
    size: () => remembered.size,
  };
}

function keyOf(tokenHash: Buffer): string {
  return tokenHash.toString('latin1');
}
