import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { buildPlan, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { checkJoins } from './measure/check-joins.ts';
import { describeLoad, openJoinDriver } from './measure/drive-joins.ts';
import { buildWallets, fillOrders } from './measure/filled-database.ts';
import { report } from './measure/report.ts';
import { repeat, roundTo, spreadOf } from './measure/statistics.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * Joins a second into 100 simultaneously open rounds, against the same callers joining one of them, through the
 * server's command: wallets drawn at random from 100,000, a table of 1,000,000 orders. Both are measured in turn, three
 * times. Ranks, sums and quotas of all rounds are verified to the unit.
 */
const WALLETS = 100_000;
const ORDERS = 1_000_000;
const ROUNDS = 100;
const CALLERS = 1_000;
const REPETITIONS = 3;
const SECONDS = 5;
const TARGET = 0.8;

await withPostgres(async (url) => {
  const owner = createDatabase({ url, statementTimeoutMs: 120_000 });
  const users = await buildWallets(owner, WALLETS);
  await fillOrders(url, { users, orders: ORDERS });
  const rounds: OpenRound[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const plan = buildPlan({ city: `City ${round}`, firstQuota: tokenAmount(100_000_000n * JU) });
    rounds.push(await openRound(owner, plan));
  }
  const joins = openJoinDriver(url);
  const load = { callers: CALLERS, users };
  await joins.drive({ ...load, rounds, seconds: 2 });
  const figures = await repeat(REPETITIONS, async () => {
    const one = await joins.drive({ ...load, rounds: rounds.slice(0, 1), seconds: SECONDS });
    console.log(`joins, one round: ${describeLoad(one)}`);
    const many = await joins.drive({ ...load, rounds, seconds: SECONDS });
    console.log(`joins, ${ROUNDS} rounds: ${describeLoad(many)}`);
    return { one, many };
  });
  const checks = [];
  for (const { roundId } of rounds) checks.push(await checkJoins(owner, roundId));
  const exact = checks.every((check) => check.exact);
  await joins.close();
  await owner.destroy();
  const many = spreadOf(figures.map((figure) => figure.many.perSecond));
  const one = spreadOf(figures.map((figure) => figure.one.perSecond));
  const ratio = many.median / one.median;
  report({
    bench: 'join-rounds',
    value: many.median,
    unit: `joins/s into ${ROUNDS} rounds`,
    limit: one.median,
    limitOf: 'the same callers joining one round',
    ratio: roundTo(ratio, 2),
    target: `ratio >= ${TARGET}, exact`,
    met: ratio >= TARGET && exact,
    repeated: { [`${ROUNDS} rounds`]: many, 'one round': one },
    details: { exact, wallets: WALLETS, ordersBefore: ORDERS, callers: CALLERS, figures },
  });
});
