import { execFile } from 'node:child_process';
import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operatorEndpoints } from '@city-mint/api-contract/operator/endpoints';
import { whoAmIDocument } from '@city-mint/cli/commands/session';
import { actionDocument, jsonDocument } from '@city-mint/cli/output/json-document';
import { type Printed, runInProcess } from '@city-mint/cli/testing/run-in-process';
import { inheritedVariables } from '@city-mint/devnet/server-environment';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { planJson } from '@city-mint/domain/rounds/phase-plan';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { hexToString, isHex, keccak256 } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { operatorPlan } from './builders/operator-plan.ts';
import { buildFunds, buildParticipants } from './builders/participants.ts';
import { newPerson } from './builders/person.ts';
import { buildPlan, JU, openRound } from './builders/rounds.ts';
import { buildWithdrawal } from './builders/withdrawals.ts';
import { startTestApi, TEST_DOMAIN, type TestApi } from './setup/start-test-api.ts';
import { startTcpProxy } from './setup/tcp-proxy.ts';

const COMMAND = join(import.meta.dirname, '..', 'apps', 'cli', 'src', 'main.ts');
const PASSWORD = 'correct horse';
const REASON = 'because it is tested';

const keys = [generatePrivateKey(), generatePrivateKey()] as const;
const [first, second] = [privateKeyToAccount(keys[0]), privateKeyToAccount(keys[1])];
const folder = mkdtempSync(join(tmpdir(), 'fmc-'));
const firstKey = writePrivate('first', keys[0]);
const secondKey = writePrivate('second', keystoreOf(keys[1]));
const passwordFile = writePrivate('password', `${PASSWORD}\n`);
const AS_FIRST = ['--key-file', firstKey];
const AS_SECOND = ['--key-file', secondKey, '--password-file', passwordFile];

let api: TestApi;
let owner: Database;
beforeAll(async () => {
  api = await startTestApi({ env: { OPERATOR_ADDRESSES: `${first.address},${second.address}` } });
  owner = createDatabase({ url: api.config.DATABASE_URL, maxConnections: 2 });
});
afterAll(async () => {
  await owner.destroy();
  await api.stop();
});

