// Simulates a plan: node packages/domain/bin/simulate.ts PLAN CROWD, both JSON files as in docs/simulation.md; or
// only PUBLISHED, the answer of `GET /api/app/rounds/:roundId/plan`. Prints the results of its rounds, funds and
// participants, in words, or as JSON with --json. Bad input prints one line on standard error, and exit 2.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeBound } from '../src/json/bound.ts';
import { parseAmount } from '../src/money/amount-text.ts';
import { type TokenAmount, ZERO } from '../src/money/token-amount.ts';
import { checkPhasePlan, parsePlan } from '../src/rounds/phase-plan.ts';
import { parseCrowd } from '../src/simulation/crowd.ts';
import { type GroupWords, outlookWords, type PartWords, roundedAmount } from '../src/simulation/outlook-words.ts';
import { parsePublication, simulatePublished } from '../src/simulation/published-simulation.ts';
import { type Outlook, simulatePlan, type WorstFailure } from '../src/simulation/simulate-plan.ts';
import { stopAfter } from '../src/simulation/stop-after.ts';

const USAGE =
  'usage: simulate PLAN CROWD [--reserve JU] [--reserve-cap JU] [--emission FMC] [--runs N] [--rounds N] [--seed N] ' +
  '[--json], or: simulate PUBLISHED [--stop-after ROUNDS] [--json]';
const MOST_RUNS = 10_000;
const MOST_ROUNDS = 1_000;
const MOST_SEED = 4_294_967_295;

class InputError extends Error {}

try {
  const { outlook, json } = simulate(process.argv.slice(2));
  process.stdout.write(json ? `${toJson(outlook)}\n` : inWords(outlook));
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  // One line, whatever characters a file or its name brought into the message.
  process.stderr.write(`${error.message.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}\n`);
  process.exitCode = 2;
}

function simulate(args: string[]): { readonly outlook: Outlook; readonly json: boolean } {
  const { values, positionals } = readArguments(args);
  const [planPath, crowdPath, ...others] = positionals;
  if (planPath === undefined || others.length > 0) throw new InputError(USAGE);
  const outlook =
    crowdPath === undefined ? simulatePublication(planPath, values) : simulateWith(planPath, crowdPath, values);
  return { outlook, json: values.json };
}

type Values = ReturnType<typeof readArguments>['values'];

/** Simulates a published plan with the crowd, draws and funds of the file. */
function simulatePublication(path: string, values: Values): Outlook {
  const { json: _json, 'stop-after': stop, ...drawn } = values;
  if (Object.values(drawn).some((value) => value !== undefined)) throw new InputError(USAGE);
  const document = readJson(path);
  // Either the whole envelope, as curl stores it, or its data.
  const { plan, simulation } = Object(Object(document).data ?? document);
  if (simulation === null) throw new InputError(`${path}: the plan was published without a simulation`);
  const published = parsePublication(plan, simulation);
  if (!published.ok) throw new InputError(`${path}: ${published.error}`);
  if (stop === undefined) return simulatePublished(published.plan, published.simulation);
  const rounds = readNumber('stop-after', stop, { from: 0, to: MOST_ROUNDS });
  const stopped = stopAfter(published.plan, published.simulation, rounds);
  if (stopped === null) throw new InputError(`--stop-after: the plan has no ${rounds + 1} rounds that are simulated`);
  return simulatePublished(published.plan, stopped);
}

