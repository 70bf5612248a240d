import { HOUR_MS } from '@city-mint/domain/time/durations';
import { readHeads } from '#ledger/journal/head-file.ts';
import { verifyJournal } from '#ledger/journal/queries.ts';
import { verifyLedger } from '#ledger/transfers/queries.ts';
import { findWrongMining } from '#miner/queries/wrong-totals.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { findWrongTotals } from '#rounds/earnings/queries/wrong-totals.ts';

/**
 * `npm run -s verify:journal`, `npm run -s verify:ledger`: proves that the history of DATABASE_URL matches its seals
 * (and the heads in JOURNAL_HEAD_FILE), and that the ledger is consistent, including its cached totals. Prints the
 * verified counts and the first fault; exits with 1 if there is one.
 */
const url = process.env['DATABASE_URL'];
if (url === undefined || url === '') end('DATABASE_URL is missing');
const asked = process.argv.slice(2);
const parts = asked.length === 0 ? ['journal', 'ledger'] : asked;
const unknown = parts.find((part) => part !== 'journal' && part !== 'ledger');
if (unknown !== undefined) end(`no such part: ${unknown}; there are journal and ledger`);

const db = createDatabase({ url, maxConnections: 1, statementTimeoutMs: HOUR_MS });
const verdicts: boolean[] = [];
if (parts.includes('journal')) verdicts.push(await showJournal(db));
if (parts.includes('ledger')) verdicts.push(await showLedger(db));
await db.destroy();
process.exitCode = verdicts.every((isWhole) => isWhole) ? 0 : 1;

async function showJournal(database: Database): Promise<boolean> {
  const path = process.env['JOURNAL_HEAD_FILE'];
  const anchors = path === undefined || path === '' ? [] : await readHeads(path);
  const from = performance.now();
  const { entries, transfers, unsealed, fault } = await verifyJournal(database, { anchors });
  const seconds = (performance.now() - from) / 1_000;
  const rate = Math.round(transfers / seconds);
  show(
    `journal: ${transfers} transfers in ${entries} entries, ${unsealed} not sealed yet, ` +
      `${anchors.length} heads of the file`,
  );
  show(`journal: ${seconds.toFixed(2)} s, ${rate} transfers/s`);
  if (fault === null) show('journal: as it was sealed');
  else
    show(
      `journal: BROKEN: ${fault.what}, entry ${fault.entry}` +
        (fault.transfer === null ? '' : `, transfer ${fault.transfer}`),
    );
  return fault === null;
}

async function showLedger(database: Database): Promise<boolean> {
  const from = performance.now();
  const { transfers, checks } = await verifyLedger(database);
  const seconds = (performance.now() - from) / 1_000;
  for (const { check, violations, first } of checks) {
    show(`ledger: ${check}: ${violations === 0 ? 'yes' : `NO: ${violations}, the first ${first.join(', ')}`}`);
  }
  const wrong = [...new Set([...(await findWrongTotals(database)), ...(await findWrongMining(database))])];
  const first = wrong.slice(0, 5).join(', ');
  show(
    `ledger: cached-totals-are-sums: ${wrong.length === 0 ? 'yes' : `NO: ${wrong.length} users, the first ${first}`}`,
  );
  show(`ledger: ${transfers} transfers, ${seconds.toFixed(2)} s, ${Math.round(transfers / seconds)} transfers/s`);
  return wrong.length === 0 && checks.every(({ violations }) => violations === 0);
}

function show(line: string): void {
  process.stdout.write(`${line}\n`);
}

function end(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}
