import type { Logger } from 'pino';
import type { WalPosition } from './read-position.ts';
import type { StandbyPools } from './standby-pools.ts';

/** Why a database answers no reads: it is no standby of this primary at the moment, it lags, or it fails. */
export type Absence = 'unknown' | 'primary' | 'other-cluster' | 'not-receiving' | 'behind' | 'failed';

/** The standby was lost during a read, which another database can answer. */
export class StandbyLost extends Error {
  override readonly name = 'StandbyLost';
}

/** One database of the cluster, while it is a standby. */
export type Standby = {
  readonly name: string;
  /** Null while it answers reads. */
  readonly absence: () => Absence | null;
  /** Reads its position; concurrent callers share a query. Leaves it out and rejects when it is no standby. */
  poll(): Promise<void>;
  /** Whether everything up to a position of the primary was replayed by the last poll; never on another timeline. */
  readonly hasReached: (position: WalPosition) => boolean;
  /** Bytes that the last poll was behind a position; null when that is unknown. */
  readonly bytesBehind: (position: WalPosition) => number | null;
  /** Lets it answer reads from now on. */
  use(): void;
  /** Lets it answer no reads until `use`. */
  leaveOut(absence: Absence, error?: unknown): void;
  /** Runs a read; rejects with StandbyLost when a poll fails before it is answered. */
  within<Result>(read: () => Promise<Result>): Promise<Result>;
};

type Row = { readonly system: string; readonly timeline: number | null; readonly bytes: bigint };

const POSITION = { name: 'standby-position', text: 'select system, timeline, bytes from standby_position()' };

type StandbySettings = {
  readonly pools: StandbyPools;
  /** The identifier of the primary's cluster. */
  readonly system: () => string | undefined;
  readonly log: Logger;
};

/** Returns a database that answers no reads yet. */
export function createStandby({ pools: { name, watch }, system, log }: StandbySettings): Standby {
  let absence: Absence | null = 'unknown';
  let position: WalPosition | undefined;
  let polling: Promise<void> | undefined;
  const underWay = new Set<(error: Error) => void>();

  const become = (next: Absence | null, error?: unknown) => {
    if (next === absence) return;
    // A lag comes and goes with the load, and the metrics show it.
    const level = next === 'behind' || absence === 'behind' ? 'debug' : 'info';
    log[level]({ standby: name, absence: next, err: error }, 'a database answers reads, or no longer');
    absence = next;
  };
  const lose = (next: Absence, error?: unknown) => {
    position = undefined;
    become(next, error);
    for (const reject of underWay) reject(new StandbyLost(`${name}: ${next}`));
    underWay.clear();
  };
  // A server that starts again may have replayed less than before.
  watch.on('error', (error) => lose('failed', error));
  const readPosition = async () => {
    const found = await watch.query<Row>(POSITION).catch((error: unknown) => {
      lose('failed', error);
      throw error;
    });
    const unfit = absenceOf(found.rows[0], system());
    if (typeof unfit === 'string') {
      lose(unfit);
      throw new StandbyLost(`${name}: ${unfit}`);
    }
    position = unfit;
  };
  return {
    name,
    absence: () => absence,
    poll() {
      polling ??= readPosition().finally(() => {
        polling = undefined;
      });
      return polling;
    },
    hasReached: ({ timeline, bytes }) =>
      position !== undefined && position.timeline === timeline && position.bytes >= bytes,
    bytesBehind: ({ timeline, bytes }) =>
      position?.timeline === timeline ? Math.max(0, Number(bytes - position.bytes)) : null,
    use: () => become(null),
    leaveOut: become,
    within: (read) =>
      new Promise((resolve, reject) => {
        underWay.add(reject);
        read()
          .then(resolve, reject)
          .finally(() => underWay.delete(reject));
      }),
  };
}

/** Returns the position of a standby of this cluster, or why it has none. */
function absenceOf(row: Row | undefined, system: string | undefined): WalPosition | Absence {
  if (row === undefined) return 'primary';
  if (row.system !== system) return 'other-cluster';
  // Without a connection to the primary it cannot know that it is the standby of a former one.
  if (row.timeline === null) return 'not-receiving';
  return { timeline: row.timeline, bytes: row.bytes };
}
