// Simulates a plan: node packages/domain/bin/simulate.ts PLAN CROWD, both JSON files as in docs/simulation.md. Prints
// what its rounds, funds and participants come to, in words, or as JSON with --json. Bad input prints one line on
// standard error, and exit 2.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeBound } from '../src/json/bound.ts';
import { formatAmount, parseAmount } from '../src/money/amount-text.ts';
import { divide } from '../src/money/division.ts';
import { type TokenAmount, tokenAmount, ZERO } from '../src/money/token-amount.ts';
import { checkPhasePlan, parsePlan } from '../src/rounds/phase-plan.ts';
import { parseCrowd } from '../src/simulation/crowd.ts';
import {
  type FailedPart,
  type GroupOutlook,
  type Outlook,
  simulatePlan,
  type WorstFailure,
} from '../src/simulation/simulate-plan.ts';

const USAGE =
  'usage: simulate PLAN CROWD [--reserve JU] [--reserve-cap JU] [--emission FMC] [--runs N] [--rounds N] [--seed N] ' +
  '[--json]';
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
  if (planPath === undefined || crowdPath === undefined || others.length > 0) throw new InputError(USAGE);
  const plan = parsePlan(readJson(planPath));
  if (!plan.ok) throw new InputError(`${planPath}: ${plan.error}`);
  const [violation] = checkPhasePlan(plan.plan);
  if (violation !== undefined)
    throw new InputError(`${planPath}: ${violation.field}: must be ${describeBound(violation.bound)}`);
  const crowd = parseCrowd(readJson(crowdPath));
  if (!crowd.ok) throw new InputError(`${crowdPath}: ${crowd.error}`);
  const reserve = readAmount('reserve', values.reserve);
  const outlook = simulatePlan({
    plan: plan.plan,
    crowd: crowd.crowd,
    funds: {
      reserve,
      reserveCap: readAmount('reserve-cap', values['reserve-cap']),
      emission: readAmount('emission', values.emission),
      ...{ nodes: ZERO, levels: ZERO, treasury: ZERO, launchCosts: ZERO },
    },
    runs: readNumber('runs', values.runs, { from: 1, to: MOST_RUNS }),
    mostRounds: readNumber('rounds', values.rounds, { from: 1, to: MOST_ROUNDS }),
    seed: readNumber('seed', values.seed ?? String(crypto.getRandomValues(new Uint32Array(1))[0]), {
      from: 0,
      to: MOST_SEED,
    }),
  });
  return { outlook, json: values.json };
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        reserve: { type: 'string', default: '0' },
        'reserve-cap': { type: 'string', default: '1000000000' },
        emission: { type: 'string', default: '1000000000' },
        runs: { type: 'string', default: '500' },
        rounds: { type: 'string', default: '50' },
        seed: { type: 'string' },
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
  const { seed, runs, roundsHeld, rounds, bySince, byWay, failed, worst } = outlook;
  const failures = rounds.reduce((sum, round) => sum + round.failed, 0);
  const uncovered = rounds.reduce((sum, round) => sum + round.uncovered, 0);
  const dry = rounds.find((round) => round.uncovered > 0);
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
        [reserve.low, reserve.middle, reserve.high].map(short).join(' / '),
      ].join('  '),
    ),
    '',
    'What participants come to in JU, FMC not counted:',
    `  with auto-mint: ${groupInWords(byWay.autoMint)}`,
    `  by hand: ${groupInWords(byWay.byHand)}`,
    ...bySince.map((group, index) => `  first in round ${index + 1}: ${groupInWords(group)}`),
    '',
    ...(failures === 0
      ? ['No round fails.']
      : [
          'When a round fails, after compensation:',
          `  the earlier half of those in time loses ${partInWords(failed.early)}`,
          `  the later half loses ${partInWords(failed.later)}`,
          `  who was late loses ${partInWords(failed.late)}`,
          dry === undefined
            ? 'The reserve makes good every loss.'
            : `The reserve does not cover ${uncovered} of ${failures} failed rounds, first in round ${dry.number}.`,
        ]),
    ...(worst === null ? [] : [worstInWords(worst)]),
    '',
  ].join('\n');
}

function worstInWords({ run, number, orders, joined, loss, compensation }: WorstFailure): string {
  const lost = `${orders} orders with ${short(joined)} JU lose ${short(loss)} JU`;
  return `Worst case: run ${run}, round ${number}: ${lost}, of which the reserve makes good ${short(compensation)} JU.`;
}

function groupInWords({ wallets, losers, netJu, worstJu, fmc }: GroupOutlook): string {
  if (wallets === 0) return 'no wallet';
  const mean = (sum: bigint) => short(divide(sum, { by: BigInt(wallets), rounding: 'down' }));
  const average = `${mean(netJu)} JU and ${mean(fmc)} FMC on average`;
  return `${wallets} wallets, ${losers} lose JU; ${average}, ${short(worstJu)} JU at worst`;
}

function partInWords({ orders, joined, lost }: FailedPart): string {
  if (orders === 0) return 'nothing: it had no orders';
  return `${percent(divide(lost * 10_000n, { by: joined, rounding: 'up' }))} % of what they put in (${orders} orders)`;
}

/** Two decimals, rounded down. */
function percent(bps: bigint): string {
  return `${bps / 100n}.${String(bps % 100n).padStart(2, '0')}`;
}

/** Whole units with two decimals, rounded towards minus infinity. */
function short(amount: bigint): string {
  const cents = divide(amount, { by: 10n ** 16n, rounding: 'down' });
  const text = formatAmount(tokenAmount((cents < 0n ? -cents : cents) * 10n ** 16n));
  return cents < 0n ? `-${text}` : text;
}
