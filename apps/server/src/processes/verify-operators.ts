import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@city-mint/api-contract/client';
import { logEntryFault, type OperatorLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { findRoleFaults, type RoleEntry } from '@city-mint/api-contract/operator-client/verify-log-roles';
import { listLog } from '#operator/queries/list-log.ts';
import { createDatabase } from '#platform/database/database.ts';

/**
 * `npm run -s verify:operators [-- URL]`: verifies that every entry of the public operator log was signed by its
 * operator, as shown, that no signature occurs twice, and that each operator had the required role according to the
 * earlier entries whose signatures are valid. Reads the public log of the API at URL, else of DATABASE_URL. Prints the
 * entries of each operator and the errors; exits with 1 if there are errors, with 2 if the log cannot be read.
 */
const DATABASE_PAGE = 500;
/** The pause before a rate-limited call is repeated. */
const LIMITED_MS = 5_000;

const [address, ...surplus] = process.argv.slice(2);
const databaseUrl = process.env['DATABASE_URL'];
if (surplus.length > 0) end('one address at most');
if (address !== undefined && !URL.canParse(address)) end(`not the address of an API: ${address}`);

try {
  process.exitCode = (await verifyLog(openLog())) ? 0 : 1;
} catch (error) {
  end(`the log cannot be read: ${error instanceof Error ? error.message : String(error)}`);
}

function openLog(): AsyncIterable<OperatorLogEntry> {
  if (address !== undefined) return logOfApi(new URL(address).origin);
  if (databaseUrl === undefined || databaseUrl === '') return end('the address of an API, or DATABASE_URL, is missing');
  return logOfDatabase(databaseUrl);
}

async function verifyLog(log: AsyncIterable<OperatorLogEntry>): Promise<boolean> {
  const entriesOf = new Map<string, number>();
  const signatures = new Set<string>();
  const read: RoleEntry[] = [];
  let faults = 0;
  const showFault = ({ logId, action, operator }: RoleEntry, fault: string) => {
    faults += 1;
    show(`operators: entry ${logId} (${action}, ${operator}): BROKEN: ${fault}`);
  };
  for await (const entry of log) {
    const { logId, operator, proposedBy, action, proposalId, signed, signature } = entry;
    const fault = signatures.has(signature) ? 'its signature is that of another entry too' : await logEntryFault(entry);
    signatures.add(signature);
    const { chainId, verifyingContract } = signed.domain;
    const who = `${operator} on chain ${chainId}, vault ${verifyingContract}`;
    entriesOf.set(who, (entriesOf.get(who) ?? 0) + 1);
    const message = action.startsWith('operators/') ? signed.message : {};
    if (fault === null) read.push({ logId, operator, proposedBy, action, proposalId, signed: { message } });
    else showFault(entry, fault);
  }
  const roleFaults = findRoleFaults(read.reverse());
  for (const entry of read) {
    const fault = roleFaults.get(entry.logId);
    if (fault !== undefined) showFault(entry, fault);
  }
  for (const [who, entries] of entriesOf) show(`operators: ${who}: ${entries} entries`);
  show(`operators: ${signatures.size} signatures, ${faults === 0 ? 'all as they were made' : `${faults} BROKEN`}`);
  return faults === 0;
}

async function* logOfApi(baseUrl: string): AsyncGenerator<OperatorLogEntry> {
  const client = createClient({ baseUrl, fetch: globalThis.fetch, token: () => null, lang: () => 'en' });
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.call('GET /api/app/operatorLog', { cursor });
    if (page.ok) {
      yield* page.data.items;
      cursor = page.data.nextCursor;
    } else if (page.error === 'too-many-requests') await sleep(LIMITED_MS);
    else throw new Error(page.msg);
  }
}

async function* logOfDatabase(url: string): AsyncGenerator<OperatorLogEntry> {
  const db = createDatabase({ url, maxConnections: 1 });
  try {
    for (let before: bigint | null = null; ; ) {
      const page: OperatorLogEntry[] = await listLog(db, { before, limit: DATABASE_PAGE });
      yield* page;
      const last = page.at(-1);
      if (last === undefined) return;
      before = BigInt(last.logId);
    }
  } finally {
    await db.destroy();
  }
}

function show(line: string): void {
  process.stdout.write(`${line}\n`);
}

function end(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}
