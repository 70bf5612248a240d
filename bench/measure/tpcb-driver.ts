import pg from 'pg';

/** Creates pgbench's tables in the database of `url`, with 100,000 accounts a scale; returns once they are vacuumed. */
export async function createTpcbTables(url: string, scale: number): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  for (const statement of [
    'create table pgbench_branches (bid int primary key, bbalance int, filler char(88))',
    'create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84))',
    'create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84))',
    'create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))',
    `insert into pgbench_branches select n, 0, '' from generate_series(1, ${scale}) n`,
    `insert into pgbench_tellers select n, (n - 1) / 10 + 1, 0, '' from generate_series(1, ${scale * 10}) n`,
    `insert into pgbench_accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${scale * 100_000}) n`,
    'vacuum analyze',
  ]) {
    await admin.query(statement);
  }
  await admin.end();
}

/** Sends the transaction as pgbench does, seven messages each, from so many clients; returns transactions a second. */
export async function transactTpcb(
  url: string,
  { clients, seconds, scale }: { clients: number; seconds: number; scale: number },
): Promise<number> {
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  let transactions = 0;
  const started = performance.now();
  const endsAt = started + seconds * 1_000;
  await Promise.all(
    connections.map(async (client) => {
      while (performance.now() < endsAt) {
        await transact(client, scale);
        transactions += 1;
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1_000;
  await Promise.all(connections.map((client) => client.end()));
  return transactions / elapsed;
}

const random = (maximum: number) => 1 + Math.floor(Math.random() * maximum);

async function transact(client: pg.Client, scale: number): Promise<void> {
  const [a, b, t, d] = [random(scale * 100_000), random(scale), random(scale * 10), random(10_000) - 5_000];
  const send = (name: string, text: string, values: number[]) => client.query({ name, text, values });
  await client.query('begin');
  await send('a', 'update pgbench_accounts set abalance = abalance + $1 where aid = $2', [d, a]);
  await send('s', 'select abalance from pgbench_accounts where aid = $1', [a]);
  await send('t', 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2', [d, t]);
  await send('b', 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2', [d, b]);
  await send(
    'h',
    'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
    [t, b, a, d],
  );
  await client.query('commit');
}
