import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './setup/create-test-database.ts';
import { startTestApi, TEST_DOMAIN, TEST_URI, type TestApi } from './setup/start-test-api.ts';

const CALLS = 400;
const SIGN_INS = 20;

type Answer = { code: number; error?: string };

describe('a flood of one address', () => {
  let database: TestDatabase;
  let api: TestApi | undefined;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** Sends a call from an address of the loopback network, which contains every 127.x.x.x. */
  function call(from: string, path: string, body?: object): Promise<Answer> {
    const agent = agents.get(from) ?? new Agent({ keepAlive: true, maxSockets: 20, localAddress: from });
    agents.set(from, agent);
    return new Promise((resolve, reject) => {
      const asked = request(
        `${api?.url}${path}`,
        { agent, method: body === undefined ? 'GET' : 'POST', headers: { 'content-type': 'application/json' } },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString()) as Answer));
        },
      );
      asked.on('error', reject);
      asked.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
  const agents = new Map<string, Agent>();

  const askForText = (from: string) =>
    call(from, '/api/app/user/signMessage', {
      eth_address: `0x${randomBytes(20).toString('hex')}`,
      domain: TEST_DOMAIN,
      uri: TEST_URI,
    });

  /** Floods the API with requests for sign-in texts of different wallets, while another address signs in and reads. */
  async function flood(env: NodeJS.ProcessEnv) {
    api = await startTestApi({ databaseUrl: database.url, env });
    try {
      const flooding = Promise.all(Array.from({ length: CALLS }, () => askForText('127.0.0.66')));
      const honest: Answer[] = [];
      for (let each = 0; each < 10; each += 1) {
        honest.push(await askForText('127.0.0.2'), await call('127.0.0.2', '/api/app/home'));
      }
      const answers = await flooding;
      const { rows } = await api.admin.query(
        'select (select count(*) from sign_in_nonce_used)::int + (select count(*) from app_user)::int as stored',
      );
      return {
        allowed: answers.filter(({ code }) => code === 200).length,
        refused: answers.filter(({ error }) => error === 'too-many-requests').length,
        honest: honest.filter(({ code }) => code === 200).length,
        stored: rows[0].stored as number,
      };
    } finally {
      await api.stop();
      for (const agent of agents.values()) agent.destroy();
      agents.clear();
    }
  }

  test('default: it gets its limit and stores nothing; others are not affected', async () => {
    const counts = await flood({ RATE_LIMIT_PER_MINUTE: '1000', SIGN_IN_LIMIT_PER_MINUTE: String(SIGN_INS) });
    // How much more is allowed during the flood depends on how long it takes.
    expect(counts.allowed).toBeGreaterThanOrEqual(SIGN_INS);
    expect(counts.allowed).toBeLessThan(CALLS / 4);
    expect(counts).toMatchObject({ refused: CALLS - counts.allowed, honest: 20, stored: 0 });
  });

  test('broken twin: without limits every call is answered', async () => {
    expect(await flood({ RATE_LIMIT_PER_MINUTE: '0' })).toMatchObject({
      allowed: CALLS,
      refused: 0,
      stored: 0,
    });
  });
});