function simulateWith(planPath: string, crowdPath: string, values: Values): Outlook {
  if (values['stop-after'] !== undefined) throw new InputError(USAGE);
  const plan = parsePlan(readJson(planPath));
  if (!plan.ok) throw new InputError(`${planPath}: ${plan.error}`);
  const [violation] = checkPhasePlan(plan.plan);
  if (violation !== undefined)
    throw new InputError(`${planPath}: ${violation.field}: must be ${describeBound(violation.bound)}`);
  const crowd = parseCrowd(readJson(crowdPath));
  if (!crowd.ok) throw new InputError(`${crowdPath}: ${crowd.error}`);
  return simulatePlan({
    plan: plan.plan,
    crowd: crowd.crowd,
    funds: {
      reserve: readAmount('reserve', values.reserve ?? '0'),
      reserveCap: readAmount('reserve-cap', values['reserve-cap'] ?? '1000000000'),
      emission: readAmount('emission', values.emission ?? '1000000000'),
      ...{ nodes: ZERO, levels: ZERO, treasury: ZERO, launchCosts: ZERO },
    },
    runs: readNumber('runs', values.runs ?? '500', { from: 1, to: MOST_RUNS }),
    mostRounds: readNumber('rounds', values.rounds ?? '50', { from: 1, to: MOST_ROUNDS }),
    seed: readNumber('seed', values.seed ?? String(crypto.getRandomValues(new Uint32Array(1))[0]), {
      from: 0,
      to: MOST_SEED,
    }),
  });
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        reserve: { type: 'string' },
        'reserve-cap': { type: 'string' },
        emission: { type: 'string' },
        runs: { type: 'string' },
        rounds: { type: 'string' },
        seed: { type: 'string' },
        'stop-after': { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
  } catch {
    throw new InputError(USAGE);
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new InputError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readAmount(name: string, text: string): TokenAmount {
  const parsed = parseAmount(text);
  if (!parsed.ok) throw new InputError(`--${name}: must be an amount like 12.5`);
  return parsed.amount;
}

function readNumber(name: string, text: string, { from, to }: { from: number; to: number }): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= from && value <= to) return value;
  throw new InputError(`--${name}: must be a whole number from ${from} to ${to}`);
}

function toJson(outlook: Outlook): string {
  return JSON.stringify(outlook, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

function inWords(outlook: Outlook): string {
  const { seed, runs, roundsHeld, rounds, worst } = outlook;
  const { failures, uncovered, dryFrom, autoMint, byHand, since, early, later, late } = outlookWords(outlook);
  return [
    `${runs} runs with seed ${seed}: ${roundsHeld} rounds, ${failures} of them failed.`,
    '',
    'round  minted  failed  filled %  reserve JU (5 % / half / 95 % of the runs)',
    ...rounds.map(({ number, minted, failed: lost, filledBps, reserve }) =>
      [
        String(number).padStart(5),
        String(minted).padStart(6),
        String(lost).padStart(6),
        percent(filledBps.middle).padStart(8),
        [reserve.low, reserve.middle, reserve.high].map(roundedAmount).join(' / '),
      ].join('  '),
    ),
    '',
    'What participants come to in JU, FMC not counted:',
    `  with auto-mint: ${groupInWords(autoMint)}`,
    `  by hand: ${groupInWords(byHand)}`,
    ...since.map((group, index) => `  first in round ${index + 1}: ${groupInWords(group)}`),
    '',
    ...(failures === 0
      ? ['No round fails.']
      : [
          'When a round fails, after compensation:',
          `  the earlier half of those in time loses ${partInWords(early)}`,
          `  the later half loses ${partInWords(later)}`,
          `  who was late loses ${partInWords(late)}`,
          dryFrom === null
            ? 'The reserve makes good every loss.'
            : `The reserve does not cover ${uncovered} of ${failures} failed rounds, first in round ${dryFrom}.`,
        ]),
    ...(worst === null ? [] : [worstInWords(worst)]),
    '',
  ].join('\n');
}

function worstInWords({ run, number, orders, joined, loss, compensation }: WorstFailure): string {
  const lost = `${orders} orders with ${roundedAmount(joined)} JU lose ${roundedAmount(loss)} JU`;
  const covered = `the reserve makes good ${roundedAmount(compensation)} JU`;
  return `Worst case: run ${run}, round ${number}: ${lost}, of which ${covered}.`;
}

function groupInWords({ wallets, losers, meanJu, meanFmc, worstJu }: GroupWords): string {
  if (wallets === 0) return 'no wallet';
  const average = `${roundedAmount(meanJu)} JU and ${roundedAmount(meanFmc)} FMC on average`;
  return `${wallets} wallets, ${losers} lose JU; ${average}, ${roundedAmount(worstJu)} JU at worst`;
}

function partInWords(part: PartWords | null): string {
  if (part === null) return 'nothing: it had no orders';
  return `${percent(BigInt(part.lossBps))} % of what they put in (${part.orders} orders)`;
}

/** Two decimals, rounded down. */
function percent(bps: bigint): string {
  return `${bps / 100n}.${String(bps % 100n).padStart(2, '0')}`;
}
