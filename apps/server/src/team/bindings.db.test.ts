import { checkInviter } from '@city-mint/domain/team/check-inviter';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, openRound } from '@city-mint/tests/builders/rounds';
import { bind, bindChain } from '@city-mint/tests/builders/teams';
import { breakFunction } from '@city-mint/tests/setup/break-function';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createDatabase, type Database } from '#platform/database/database.ts';

const replySchema = z.object({ data: z.object({ message: z.string(), notice: z.array(z.string()) }) });
const PARALLEL = Number(process.env['TEAM_BINDS'] ?? 400);

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ url: database.url, maxConnections: 20 });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Returns how many users are above themselves. */
async function countCircles(of: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with recursive up as (
      select user_id, inviter_id as above from participant where inviter_id is not null
      union
      select up.user_id, p.inviter_id from up join participant p on p.user_id = up.above where p.inviter_id is not null
    ) select count(*)::int as n from up where above = user_id`.execute(of);
  return rows[0]?.n ?? 0;
}

/** Concurrent random bindings within groups of eight, so that circles of any length are likely. */
async function bindAtRandom(of: Database, count: number): Promise<(string | undefined)[]> {
  const users = await buildParticipants(of, { count, available: 0n });
  const groups = Math.ceil(count / 8);
  const at = (group: number) => users[(group % groups) * 8 + Math.floor(Math.random() * 8)] ?? users[0] ?? 0n;
  const pairs = Array.from({ length: count }, (_unused, n) => ({ user: at(n), inviter: at(n) }));
  return bindAll(of, pairs);
}

/** Runs as many bindings in parallel as there are connections. */
async function bindAll(of: Database, pairs: { user: bigint; inviter: bigint }[]): Promise<(string | undefined)[]> {
  const answers: (string | undefined)[] = [];
  const waiting = pairs.values();
  const bindNext = async () => {
    for (const { user, inviter } of waiting) answers.push(await bind(of, user, inviter));
  };
  await Promise.all(Array.from({ length: 20 }, bindNext));
  return answers;
}

/** Pairs of users who concurrently invite each other; returns how many bindings were made. */
async function bindEachOther(of: Database, pairs: number): Promise<number> {
  const users = await buildParticipants(of, { count: pairs * 2, available: 0n });
  const answers = await Promise.all(
    users.map((user, index) => bind(of, user, users[index % 2 === 0 ? index + 1 : index - 1] ?? 0n)),
  );
  return answers.filter((refusal) => refusal === undefined).length;
}

describe('parallel bindings', () => {
  test('default: makes no circle, and every refusal has its reason', async () => {
    const answers = await bindAtRandom(db, PARALLEL);
    expect(await countCircles(db)).toBe(0);
    const refusals = new Set(answers);
    expect([...refusals].sort()).toEqual(['already-bound', 'below-yourself', 'own-address', undefined]);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from team_bind b join participant p using (user_id, inviter_id)`.execute(db);
    expect(rows[0]?.n).toBe(answers.filter((refusal) => refusal === undefined).length);
  });

  test('behavior: refuses one of two users who bind each other, without a deadlock', async () => {
    expect(await bindEachOther(db, 50)).toBe(50);
    expect(await countCircles(db)).toBe(0);
  });

  test('behavior: joins whole trees one at a time', async () => {
    // The heads of a ring of trees, who all have referrals, concurrently bind to the next tree's lowest user. All of
    // these bindings together would close the ring.
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const users = await buildParticipants(db, { count: 30, available: 0n });
      const trees = Array.from({ length: 10 }, (_unused, n) => users.slice(n * 3, n * 3 + 3));
      for (const tree of trees) await bindChain(db, tree);
      const answers = await Promise.all(
        trees.map((tree, n) => bind(db, tree[0] ?? 0n, trees[(n + 1) % trees.length]?.[2] ?? 0n)),
      );
      expect(answers.filter((refusal) => refusal === 'below-yourself')).toHaveLength(1);
    }
    expect(await countCircles(db)).toBe(0);
  });

  test('broken twin: without the locks circles appear', async () => {
    const broken = await createTestDatabase();
    const twin = createDatabase({ url: broken.url, maxConnections: 20 });
    const locks = [
      [' for update', ''],
      [' for key share', ''],
      ['perform pg_advisory_xact_lock(4207300013)', 'perform 1'],
    ] as const;
    await breakFunction(twin, 'lock_for_bind', ...locks);
    const bound = await bindEachOther(twin, 50);
    const circles = await countCircles(twin);
    await twin.destroy();
    await broken.drop();
    expect(bound).toBeGreaterThan(50);
    expect(circles).toBeGreaterThan(0);
  });

  test('property: refuses as checkInviter of the domain does', async () => {
    const users = await buildParticipants(db, { count: 6, available: 0n });
    const inviterOf = new Map<bigint, bigint>();
    const above = (user: bigint): bigint[] => {
      const inviter = inviterOf.get(user);
      return inviter === undefined ? [] : [inviter, ...above(inviter)];
    };
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const [user, inviter] = [users[attempt % 6] ?? 0n, users[(attempt * 7 + (attempt >> 2)) % 6] ?? 0n];
      const expected = checkInviter({ id: user, above: above(user) }, { id: inviter, above: above(inviter) });
      expect(await bind(db, user, inviter)).toBe(expected);
      if (expected === undefined) inviterOf.set(user, inviter);
    }
    expect(inviterOf.size).toBeGreaterThan(2);
  });

  test('behavior: a bound inviter is permanent, for direct writes too', async () => {
    const [one = 0n, two = 0n, three = 0n] = await buildParticipants(db, { count: 3, available: 0n });
    expect(await bind(db, one, two)).toBeUndefined();
    expect(await bind(db, one, three)).toBe('already-bound');
    const change = (to: bigint | null) =>
      sql`update participant set inviter_id = ${to}::bigint where user_id = ${one}`.execute(db);
    await expect(change(three)).rejects.toThrow('inviter is permanent');
    await expect(change(null)).rejects.toThrow('inviter is permanent');
  });
});