function writePrivate(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

/** Returns the key as wallets store it, encrypted with the password. */
function keystoreOf(key: string): string {
  const [salt, iv] = [randomBytes(32), randomBytes(16)];
  const derived = pbkdf2Sync(PASSWORD, salt, 1_000, 32, 'sha256');
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
  const ciphertext = Buffer.concat([cipher.update(Buffer.from(key.slice(2), 'hex')), cipher.final()]);
  const kdfparams = { c: 1_000, dklen: 32, prf: 'hmac-sha256', salt: salt.toString('hex') };
  const mac = keccak256(Buffer.concat([derived.subarray(16), ciphertext])).slice(2);
  const crypto = { cipher: 'aes-128-ctr', cipherparams: { iv: iv.toString('hex') }, kdf: 'pbkdf2', kdfparams, mac };
  return JSON.stringify({ version: 3, crypto: { ...crypto, ciphertext: ciphertext.toString('hex') } });
}

const environment = (env: Record<string, string>) => {
  const settings = { FMC_OPS_URL: api.opsUrl, FMC_API_URL: api.url, FMC_DOMAIN: TEST_DOMAIN };
  const signing = { FMC_VAULT: api.config.VAULT_ADDRESS, FMC_LANG: 'en' };
  return { HOME: folder, XDG_STATE_HOME: join(folder, 'state'), ...settings, ...signing, ...env };
};

/** Runs the command in this process. */
const fmc = (args: readonly string[], env: Record<string, string> = {}) => runInProcess(args, environment(env));

/** Runs the command as an operator does, in a process. */
function startFmc(args: readonly string[]): Promise<Printed> {
  const env = { ...inheritedVariables(), ...environment({}) };
  return new Promise((done) => {
    execFile(process.execPath, [COMMAND, ...args], { env }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

/** Runs an action with --json and without asking. Returns its exit code and its document, parsed by its schema. */
async function perform(args: readonly string[], env: Record<string, string> = {}) {
  const { code, out, err } = await fmc([...args, '--reason', REASON, '--yes', '--json'], env);
  return { code, err, document: jsonDocument(actionDocument).parse(JSON.parse(out)) };
}

/** Proposes as the first operator and confirms as the second. Returns the output for the second. */
async function confirmed(args: readonly string[]): Promise<string> {
  const proposed = await perform([...args, ...AS_FIRST]);
  expect(proposed, proposed.err).toMatchObject({ code: 4, document: { ok: true, data: { state: 'proposed' } } });
  const id = proposed.document.ok ? (proposed.document.data.proposalId ?? '') : '';
  const own = await perform(['proposals', 'confirm', id, ...AS_FIRST]);
  expect(own).toMatchObject({ code: 1, document: { ok: false, error: 'second-operator-required' } });
  const done = await perform(['proposals', 'confirm', id, ...AS_SECOND]);
  expect(done, done.err).toMatchObject({ code: 0, document: { ok: true, data: { state: 'done', sentAgain: false } } });
  return done.err;
}

async function count(statement: string): Promise<number> {
  const { rows } = await api.admin.query<{ n: number }>(`select count(*)::int n from ${statement}`);
  return rows[0]?.n ?? 0;
}

const documentOf = <Data extends z.ZodType>(data: Data, { out }: Printed) => jsonDocument(data).parse(JSON.parse(out));

/** Returns the path of a crowd's file, as simulations read it. */
const crowdFile = () => {
  const sizes = { smallest: '1000000000000000000', largest: '9000000000000000000' };
  const crowd = { newcomers: 9, newcomersFactor: 9_000, returningBps: 6_000, autoMintBps: 0, invitedBps: 0, ...sizes };
  return writePrivate('crowd.json', JSON.stringify({ ...crowd, stopsInRound: 2, stopsAtBps: 5_000 }));
};

describe('an operator’s day on the command line', () => {
  test('default: a plan is checked and published from the file that simulations read', async () => {
    await api.admin.query(`insert into city (name, latitude, longitude) values ('Wels', 48, 14)`);
    await buildFunds(owner, { reserve: 0n, emission: 500_000n * JU });
    const terms = { minimum: tokenAmount(JU) };
    const plan = buildPlan({ city: 'Wels', rounds: 3, firstQuota: tokenAmount(1_000n * JU), terms });
    const path = writePrivate('plan.json', planJson(plan));
    const opens = ['--first-opens-at', new Date(Date.now() + 3_600_000).toISOString()];

    const checked = await fmc(['plan', 'check', path, ...opens, '--json', ...AS_FIRST]);
    const reply = documentOf(operatorEndpoints['POST /api/ops/plans/check'].reply, checked);
    expect({ code: checked.code, reply }, checked.err).toMatchObject({ code: 0, reply: { data: { violations: [] } } });
    expect(reply.ok && reply.data.rounds).toHaveLength(3);

    const shown = await confirmed(['plan', 'publish', path, crowdFile(), ...opens, '--simulation-seed', '7']);
    expect(shown).toMatch(/firstQuota +– +1000\n/);
    expect(shown).toMatch(/simulationSeed +– +7\n/);
    expect(await count(`phase_plan p join city c on c.id = p.city_id where c.name = 'Wels'`)).toBe(1);
  });

  test('default: before a plan is published it says how many users it asks for a new consent, and why', async () => {
    const { token } = await newPerson({ api, db: owner });
    const disclosure = await api.client().call('GET /api/app/disclosure', {});
    const hash = disclosure.ok ? disclosure.data.hash : '';
    expect(await api.client(token).call('POST /api/app/user/consent', { hash })).toMatchObject({ ok: true });
    const wider = { ...operatorPlan('Wels'), phase: 2, lossBps: 321 };
    const path = writePrivate('wider.json', JSON.stringify(wider));
    const { out } = await fmc(['plan', 'check', path, '--lang', 'en', ...AS_FIRST]);
    expect(out).toMatch(/1 user will be asked for a new consent, because .*: .*lossBps 3% → 3–3\.21%/);
    const shown = await confirmed(['plan', 'publish', path, crowdFile()]);
    expect(shown).toMatch(/consentsAsked +– +1\n/);
    expect(shown).toMatch(/1 user will be asked for a new consent, because .*: .*lossBps 3% → 3–3\.21%/);
  });

  test('bound: every violated bound of a plan is named, and exits with 1', async () => {
    const path = writePrivate('fees.json', JSON.stringify({ ...operatorPlan('Wels'), phase: 9, mintFeeBps: 1_001 }));
    const { code, out } = await fmc(['plan', 'check', path, '--lang', 'zh', ...AS_FIRST]);
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(/mintFeeBps 应为 .*1,000/) });
    const refused = await perform(['plan', 'publish', path, crowdFile(), ...AS_FIRST]);
    expect(refused).toMatchObject({ code: 1, document: { error: 'plan-out-of-bounds' } });
    expect(await count(`operator_proposal where action = 'plans/publish' and state = 'open'`)).toBe(0);
  });

  test('default: a waiting withdrawal is listed and approved by two', async () => {
    const [userId = 0n] = await buildParticipants(owner, { count: 1, available: 10n * JU });
    const account = privateKeyToAccount(generatePrivateKey()).address;
    const id = await buildWithdrawal(owner, { userId, account, amount: 2n * JU, state: 'requested' });
    const listed = await startFmc(['withdrawals', '--json', '--all', ...AS_FIRST]);
    const { reply } = operatorEndpoints['POST /api/ops/withdrawals'];
    expect(documentOf(reply, listed)).toMatchObject({ data: { items: [{ withdrawalId: id, amount: '2', account }] } });
    const inWords = await fmc(['withdrawals', ...AS_FIRST]);
    expect(inWords.out).toMatch(new RegExp(`withdrawalId: ${id}\naccount: ${account}\n[\\s\\S]*\namount: 2\n`));
    await confirmed(['withdrawals', 'approve', id]);
    expect(await count(`withdrawal where id = ${id} and state = 'approved'`)).toBe(1);
    const again = await perform(['withdrawals', 'approve', id, ...AS_FIRST]);
    expect(again).toMatchObject({ code: 1, document: { error: 'not-waiting' } });
  });

  test('default: one pauses, two resume; refusals are in the reader’s language', async () => {
    expect(await perform(['pause', 'swap', ...AS_FIRST])).toMatchObject({ code: 0, document: { ok: true } });
    const again = await perform(['pause', 'swap', '--lang', 'zh', ...AS_FIRST]);
    expect(again).toMatchObject({ code: 1, document: { error: 'nothing-changes', message: '与当前设置相同' } });
    const short = await fmc(['unpause', 'swap', '--reason', 'x', '--yes', '--lang', 'zh', ...AS_FIRST]);
    expect(short).toMatchObject({ code: 2, err: expect.stringContaining('reason') });
    expect(await confirmed(['unpause', 'swap'])).toMatch(/\* +paused +true +false\n/);
  });

  test('default: the document of a pause has its reason, not what stands for it in a preview', async () => {
    const paused = await perform(['pause', 'recharge', ...AS_FIRST]);
    expect(paused).toMatchObject({ document: { data: { after: { paused: 'true', reason: REASON } } } });
    await confirmed(['unpause', 'recharge']);
  });

  test('default: a repeated proposal shows the open one, and a decided one says how it ended', async () => {
    await perform(['pause', 'recharge', ...AS_FIRST]);
    const proposed = await perform(['unpause', 'recharge', ...AS_FIRST]);
    const id = proposed.document.ok ? (proposed.document.data.proposalId ?? '') : '';
    const open = () => count(`operator_proposal where state = 'open' and subject = 'part recharge'`);
    const again = await perform(['unpause', 'recharge', ...AS_SECOND]);
    expect(again).toMatchObject({
      code: 1,
      document: {
        error: 'already-proposed',
        details: { proposalId: id, proposedBy: first.address },
        message: expect.stringContaining(`Already proposed as ${id} by ${first.address} (“${REASON}”)`),
      },
    });
    expect(await open()).toBe(1);
    await perform(['proposals', 'reject', id, ...AS_SECOND]);
    const ended = await perform(['proposals', 'confirm', id, ...AS_SECOND]);
    expect(ended).toMatchObject({ code: 1, document: { error: 'not-found', details: { state: 'rejected' } } });
    const message = ended.document.ok ? '' : ended.document.message;
    expect(message).toMatch(`Proposal ${id} is no longer open: rejected by ${second.address} at 20`);
    const never = await perform(['proposals', 'confirm', '987654', ...AS_SECOND]);
    expect(never).toMatchObject({ document: { message: 'There is no proposal 987654' } });
    // The counter-test: once it has ended, the same action is proposed again.
    await confirmed(['unpause', 'recharge']);
    expect(await open()).toBe(0);
  });

  test('default: a round is shown, and cancelled by two', async () => {
    // The round of the plan that was published before is not due.
    await api.admin.query('update phase_plan set due_at = null');
    const { roundId } = await openRound(owner, buildPlan({ city: 'Enns' }));
    const shown = await fmc(['round', 'show', `${roundId}`, '--json', ...AS_SECOND]);
    const detail = documentOf(operatorEndpoints['POST /api/ops/rounds/detail'].reply, shown);
    expect(detail).toMatchObject({ data: { round: { roundId: `${roundId}`, state: 'open', city: 'Enns' } } });
    await confirmed(['round', 'cancel', `${roundId}`]);
    expect(await count(`round where id = ${roundId} and state = 'open'`)).toBe(0);
    const again = await perform(['round', 'cancel', `${roundId}`, ...AS_FIRST]);
    expect(again).toMatchObject({ code: 1, document: { error: 'round-not-cancellable' } });
  });

  test('default: any declared action and read is called by its name', async () => {
    const limits = ['--currency', 'FMC', '--per-withdrawal', '7', '--per-user-day', '8.5', '--per-day', '9'];
    const set = await perform(['act', 'limits/set', ...limits, '--no-approval-above', ...AS_FIRST]);
    expect(set, set.err).toMatchObject({ code: 0, document: { data: { after: { perUserDay: '8.5' } } } });
    const controls = await fmc(['call', 'controls', '--json', ...AS_SECOND]);
    const read = documentOf(operatorEndpoints['POST /api/ops/controls'].reply, controls);
    const wanted = { currency: 'FMC', perWithdrawal: '7', perUserDay: '8.5', perDay: '9', approvalAbove: null };
    expect(read.ok && read.data.limits.find(({ currency }) => currency === 'FMC')).toEqual(wanted);
    const bad = await fmc(['call', 'rounds/detail', '--round-id', '0', '--lang', 'zh', ...AS_FIRST]);
    expect(bad).toMatchObject({ code: 2, err: '字段 roundId 不是有效的编号\n' });
  });

  test('behavior: whoami shows the role; what takes a higher one is refused before it is signed', async () => {
    const viewer = generatePrivateKey();
    const { address } = privateKeyToAccount(viewer);
    const asViewer = ['--key-file', writePrivate('viewer', viewer)];
    await confirmed(['act', 'operators/add', '--address', address, '--role', 'viewer']);
    const who = documentOf(whoAmIDocument, await fmc(['whoami', '--json', ...asViewer]));
    expect(who).toMatchObject({ data: { address, role: 'viewer', actions: [], confirm: false, opsUrl: api.opsUrl } });
    const paused = await perform(['pause', 'swap', '--lang', 'zh', ...asViewer]);
    const document = { error: 'role-too-low', message: '您的角色不能执行此操作，至少需要 operator' };
    expect(paused).toMatchObject({ code: 1, err: '', document });
    const decided = await perform(['proposals', 'confirm', '1', ...asViewer]);
    expect(decided).toMatchObject({ code: 1, document: { error: 'role-too-low', details: { limit: 'approver' } } });
  });

  test('--quiet prints errors only, and with --json the document', async () => {
    const quiet = ['--quiet', '--reason', REASON, '--yes', ...AS_FIRST];
    expect(await fmc(['pause', 'swap', ...quiet])).toEqual({ code: 0, out: '', err: '' });
    const again = await fmc(['pause', 'swap', ...quiet]);
    expect(again).toEqual({ code: 1, out: '', err: 'This is already the current setting\n' });
    const proposed = await fmc(['unpause', 'swap', '--json', ...quiet]);
    expect(proposed).toEqual({ code: 4, out: expect.stringMatching(/^\{"ok":true.*\}\n$/), err: '' });
    const { proposalId } = JSON.parse(proposed.out).data;
    expect(
      await fmc(['proposals', 'confirm', proposalId, '--quiet', '--reason', REASON, '--yes', ...AS_SECOND]),
    ).toEqual({ code: 0, out: '', err: '' });
  });

  test('nothing is signed without an answer: where no one can be asked, --yes has to be there', async () => {
    const before = await count('operator_log');
    const { code, err } = await startFmc(['pause', 'swap', '--reason', REASON, ...AS_FIRST]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/paused +false +true\n[\s\S]*--yes/) });
    expect(err).toContain(
      'The page stops offering swaps. The pool on chain is not affected. To resume takes two signatures.',
    );
    expect(await count('operator_log')).toBe(before);
  });

  test('nothing is signed for a system whose vault is not named', async () => {
    const asked = ['pause', 'swap', '--reason', REASON, '--yes', ...AS_FIRST];
    expect(await fmc(asked, { FMC_VAULT: '' })).toMatchObject({ code: 2, err: expect.stringContaining('--vault') });
  });

  test('default: the log is searched and each signature verified; a rewritten entry exits with 1', async () => {
    const schema = z.object({ items: z.array(z.object({ fault: z.string().nullable() })), broken: z.int() });
    const whole = await fmc(['log', '--all', '--verify', '--json']);
    const log = documentOf(schema, whole);
    expect({ code: whole.code, broken: log.ok && log.data.broken }).toEqual({ code: 0, broken: 0 });
    expect(log.ok && log.data.items).toHaveLength(await count('operator_log'));
    const pauses = await fmc(['log', '--action', 'pause', '--operator', first.address, '--limit', '1']);
    expect(pauses.out).toContain(`“${REASON}”`);
    expect((await fmc(['log', '--until', '2026-01-01'])).out).toBe('No entry\n');

    await api.admin.query('alter table operator_log disable trigger user');
    const newest = `(select max(id) from operator_log where action = 'pause')`;
    await api.admin.query(`update operator_log set reason = 'as it never was' where id = ${newest}`);
    const broken = await startFmc(['log', '--all', '--verify']);
    expect(broken).toMatchObject({ code: 1, out: expect.stringContaining('BROKEN: another reason was signed') });
    await api.admin.query(`update operator_log set reason = '${REASON}' where id = ${newest}`);
    await api.admin.query('alter table operator_log enable trigger user');
    expect((await fmc(['log', '--all', '--verify'])).code).toBe(0);
  });
});

describe('a lost answer', () => {
  const openProposals = () => count(`operator_proposal where state = 'open' and subject = 'part swap'`);

  /** Runs an action whose first answer is lost on the way. */
  async function loseAnswer(path: string, args: readonly string[], env: Record<string, string> = {}) {
    const { hostname, port } = new URL(api.opsUrl);
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    onTestFinished(() => proxy.stop());
    proxy.holdReplies(new RegExp(`POST /api/ops/${path} `));
    const url = proxy.through(api.opsUrl);
    const running = perform([...args, '--timeout', '2'], { FMC_OPS_URL: url, ...env });
    expect(await waitUntil(() => proxy.heldBytes() > 0)).toBe(true);
    proxy.pass();
    return running;
  }

  test('sends the same request again: one proposal, and what became of it is printed', async () => {
    await perform(['pause', 'swap', ...AS_FIRST]);
    const before = [await openProposals(), await count('operator_log')];
    const { code, document, err } = await loseAnswer('unpause', ['unpause', 'swap', ...AS_FIRST]);
    expect({ code, document }, err).toMatchObject({
      code: 4,
      document: { data: { state: 'proposed', sentAgain: true } },
    });
    expect([await openProposals(), await count('operator_log')]).toEqual(before.map((each) => each + 1));
    // Counter-test: another signed request makes a second proposal.
    const operator = await api.operator(first);
    await operator.act('unpause', { part: 'swap', reason: REASON });
    expect(await openProposals()).toBe((before[0] ?? 0) + 2);
  });

  test('of a confirmation: it is found in the log, though the proposal is decided', async () => {
    const [proposal] = (await api.admin.query(`select id from operator_proposal where state = 'open' limit 1`)).rows;
    const confirm = ['proposals', 'confirm', `${proposal.id}`, ...AS_SECOND];
    const before = await count('operator_log');
    const { code, document, err } = await loseAnswer('proposals/confirm', confirm);
    expect({ code, document }, err).toMatchObject({ code: 0, document: { data: { state: 'done', sentAgain: true } } });
    expect(await count('operator_log')).toBe(before + 1);
    // The counter-test: another confirmation is refused, since the proposal is decided.
    expect(await perform(confirm)).toMatchObject({ code: 1 });
  });

  test('without the log it says that it does not know, and how to look it up', async () => {
    const { code, document } = await loseAnswer('pause', ['pause', 'swap', ...AS_FIRST], { FMC_API_URL: '' });
    expect({ code, document }).toMatchObject({ code: 3, document: { ok: false, error: 'outcome-unknown' } });
    const requestId = document.ok ? '' : String(document.details['requestId']);
    const found = await fmc(['log', '--request-id', requestId]);
    expect(found).toMatchObject({ code: 0, out: expect.stringContaining('paused: false → true') });
  });
});

describe('a wallet behind an RPC', () => {
  type Owner = { readonly says?: 'yes' | 'no'; readonly meanwhile?: () => Promise<unknown> };

  /** Signs like a hardware wallet, with this account, if its owner says yes. Returns its URL and its calls. */
  async function openWallet(account = first, { says = 'yes', meanwhile }: Owner = {}) {
    const methods: string[] = [];
    const sign = async (method: string, [one, two]: [string, string]) => {
      if (method === 'eth_signTypedData_v4') {
        await meanwhile?.();
        return account.signTypedData(JSON.parse(two));
      }
      return account.signMessage({ message: isHex(one) ? hexToString(one) : one });
    };
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => void pieces.push(piece));
      request.on('end', async () => {
        const { id, method, params } = JSON.parse(Buffer.concat(pieces).toString());
        methods.push(method);
        const answer =
          says === 'no' ? { error: { code: 4001, message: 'declined' } } : { result: await sign(method, params) };
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, methods };
  }

  const sessions = join(folder, 'state', 'city-mint', 'sessions');
  const by = (url: string) => ['--signer-url', url, '--account', first.address];

  test('default: signs in once, and each action; only its owner can read the stored session', async () => {
    const { url, methods } = await openWallet();
    const entered = await fmc(['login', '--json', ...by(url)]);
    expect(entered.code, entered.err).toBe(0);
    const [file = ''] = readdirSync(sessions);
    expect([statSync(sessions).mode & 0o777, statSync(join(sessions, file)).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(entered.out).not.toContain('token');

    const who = await fmc(['whoami']);
    expect(who).toMatchObject({ code: 0, out: expect.stringContaining(first.address) });
    const label = ['act', 'regions/set', '--region', 'DE', '--joining-allowed', 'no', '--referral-allowed', 'no'];
    expect(await perform([...label, ...by(url)])).toMatchObject({ code: 0 });
    expect(methods).toEqual(['personal_sign', 'eth_signTypedData_v4']);

    const open = () => count('operator_session where ended_at is null');
    const before = await open();
    expect(await fmc(['logout'])).toMatchObject({ code: 0, out: 'Signed out (1)\n' });
    expect(await open()).toBe(before - 1);
    expect(readdirSync(sessions)).toEqual([]);
    expect((await fmc(['whoami'])).code).toBe(2);
  });

  test('behavior: a session that has ended at the server is forgotten, and said so', async () => {
    const { url } = await openWallet();
    await fmc(['login', ...by(url)]);
    await api.admin.query('update operator_session set ended_at = now() where ended_at is null');
    const reads = await fmc(['withdrawals']);
    expect(reads).toMatchObject({ code: 1, err: expect.stringContaining('sign in with “fmc login”') });
    expect(readdirSync(sessions)).toEqual([]);
  });

  test('attack: a wallet that declines, or signs with another key, sends nothing', async () => {
    const before = await count('operator_log');
    const part = ['pause', 'recharge'];
    const declined = await perform([...part, ...by((await openWallet(first, { says: 'no' })).url)]);
    expect(declined).toMatchObject({ code: 1, document: { error: 'wallet-refused' } });
    const another = await perform([...part, ...by((await openWallet(second)).url)]);
    expect(another).toMatchObject({ code: 1, document: { error: 'signed-by-another' } });
    const silent = await perform([...part, ...by('http://127.0.0.1:1')]);
    expect(silent).toMatchObject({ code: 3, document: { error: 'signer-unreachable' } });
    expect(await count('operator_log')).toBe(before);
  });

  test('attack: a change during the wallet’s prompt makes the shown version outdated, and is refused', async () => {
    const other = await api.operator(second);
    const rule = { region: 'FR', joiningAllowed: true, referralAllowed: false, reason: REASON };
    const change = ['act', 'regions/set', '--region', 'FR', '--joining-allowed', 'no', '--referral-allowed', 'no'];
    const { url } = await openWallet(first, { meanwhile: () => other.act('regions/set', rule) });
    const { code, document, err } = await perform([...change, ...by(url)]);
    expect({ code, document }, err).toMatchObject({ code: 1, document: { error: 'version-changed' } });
    expect(await count(`operator_log where action like '%regions/set' and subject like '%FR'`)).toBe(1);
    // The counter-test: shown as it is now, it is signed and done.
    expect(await perform([...change, ...by((await openWallet()).url)])).toMatchObject({ code: 0 });
  });
});
