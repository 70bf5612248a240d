import { ACCOUNT_KINDS, ACCOUNT_OWNERS } from '@city-mint/domain/ledger/account-kinds';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const USER = 7;

describe('names and codes of the ledger in SQL match the domain', () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client(database.url);
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const read = async (text: string): Promise<unknown[][]> => (await client.query({ text, rowMode: 'array' })).rows;
  const inSql = (name: string) => name.replaceAll('-', '_').toLowerCase();
  /** The results of functions without arguments, by function name. */
  async function call(names: readonly string[]): Promise<unknown> {
    const [results = []] = await read(`select ${names.map((name) => `${name}()`).join(', ')}`);
    return Object.fromEntries(names.map((name, index) => [name, results[index]]));
  }
  const functionsLike = async (pattern: string) =>
    (await read(`select proname from pg_proc where proname ~ '${pattern}' order by 1`)).flat();

  test('transfer kinds and allowed transfers', async () => {
    const rules = await read(`
      select k.name, k.code, d.name, c.name, m.currency from ledger_transfer_rules m
      join ledger_transfer_kinds k on k.code = m.kind
      join ledger_account_kinds d on d.code = m.debit_kind join ledger_account_kinds c on c.code = m.credit_kind`);
    const inDatabase = rules.flatMap(([kind, kindCode, from, to, currency]) =>
      Object.values(CURRENCIES)
        .filter((code) => currency === null || currency === code)
        .map((code) => `${kind}/${kindCode} ${from}>${to} ${code}`),
    );
    const inDomain = Object.entries(TRANSFER_KINDS).flatMap(([kind, { code, movements }]) =>
      movements.flatMap(({ from, to, currencies }) =>
        currencies.map((currency) => `${kind}/${code} ${from}>${to} ${CURRENCIES[currency]}`),
      ),
    );
    expect(inDatabase.sort()).toEqual(inDomain.sort());
  });

  test('functions that return transfer kinds', async () => {
    const codes = Object.fromEntries(
      Object.entries(TRANSFER_KINDS).map(([kind, { code }]) => [`kind_${inSql(kind)}`, code]),
    );
    expect(await call(Object.keys(codes))).toEqual(codes);
    expect(await functionsLike('^kind_')).toEqual(Object.keys(codes).sort());
  });

  test('functions that return account kinds and currencies', async () => {
    const kinds = Object.fromEntries(
      Object.entries(ACCOUNT_KINDS).map(([kind, code]) => [`account_kind_${inSql(kind)}`, code]),
    );
    expect(await call(Object.keys(kinds))).toEqual(kinds);
    expect(await functionsLike('^account_kind_')).toEqual(Object.keys(kinds).sort());
    expect(await call(['currency_ju', 'currency_fmc'])).toEqual({
      currency_ju: CURRENCIES.JU,
      currency_fmc: CURRENCIES.FMC,
    });
    const stored = await read('select name, code from ledger_account_kinds');
    expect(Object.fromEntries(stored)).toEqual(ACCOUNT_KINDS);
  });

  test('functions that return accounts', async () => {
    const calls = (['JU', 'FMC'] as const).flatMap((currency) => [
      ['available', currency, `account_available(${USER}, currency_${inSql(currency)}())`] as const,
      ['withdrawing', currency, `account_withdrawing(${USER}, currency_${inSql(currency)}())`] as const,
      ['custody', currency, `account_custody(currency_${inSql(currency)}())`] as const,
    ]);
    const single = [
      ['escrow', 'JU', `account_escrow(${USER})`],
      ['fees', 'JU', `account_fees(${USER})`],
      ['vesting', 'FMC', `account_vesting(${USER})`],
      ['nodes', 'JU', 'account_nodes()'],
      ['levels', 'JU', 'account_levels()'],
      ['treasury', 'JU', 'account_treasury()'],
      ['reserve', 'JU', 'account_reserve()'],
      ['launch-costs', 'JU', 'account_launch_costs()'],
      ['emission', 'FMC', 'account_emission()'],
    ] as const;
    for (const [kind, currency, text] of [...calls, ...single]) {
      const owner = ACCOUNT_OWNERS[kind] === 'user' || ACCOUNT_OWNERS[kind] === 'round' ? USER : 0;
      const [found] =
        await read(`select a, ledger_account_owner(a)::int, ledger_account_currency(a), ledger_account_kind(a)
        from ${text} as a`);
      expect(found?.slice(1), text).toEqual([owner, CURRENCIES[currency], ACCOUNT_KINDS[kind]]);
    }
  });

  test('the planner inlines these functions, so that a name costs nothing', async () => {
    const plan = await read(`explain (verbose, costs off)
      select account_available(n, currency_fmc()), account_escrow(n), kind_join() from generate_series(1, 2) n`);
    expect(plan.join('\n')).not.toMatch(/account_|currency_|kind_/);
  });

  test('the view of the ledger shows transfers in words', async () => {
    await client.query(`
      select ledger_open_accounts(
        array[account_available(${USER}, currency_ju()), account_withdrawing(${USER}, currency_ju())]);
      select ledger_write_transfer(kind_deposit(), account_custody(currency_ju()),
        account_available(${USER}, currency_ju()), 25 * 10::numeric ^ 17, 1);
      select ledger_write_transfer(kind_withdrawal_request(), account_available(${USER}, currency_ju()),
        account_withdrawing(${USER}, currency_ju()), 10::numeric ^ 18, 2)`);
    const entries = await read(`
      select kind, currency, trim_scale(amount)::text, debit, debit_owner::int, credit, credit_owner::int, source_table,
        source_id::int, trim_scale(credit_after)::text
      from ledger_entry order by id`);
    expect(entries).toEqual([
      ['deposit', 'JU', '2.5', 'custody', null, 'available', USER, 'chain_event', 1, '2.5'],
      ['withdrawal-request', 'JU', '1', 'available', USER, 'withdrawing', USER, 'withdrawal', 2, '1'],
    ]);
  });
});
