import { simulatePlan } from '@city-mint/domain/simulation/simulate-plan';
import { SAMPLE_SIMULATION } from '@city-mint/domain/testing/sample-simulation';
import { report } from './measure/report.ts';
import { repeat, roundTo, secondsSince, spreadOf } from './measure/statistics.ts';

/** 10,000 rounds of a plan with some eighty orders each, settled by the code that settles real rounds; one thread. */
const ROUNDS = 10_000;
const RUNS_AT_ONCE = 100;
const LIMIT_SECONDS = 5;

let orders = 0;
const seconds = await repeat(3, async (turn) => {
  let held = 0;
  orders = 0;
  const from = performance.now();
  for (let part = 0; held < ROUNDS; part += 1) {
    const seed = turn * ROUNDS + part;
    const outlook = simulatePlan({ ...SAMPLE_SIMULATION, seed, runs: RUNS_AT_ONCE });
    held += outlook.roundsHeld;
    orders += outlook.ordersPlaced;
  }
  return (secondsSince(from) * ROUNDS) / held;
});
const spread = spreadOf(seconds, 2);
report({
  bench: 'simulate',
  value: spread.median,
  unit: 's',
  limit: LIMIT_SECONDS,
  limitOf: `what ${ROUNDS} rounds may take, so that charts are drawn while one waits`,
  ratio: roundTo(spread.median / LIMIT_SECONDS, 2),
  target: 'ratio <= 1',
  met: spread.median <= LIMIT_SECONDS,
  repeated: { seconds: spread },
  details: { rounds: ROUNDS, orders },
});
