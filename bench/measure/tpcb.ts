import { withDatabase } from '@city-mint/devnet/embedded-postgres';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { createPgbenchTables, findPgbench, runPgbench } from './pgbench.ts';
import { type Spread, spreadOf } from './statistics.ts';
import { createTpcbTables, transactTpcb } from './tpcb-driver.ts';

/** Of pgbench: 50 is five million accounts. */
const SCALE = 50;
const CLIENTS = [4, 8, 16, 32];
/** By how much pgbench, which is written in C, sends the transaction more often than our driver on the same server. */
const DRIVER_FACTOR = 1.45;

/** Transactions of TPC-B a second. */
export type TpcbFigure = {
  /** The highest that was measured in this run. */
  readonly perSecond: number;
  readonly clients: number;
  /** What sent them, for the report. */
  readonly sentBy: string;
  readonly measured: Spread;
};

export type Tpcb = {
  /** Measures once, at every client count and from the second time on at the best one; returns when that is done. */
  measure(): Promise<void>;
  /** Removes the tables and returns the figure. */
  end(): Promise<TpcbFigure>;
};

/**
 * Prepares the reference for joins: the transaction of TPC-B as pgbench sends it with prepared statements, in a
 * separate database on the same server. Without pgbench (Debian's package postgresql-contrib), our driver sends it, and
 * the figure is multiplied by the driver's overhead.
 */
export async function prepareTpcb(serverUrl: string, secondsEach = 4): Promise<Tpcb> {
  const version = findPgbench();
  const owner = createDatabase({ url: serverUrl, statementTimeoutMs: 120_000 });
  await sql`create database tpcb`.execute(owner);
  const url = withDatabase(serverUrl, 'tpcb');
  await (version === undefined ? createTpcbTables(url, SCALE) : createPgbenchTables(url, SCALE));
  const once = async (clients: number) => {
    const load = { clients, seconds: secondsEach, scale: SCALE };
    const perSecond =
      version === undefined ? DRIVER_FACTOR * (await transactTpcb(url, load)) : await runPgbench(url, load);
    console.log(`TPC-B, ${clients} clients: ${perSecond.toFixed(0)}/s`);
    return { clients, perSecond };
  };
  const bests: { clients: number; perSecond: number }[] = [];
  const best = () => bests.reduce((a, b) => (a.perSecond > b.perSecond ? a : b));
  return {
    async measure() {
      const counts = bests.length === 0 ? CLIENTS : [best().clients];
      const figures = [];
      for (const clients of counts) figures.push(await once(clients));
      bests.push(figures.reduce((a, b) => (a.perSecond > b.perSecond ? a : b)));
    },
    async end() {
      await sql`drop database tpcb with (force)`.execute(owner);
      await owner.destroy();
      const sentBy =
        version === undefined
          ? `our driver, times ${DRIVER_FACTOR}, since pgbench is not installed`
          : `${version}, -M prepared`;
      return {
        ...best(),
        sentBy: `${sentBy}, scale ${SCALE}`,
        measured: spreadOf(bests.map((each) => each.perSecond)),
      };
    },
  };
}
