import { availableParallelism } from 'node:os';
import { runChecks, sumUp } from './checks/run-checks.ts';
import { VERIFY_CHECKS } from './checks/verify-checks.ts';

const results = await runChecks(VERIFY_CHECKS, { parallel: availableParallelism() });
process.exitCode = sumUp(results);
