import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@city-mint/domain/time/durations';

/** Longer than the tests of any one file take, also on a busy machine. */
const FILE_MS = 120_000;

// Tests speak of "today" and plant rows some days before it; PostgreSQL has the machine's clock, so that a clock of the
// test's own would not help. A file that could run past midnight UTC therefore begins with the next day.
const left = DAY_MS - (Date.now() % DAY_MS);
if (left < FILE_MS) await sleep(left);
