import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

/** A parameter that is an account, and one that is the amount of a transfer. */
const ACCOUNT = /debit|credit|account|payer|payee|escrow/;
const AMOUNT = /amount|firsts|seconds/;

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/**
 * Returns the functions with the owner's rights that a role may execute, and whose caller chooses two
 * accounts, or an account and an amount.
 */
async function functionsThatTakeAccounts(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; role: string; parameters: string[] | null }>(`
    select p.proname as name, r.rolname as role, p.proargnames as parameters
    from pg_proc p join pg_roles r on r.rolname ~ '^city_mint_(api|ops|operator|worker|indexer|auditor|verifier)$'
    where p.pronamespace = 'public'::regnamespace and p.prosecdef and has_function_privilege(r.oid, p.oid, 'execute')`);
  expect(rows.length).toBeGreaterThan(40);
  return rows.flatMap(({ name, role, parameters }) => {
    const accounts = (parameters ?? []).filter((parameter) => ACCOUNT.test(parameter)).length;
    const amounts = (parameters ?? []).filter((parameter) => AMOUNT.test(parameter)).length;
    return accounts > 1 || (accounts > 0 && amounts > 0) ? [`${role} ${name}`] : [];
  });
}

describe('functions that post transfers', () => {
  test('default: no role may call one that takes accounts: they read them from the source', async () => {
    expect(await functionsThatTakeAccounts()).toEqual([]);
  });

  test.each([
    ['two accounts', '(p_debit bigint, p_credit bigint)'],
    ['an account and amounts', '(p_amounts numeric[], p_accounts bigint[])'],
  ])('broken twin: one that takes %s is found', async (_what, parameters) => {
    await owner.query(`create function planted${parameters} returns void language sql security definer as 'select';
      revoke all on function planted from public; grant execute on function planted to city_mint_worker`);
    onTestFinished(async () => void (await owner.query('drop function planted')));
    expect(await functionsThatTakeAccounts()).toEqual(['city_mint_worker planted']);
  });

  test.each(['city_mint_worker', 'city_mint_indexer', 'city_mint_operator', 'city_mint_api', 'city_mint_ops'])(
    'default: %s writes no transfer and no balance',
    async (role) => {
      const { rows } = await owner.query(
        `select has_table_privilege($1, t, 'insert, update, delete, truncate') as may
        from unnest(array['ledger_transfer', 'ledger_account']) t`,
        [role],
      );
      expect(rows).toEqual([{ may: false }, { may: false }]);
    },
  );
});
