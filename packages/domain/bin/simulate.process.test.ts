import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { planJson } from '../src/rounds/phase-plan.ts';
import { type PublishedSimulation, simulatePublished, simulationJson } from '../src/simulation/published-simulation.ts';
import { type Outlook, simulatePlan } from '../src/simulation/simulate-plan.ts';
import { stopAfter } from '../src/simulation/stop-after.ts';
import { SAMPLE_SIMULATION } from '../testing/sample-simulation.ts';

const COMMAND = fileURLToPath(new URL('./simulate.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'simulate-'));
const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const { plan, crowd, funds } = SAMPLE_SIMULATION;
const crowdJson = { ...crowd, smallest: String(crowd.smallest), largest: String(crowd.largest) };
const planFile = write('plan.json', planJson(plan));
const crowdFile = write('crowd.json', JSON.stringify(crowdJson));
const FUNDS = ['--reserve', '50', '--reserve-cap', '200', '--emission', '1000000'];

const { reserve, reserveCap, emission } = funds;
const simulation = { crowd, seed: 7, runs: 5, mostRounds: 50, funds: { reserve, reserveCap, emission } };
/** The answer of the API. */
const publishedJson = (of: PublishedSimulation) =>
  `{"code":200,"data":{"plan":${planJson(plan)},"simulation":${simulationJson(of)}}}`;
const publishedFile = write('published.json', publishedJson(simulation));

const inStrings = (outlook: Outlook): unknown =>
  JSON.parse(JSON.stringify(outlook, (_key, value) => (typeof value === 'bigint' ? String(value) : value)));

function simulate(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('prints the outlook as JSON, amounts as strings of base units', () => {
  const { status, stdout } = simulate(planFile, crowdFile, ...FUNDS, '--runs', '10', '--seed', '7', '--json');
  const outlook = simulatePlan({ plan, crowd, funds, runs: 10, mostRounds: 50, seed: 7 });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual(inStrings(outlook));
});

test('says in words who loses and how much, and which seed it drew', () => {
  const { status, stdout, stderr } = simulate(planFile, crowdFile, ...FUNDS, '--runs', '10');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const [, seed = ''] = /^10 runs with seed (\d+): \d+ rounds, 10 of them failed\.\n/.exec(stdout) ?? [];
  expect(stdout).toMatch(/the earlier half of those in time loses \d\.\d\d % of what they put in \(\d+ orders\)/);
  expect(stdout).toMatch(/The reserve does not cover \d+ of 10 failed rounds, first in round \d+\./);
  expect(stdout).toMatch(/Worst case: run \d+, round \d+: \d+ orders with [\d.]+ JU lose [\d.]+ JU, of which/);
  expect(simulate(planFile, crowdFile, ...FUNDS, '--runs', '10', '--seed', seed).stdout).toBe(stdout);
});

describe('a published plan', () => {
  test('has the figures of the simulation that operators saw', () => {
    const { status, stdout } = simulate(publishedFile, '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(inStrings(simulatePublished(plan, simulation)));
  });

  test('can be stopped elsewhere', () => {
    const { status, stdout } = simulate(publishedFile, '--stop-after', '2', '--json');
    const stopped = stopAfter(plan, simulation, 2);
    if (stopped === null) throw new Error('the plan has three rounds');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(inStrings(simulatePublished(plan, stopped)));
    expect(JSON.parse(stdout)).not.toEqual(inStrings(simulatePublished(plan, simulation)));
  });
});

describe('refuses with one line and exit 2', () => {
  test.each<{ what: string; args: string[]; line: RegExp }>([
    { what: 'no file named', args: [], line: /^usage: simulate PLAN CROWD/ },
    { what: 'no crowd named', args: [planFile], line: /plan\.json: plan: missing/ },
    { what: 'a crowd of one’s own for what was published', args: [publishedFile, '--seed', '1'], line: /^usage: / },
    { what: 'a stop for a crowd of one’s own', args: [planFile, crowdFile, '--stop-after', '1'], line: /^usage: / },
    {
      what: 'a plan that was published without a simulation',
      args: [write('bare.json', JSON.stringify({ data: { plan: {}, simulation: null } }))],
      line: /bare\.json: the plan was published without a simulation/,
    },
    {
      what: 'a published crowd that no device simulates',
      args: [write('huge.json', publishedJson({ ...simulation, crowd: { ...crowd, newcomers: 20_000 }, runs: 1_000 }))],
      line: /huge\.json: runs: must be at most 4000000 visits/,
    },
    {
      what: 'a stop after the last round',
      args: [publishedFile, '--stop-after', '20'],
      line: /^--stop-after: the plan has no 21 rounds/,
    },
    { what: 'an unknown option', args: [planFile, crowdFile, '--fast'], line: /^usage: / },
    { what: 'a file that is not there', args: [planFile, join(folder, 'none.json')], line: /none\.json: ENOENT/ },
    { what: 'no plan', args: [crowdFile, crowdFile], line: /crowd\.json: city: missing/ },
    {
      what: 'a plan that breaks a bound',
      args: [write('long.json', planJson({ ...plan, windowMs: 0 })), crowdFile],
      line: /long\.json: windowMs: must be a whole number from 1/,
    },
    {
      what: 'a crowd that breaks a bound',
      args: [planFile, write('many.json', JSON.stringify({ ...crowdJson, newcomers: 30_000 }))],
      line: /many\.json: newcomers: must be a whole number from 0 to 20000/,
    },
    { what: 'no amount', args: [planFile, crowdFile, '--reserve', 'much'], line: /^--reserve: must be an amount/ },
    { what: 'too many runs', args: [planFile, crowdFile, '--runs', '10001'], line: /^--runs: .* from 1 to 10000/ },
    { what: 'a broken seed', args: [planFile, crowdFile, '--seed', '1.5'], line: /^--seed: must be a whole number/ },
  ])('$what', ({ args, line }) => {
    const { status, stdout, stderr } = simulate(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(line);
    expect(stderr).toMatch(/^[^\n]+\n$/);
  });
});
