// npm test [-- --only NAME,…] [--soak | --soak-part PART]: what must pass before a change lands, or only these steps
// ("verify" is all of its steps). With --soak also the tests that do not run with every change, with --soak-part a part
// of them: a number, or "today" for that of the day. With --no-cache also what passed with the same inputs.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { testSequences, VERIFY_CHECKS } from './checks/checks.ts';
import { describeSlowest } from './checks/file-times.ts';
import { runChecks, sumUp } from './checks/run-checks.ts';
import { leftOutTags } from './checks/soak-tags.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    soak: { type: 'boolean', default: false },
    'soak-part': { type: 'string' },
    'no-cache': { type: 'boolean', default: false },
  },
});
const leftOut = leftOutTags(values.soak ? 'all' : values['soak-part'], Date.now());
const only = values.only
  ?.split(',')
  .flatMap((name) => (name === 'verify' ? VERIFY_CHECKS.map((check) => check.name) : name));
const sequences = testSequences({ cached: !values['no-cache'] });
const known = [...VERIFY_CHECKS, ...sequences.flat()].map((check) => check.name);
const unknown = only?.filter((name) => !known.includes(name)) ?? [];
if (unknown.length > 0) {
  console.error(`Unknown step: ${unknown.join(', ')}. Steps: verify, ${known.join(', ')}.`);
  process.exit(2);
}

const isWanted = ({ name }: { name: string }) => only === undefined || only.includes(name);
const verified = await runChecks(VERIFY_CHECKS.filter(isWanted), { parallel: availableParallelism(), leftOut });
const tested = await Promise.all(
  sequences.map((sequence) => runChecks(sequence.filter(isWanted), { parallel: 1, leftOut })),
);
const results = [...verified, ...tested.flat()];
for (const line of describeSlowest(results.flatMap(({ times }) => times))) console.log(line);
process.exitCode = sumUp(results);
