import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { checkJoins } from './measure/check-joins.ts';
import { describeLoad, openJoinDriver } from './measure/drive-joins.ts';
import { buildWallets, fillOrders } from './measure/filled-database.ts';
import type { LoadFigure } from './measure/http-load.ts';
import { report } from './measure/report.ts';
import { roundTo, spreadOf } from './measure/statistics.ts';
import { prepareTpcb } from './measure/tpcb.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * Joins a second into one round through the server's command, of wallets drawn at random from 100,000, into a table of
 * 1,000,000 orders, against TPC-B on the same server in the same run. Each count of callers is measured in turn, three
 * times; TPC-B before and afterwards. Ranks, sums and the quota are verified to the unit. Target: 7 times TPC-B.
 */
const WALLETS = 100_000;
const ORDERS = 1_000_000;
const CALLERS = [1_000, 2_000];
const REPETITIONS = 3;
const SECONDS = 5;
const TARGET = 7;

await withPostgres(async (url) => {
  const tpcb = await prepareTpcb(url);
  await tpcb.measure();
  const owner = createDatabase({ url, statementTimeoutMs: 120_000 });
  const users = await buildWallets(owner, WALLETS);
  await fillOrders(url, { users, orders: ORDERS });
  const round = await openRound(owner, buildPlan({ firstQuota: tokenAmount(100_000_000n * JU) }));
  const joins = openJoinDriver(url);
  await joins.drive({ callers: 1_000, seconds: 2, rounds: [round], users });
  const figures: (LoadFigure & { callers: number })[] = [];
  for (let turn = 0; turn < REPETITIONS; turn += 1) {
    for (const callers of CALLERS) {
      const figure = await joins.drive({ callers, seconds: SECONDS, rounds: [round], users });
      console.log(`joins, ${callers} callers: ${describeLoad(figure)}`);
      figures.push({ callers, ...figure });
    }
  }
  await tpcb.measure();
  const checks = await checkJoins(owner, round.roundId);
  await joins.close();
  const reference = await tpcb.end();
  await owner.destroy();
  const spreads = CALLERS.map((callers) => ({
    callers,
    spread: spreadOf(figures.filter((figure) => figure.callers === callers).map(({ perSecond }) => perSecond)),
  }));
  const best = spreads.reduce((a, b) => (a.spread.median > b.spread.median ? a : b));
  const ratio = best.spread.median / reference.perSecond;
  report({
    bench: 'join',
    value: best.spread.median,
    unit: 'joins/s',
    limit: Math.round(reference.perSecond),
    limitOf: `TPC-B, ${reference.clients} clients, ${reference.sentBy}`,
    ratio: roundTo(ratio, 2),
    target: `ratio >= ${TARGET}, exact`,
    met: ratio >= TARGET && checks.exact,
    repeated: { [`joins, ${best.callers} callers`]: best.spread, 'TPC-B': reference.measured },
    details: { ...checks, wallets: WALLETS, ordersBefore: ORDERS, figures },
  });
});
