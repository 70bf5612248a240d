import pg from 'pg';

const SCALE = 10;
const CLIENTS = [4, 8, 16, 32, 64];

const SCHEMA = [
  'create table tpcb_branches (bid int primary key, bbalance int, filler char(88))',
  'create table tpcb_tellers (tid int primary key, bid int, tbalance int, filler char(84))',
  'create table tpcb_accounts (aid int primary key, bid int, abalance int, filler char(84))',
  'create table tpcb_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))',
  `insert into tpcb_branches select n, 0, '' from generate_series(1, ${SCALE}) n`,
  `insert into tpcb_tellers select n, (n - 1) / 10 + 1, 0, '' from generate_series(1, ${SCALE * 10}) n`,
  `insert into tpcb_accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${SCALE * 100_000}) n`,
  `create function tpcb(a int, b int, t int, d int) returns int language sql as $$
    update tpcb_accounts set abalance = abalance + d where aid = a;
    update tpcb_tellers set tbalance = tbalance + d where tid = t;
    update tpcb_branches set bbalance = bbalance + d where bid = b;
    insert into tpcb_history (tid, bid, aid, delta, mtime) values (t, b, a, d, current_timestamp);
    select abalance from tpcb_accounts where aid = a;
  $$`,
  'vacuum analyze tpcb_accounts',
];

/** A way to send the transaction. */
type TransactionForm = { readonly name: string; transact(client: pg.Client): Promise<void> };

const random = (maximum: number) => 1 + Math.floor(Math.random() * maximum);
const drawParameters = () => ({
  a: random(SCALE * 100_000),
  b: random(SCALE),
  t: random(SCALE * 10),
  d: random(10_000) - 5_000,
});

/** pgbench's own script with -M prepared: seven messages per transaction. */
const STATEMENTS: TransactionForm = {
  name: 'statements',
  async transact(client) {
    const { a, b, t, d } = drawParameters();
    await client.query('begin');
    await client.query({
      name: 'a',
      text: 'update tpcb_accounts set abalance = abalance + $1 where aid = $2',
      values: [d, a],
    });
    await client.query({ name: 's', text: 'select abalance from tpcb_accounts where aid = $1', values: [a] });
    await client.query({
      name: 't',
      text: 'update tpcb_tellers set tbalance = tbalance + $1 where tid = $2',
      values: [d, t],
    });
    await client.query({
      name: 'b',
      text: 'update tpcb_branches set bbalance = bbalance + $1 where bid = $2',
      values: [d, b],
    });
    await client.query({
      name: 'h',
      text: 'insert into tpcb_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
      values: [t, b, a, d],
    });
    await client.query('commit');
  },
};

/** The same five statements in one function, without the driver's round trips: a higher reference. */
const ONE_CALL: TransactionForm = {
  name: 'one call',
  async transact(client) {
    const { a, b, t, d } = drawParameters();
    await client.query({ name: 'f', text: 'select tpcb($1, $2, $3, $4)', values: [a, b, t, d] });
  },
};

/** Transactions a second at the best client count. */
export type TpcbFigure = { readonly perSecond: number; readonly clients: number };

/** Measures pgbench's TPC-B transaction at scale 10 with our driver; returns the best figure of each form. */
export async function measureTpcb(
  url: string,
  secondsEach: number,
): Promise<{ readonly statements: TpcbFigure; readonly oneCall: TpcbFigure }> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  for (const statement of SCHEMA) await admin.query(statement);
  await admin.end();
  const measure = async (form: TransactionForm) => {
    let bestFigure: TpcbFigure = { perSecond: 0, clients: 0 };
    for (const clients of CLIENTS) {
      const perSecond = await run(url, form, { clients, seconds: secondsEach });
      console.log(`TPC-B, ${form.name}, ${clients} clients: ${perSecond.toFixed(0)}/s`);
      if (perSecond > bestFigure.perSecond) bestFigure = { perSecond, clients };
    }
    return bestFigure;
  };
  return { statements: await measure(STATEMENTS), oneCall: await measure(ONE_CALL) };
}

async function run(
  url: string,
  form: TransactionForm,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  let transactionCount = 0;
  const started = performance.now();
  const endsAt = started + seconds * 1_000;
  await Promise.all(
    connections.map(async (client) => {
      while (performance.now() < endsAt) {
        await form.transact(client);
        transactionCount += 1;
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1_000;
  await Promise.all(connections.map((client) => client.end()));
  return transactionCount / elapsed;
}
