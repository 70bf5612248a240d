// npm run typecheck: the types of every project, as `npm run verify` checks them.
import { availableParallelism } from 'node:os';
import { VERIFY_CHECKS } from './checks/checks.ts';
import { runChecks, sumUp } from './checks/run-checks.ts';

const typeChecks = VERIFY_CHECKS.filter(({ name }) => name.startsWith('types'));
process.exitCode = sumUp(await runChecks(typeChecks, { parallel: availableParallelism() }));
