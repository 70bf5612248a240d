import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { checkJoins } from './measure/check-joins.ts';
import { describeLoad, openJoinDriver } from './measure/drive-joins.ts';
import { buildWallets, fillOrders } from './measure/filled-database.ts';
import { preparePlainJoins } from './measure/plain-joins.ts';
import { report } from './measure/report.ts';
import { repeat, roundTo, spreadOf } from './measure/statistics.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * Joins a second into one round through the server's command, of wallets drawn at random from 100,000, into a table of
 * 1,000,000 orders, against plain SQL that writes the same rows in the same transactions on one connection. Both are
 * measured in turn, five times; the ratio is the median of the five. Ranks, sums and the quota are verified to the
 * unit, and that the reference wrote the same rows.
 */
const WALLETS = 100_000;
const ORDERS = 1_000_000;
const CALLERS = 2_000;
const PAIRS = 5;
const SECONDS = 5;
const TARGET = 0.65;

await withPostgres(async (url) => {
  const owner = createDatabase({ url, statementTimeoutMs: 300_000 });
  const users = await buildWallets(owner, WALLETS);
  await fillOrders(url, { users, orders: ORDERS });
  const round = await openRound(owner, buildPlan({ firstQuota: tokenAmount(100_000_000n * JU) }));
  const plainJoins = await preparePlainJoins(owner, url);
  const joins = openJoinDriver(url);
  const load = { callers: CALLERS, rounds: [round], users };
  await joins.drive({ ...load, seconds: 2 });
  await plainJoins.replay();
  const figures = await repeat(PAIRS, async () => {
    const server = await joins.drive({ ...load, seconds: SECONDS });
    const plain = await plainJoins.replay();
    const ratio = roundTo(server.perSecond / plain.perSecond, 2);
    console.log(
      `joins, ${CALLERS} callers: ${describeLoad(server)}; plain SQL ${plain.perSecond.toFixed(0)}/s: ${ratio}`,
    );
    return { server, plain, ratio };
  });
  const checks = await checkJoins(owner, round.roundId);
  await joins.close();
  const { same } = await plainJoins.end();
  await owner.destroy();
  const server = spreadOf(figures.map((figure) => figure.server.perSecond));
  const plain = spreadOf(figures.map((figure) => figure.plain.perSecond));
  const ratio = spreadOf(
    figures.map((figure) => figure.ratio),
    2,
  );
  report({
    bench: 'join',
    value: server.median,
    unit: 'joins/s',
    limit: plain.median,
    limitOf: 'plain SQL that writes the same rows in the same transactions on one connection',
    ratio: ratio.median,
    target: `ratio >= ${TARGET}, exact`,
    met: ratio.median >= TARGET && checks.exact && same,
    repeated: { [`joins, ${CALLERS} callers`]: server, 'plain SQL': plain, ratio },
    details: { ...checks, same, wallets: WALLETS, ordersBefore: ORDERS, figures },
  });
});