describe('POST /api/biz/activate', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ databaseUrl: database.url });
  });
  afterAll(() => api.stop());

  const newAccount = async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const token = await api.signIn(account);
    return { account, token, client: api.client(token) };
  };
  type TestAccount = Awaited<ReturnType<typeof newAccount>>;

  async function confirm({ client }: TestAccount, superior: string) {
    const answer = await client.call('POST /api/app/user/confirmMessage', { action: 'bind-inviter', superior });
    if (!answer.ok) throw new Error(answer.error);
    return answer.data;
  }

  async function activate(user: TestAccount, superior: string, signer: PrivateKeyAccount = user.account) {
    const { message, nonce } = await confirm(user, superior);
    const sign_hex = await signer.signMessage({ message });
    return user.client.call('POST /api/biz/activate', { superior, sign_hex, nonce });
  }

  test('default: the text names the inviter, the signature binds, the page shows it', async () => {
    const [user, inviter] = [await newAccount(), await newAccount()];
    const { message, nonce } = await confirm(user, inviter.account.address.toLowerCase());
    expect(message).toContain(`Bind your inviter permanently: ${inviter.account.address}`);
    expect(message).toContain(`Account: ${user.account.address}`);
    expect(message).not.toContain('wants you to sign in');
    const sign_hex = await user.account.signMessage({ message });
    const superior = inviter.account.address;
    const answer = await user.client.call('POST /api/biz/activate', { superior, sign_hex, nonce });
    expect(answer).toMatchObject({ ok: true, data: { superior } });
    expect(await user.client.call('GET /api/biz/team', {})).toMatchObject({ data: { superior } });
    const directs = await inviter.client.call('POST /api/biz/directs', {});
    expect(directs).toMatchObject({ data: { items: [{ address: user.account.address }], nextCursor: null } });
  });

  const compose = ({ client }: TestAccount, superior: string) =>
    client.call('POST /api/app/user/confirmMessage', { action: 'bind-inviter', superior });

  test('behavior: a request that would be refused is refused before there is a text to sign', async () => {
    const [one, two, three] = [await newAccount(), await newAccount(), await newAccount()];
    const stranger = privateKeyToAccount(generatePrivateKey()).address;
    expect(await compose(one, stranger)).toMatchObject({ error: 'unknown-address', details: { field: 'superior' } });
    expect(await compose(one, one.account.address)).toMatchObject({ error: 'own-address' });
    expect(await activate(two, one.account.address)).toMatchObject({ ok: true });
    expect(await activate(three, two.account.address)).toMatchObject({ ok: true });
    expect(await compose(one, three.account.address)).toMatchObject({ error: 'below-yourself' });
    expect(await compose(two, three.account.address)).toMatchObject({
      error: 'already-bound',
      details: { bound: one.account.address },
    });
    // In checking order: a bound user gets this refusal for any address.
    expect(await compose(two, stranger)).toMatchObject({ error: 'already-bound' });
    expect(await compose(two, two.account.address)).toMatchObject({ error: 'already-bound' });
    const texts = await api.admin.query(`select 1 from confirmation where fields->>'superior' = $1`, [stranger]);
    expect(texts.rows).toEqual([]);
  });

  test('behavior: the binding refuses a change made after the text was composed', async () => {
    const [one, two, three] = [await newAccount(), await newAccount(), await newAccount()];
    const sign = async (user: TestAccount, superior: string) => {
      const { message, nonce } = await confirm(user, superior);
      return { superior, nonce, sign_hex: await user.account.signMessage({ message }) };
    };
    const circle = await sign(one, two.account.address);
    const second = await sign(two, three.account.address);
    expect(await activate(two, one.account.address)).toMatchObject({ ok: true });
    expect(await one.client.call('POST /api/biz/activate', circle)).toMatchObject({ error: 'below-yourself' });
    expect(await two.client.call('POST /api/biz/activate', second)).toMatchObject({
      error: 'already-bound',
      details: { bound: one.account.address },
    });
  });

  test('behavior: the inviter’s earnings and their fee are shown by language and are part of the text', async () => {
    const [user, inviter] = [await newAccount(), await newAccount()];
    const superior = inviter.account.address;
    await openRound(db, buildPlan({ terms: { mintFeeBps: 150, referralBps: 2_500 } }));
    for (const [lang, words] of [
      ['en', ['receives 25% of the mint fee, which is 1.5% of what you put in', 'never from your deposit']],
      ['zh', ['铸造手续费的 25%；手续费为您投入金额的 1.5%', '绝不会从您的本金中支付']],
    ] as const) {
      const answer = await api.send('/api/app/user/confirmMessage', {
        method: 'POST',
        headers: { authorization: user.token, 'content-type': 'application/json', lang },
        body: JSON.stringify({ action: 'bind-inviter', superior }),
      });
      const { message, notice } = replySchema.parse(answer.json).data;
      expect(notice.length).toBeGreaterThan(3);
      for (const line of notice) expect(message).toContain(line);
      for (const text of words) expect(notice.join(' ')).toContain(text);
    }
  });

  test('behavior: neither a token without signature nor a text for another purpose binds an inviter', async () => {
    const [user, inviter, other] = [await newAccount(), await newAccount(), await newAccount()];
    const superior = inviter.account.address;
    const call = (sign_hex: string, nonce: string, to = superior) =>
      user.client.call('POST /api/biz/activate', { superior: to, sign_hex, nonce });
    expect(await activate(user, superior, other.account)).toMatchObject({ error: 'signature-invalid' });
    const forAnother = await confirm(user, other.account.address);
    const signed = await user.account.signMessage({ message: forAnother.message });
    expect(await call(signed, forAnother.nonce)).toMatchObject({ error: 'nonce-used-or-unknown' });
    const ofAnother = await confirm(other, superior);
    const byOther = await other.account.signMessage({ message: ofAnother.message });
    expect(await call(byOther, ofAnother.nonce)).toMatchObject({ error: 'nonce-used-or-unknown' });
    const uid = await user.client.call('POST /api/app/user/confirmMessage', {
      action: 'bind-exchange-uid',
      uid: '123456',
    });
    if (!uid.ok) throw new Error(uid.error);
    const ofUid = await user.account.signMessage({ message: uid.data.message });
    expect(await call(ofUid, uid.data.nonce)).toMatchObject({ error: 'nonce-used-or-unknown' });
    expect(await user.client.call('GET /api/biz/team', {})).toMatchObject({ data: { superior: null } });
  });

  test('behavior: 20 parallel calls with one signature get one answer; an expired text binds none', async () => {
    const [user, inviter] = [await newAccount(), await newAccount()];
    const superior = inviter.account.address;
    const { message, nonce } = await confirm(user, superior);
    const sign_hex = await user.account.signMessage({ message });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => user.client.call('POST /api/biz/activate', { superior, sign_hex, nonce })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ ok: true, data: { superior, boundAt: expect.any(Number) } });
    const { rows } = await api.admin.query(
      'select b.id from team_bind b join app_user u on u.id = b.user_id where u.address = $1',
      [user.account.address],
    );
    expect(rows).toHaveLength(1);
    const late = await newAccount();
    const text = await confirm(late, superior);
    await api.admin.query(`update confirmation set expires_at = now() where nonce = $1`, [text.nonce]);
    const signed = await late.account.signMessage({ message: text.message });
    const answer = await late.client.call('POST /api/biz/activate', {
      superior,
      sign_hex: signed,
      nonce: text.nonce,
    });
    expect(answer).toMatchObject({ error: 'message-expired' });
  });

  test('behavior: a user has at most five open texts', async () => {
    const [user, inviter] = [await newAccount(), await newAccount()];
    const compose = () =>
      user.client.call('POST /api/app/user/confirmMessage', {
        action: 'bind-inviter',
        superior: inviter.account.address,
      });
    for (let n = 0; n < 5; n += 1) expect((await compose()).ok).toBe(true);
    expect(await compose()).toMatchObject({ error: 'too-many-open-nonces', details: { limit: '5' } });
  });
});
