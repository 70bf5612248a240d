import { availableParallelism } from 'node:os';
import { VERIFY_CHECKS } from './checks/checks.ts';
import { runChecks, sumUp } from './checks/run-checks.ts';

const results = await runChecks(VERIFY_CHECKS, { parallel: availableParallelism() });
process.exitCode = sumUp(results);
