import { treePath } from '@city-mint/api-contract/proof/tree-path';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { LEAVES_PER_ACCOUNT, verifyAccountLeaves } from '@city-mint/domain/proof/account-leaves';
import { deriveSalt } from '@city-mint/domain/proof/exit-key';
import { sumLeafNames } from '@city-mint/domain/proof/sum-tree';
import { readTreeFile } from '@city-mint/domain/proof/tree-file';
import { sealEverything } from '@city-mint/tests/builders/audited-chain';
import { exitKeyOf } from '@city-mint/tests/builders/exit-keys';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { JU } from '@city-mint/tests/builders/rounds';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { bytesToHex, toBytes } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { makeLiabilitiesTrees } from './commands/make-liabilities-trees.ts';
import { type LiabilitiesRoot, readLiabilitiesRoots } from './queries/read-liabilities.ts';
import { sha256 } from './tree/tree-hashes.ts';

const USERS = 300;
const NOTHING_COUNTED = { deposited: 0n, withdrawn: 0n };

let database: TestDatabase;
let owner: Database;
let worker: Database;
let api: TestApi;
let addresses: string[];
let block = 76n;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  worker = createDatabase(asRole(database.url, 'city_mint_worker'));
  await buildFunds(owner, { reserve: 1_000n * JU, emission: 50_000n * JU });
  await buildParticipants(owner, { count: USERS, available: 5n * JU });
  const users = await owner.selectFrom('app_user').select('address').orderBy('id').execute();
  addresses = users.map(({ address }) => address);
  await sealEverything(owner);
  await makeTrees();
  api = await startTestApi({ databaseUrl: database.url });
});
afterAll(async () => {
  await api.stop();
  await Promise.all([owner.destroy(), worker.destroy()]);
  await database.drop();
});

/** Makes the trees as of the next block; returns the tree of JU. */
async function makeTrees(): Promise<LiabilitiesRoot> {
  block += 1n;
  const vault = { readBlock: async () => block, readBalance: async () => 0n };
  expect(await makeLiabilitiesTrees(worker, vault)).toBe(true);
  return juTree();
}

async function juTree(): Promise<LiabilitiesRoot> {
  const tree = (await readLiabilitiesRoots(owner)).find(({ currency }) => currency === CURRENCIES.JU);
  if (tree === undefined) throw new Error('no tree');
  return tree;
}

const fetchTree = (root: string | Buffer, init: RequestInit = {}) =>
  fetch(api.url + treePath(typeof root === 'string' ? root : bytesToHex(root)), init);

async function read(file: Response, wanted: readonly Uint8Array[] = []) {
  if (file.body === null) throw new Error('an empty answer');
  return readTreeFile(file.body, { wanted, hash: sha256 });
}

/** The names of an account's leaves, by an exit key. */
function namesOf(address: string, key: Uint8Array, asOf = block): Uint8Array[] {
  const salt = deriveSalt(key, { currency: 'JU', block: asOf }, sha256);
  return sumLeafNames({ account: toBytes(address), salt, ...NOTHING_COUNTED }, LEAVES_PER_ACCOUNT, sha256);
}

async function anchor(tree: LiabilitiesRoot, state: 'sent' | 'final'): Promise<void> {
  await sql`update anchor set state = ${state}, sender = '0x', nonce = id, tx_hash = '0x', block_number = 1,
    final_at = now() where kind = 'liabilities' and subject = ${tree.id}`.execute(owner);
}

test('default: the file leads to the tree’s root, and an account finds its leaves with only its key', async () => {
  const tree = await juTree();
  const [address = ''] = addresses;
  const key = await exitKeyOf(owner, address);
  const file = await read(await fetchTree(tree.root), namesOf(address, key));
  expect(file).toMatchObject({ leaves: tree.leaves, firstUnordered: null });
  expect([bytesToHex(file.root.hash), file.root.sum]).toEqual([bytesToHex(tree.root), tree.total]);
  const salt = deriveSalt(key, { currency: 'JU', block }, sha256);
  const proofs = file.found.map((leaf, index) => {
    if (leaf === undefined) throw new Error(`leaf ${index} is missing`);
    const { amount, locked, path } = leaf;
    return { leaf: { account: toBytes(address), salt, index, amount, locked, ...NOTHING_COUNTED }, path };
  });
  const expected = { account: toBytes(address), balance: 5n * JU, root: file.root, hash: sha256 };
  expect(verifyAccountLeaves(proofs, expected)).toBeNull();
});

test('behavior: the file is cached without end, and read in ranges', async () => {
  const { root, leaves } = await juTree();
  const whole = await fetchTree(root);
  expect(whole.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const etag = whole.headers.get('etag') ?? '';
  expect(etag).toBe(`"${root.toString('hex')}"`);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(bytes).toHaveLength(64 * leaves);
  // Across the end of a chunk of 1,024 leaves, and within the last one.
  for (const [from, to] of [
    [65_530, 65_541],
    [70_000, 70_000],
  ] as const) {
    const part = await fetchTree(root, { headers: { range: `bytes=${from}-${to}` } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(from, to + 1));
  }
  expect((await fetchTree(root, { headers: { 'if-none-match': etag } })).status).toBe(304);
  for (const other of ['0x12', '00'.repeat(32), `${'0'.repeat(63)}g`])
    expect(await (await fetchTree(other)).json()).toMatchObject({ error: 'not-found' });
});

test('attack: the file and all public counters show no name without the key, nor with another’s', async () => {
  const { root } = await juTree();
  const [thief = '', ...others] = addresses;
  const own = await exitKeyOf(owner, thief);
  const publicKeys = (address: string) => [
    ...[own, new Uint8Array(32), Uint8Array.from(root), sha256(toBytes(address))],
    ...[Buffer.concat([Buffer.alloc(12), toBytes(address)]), sha256(root)],
  ];
  const guessed = others.flatMap((address) => publicKeys(address).flatMap((key) => namesOf(address, key)));
  const { found } = await read(await fetchTree(root), guessed);
  expect(found.filter((leaf) => leaf !== undefined)).toEqual([]);
  // Twin: with the master, from which every key is derived, each account is found.
  const keys = await Promise.all(others.map(async (address) => namesOf(address, await exitKeyOf(owner, address))));
  const all = await read(await fetchTree(root), keys.flat());
  expect(all.found.filter((leaf) => leaf !== undefined)).toHaveLength(LEAVES_PER_ACCOUNT * others.length);
});

test('behavior: the newest anchored tree and trees on their way stay published; no other is anchored', async () => {
  const isPublished = async ({ root }: LiabilitiesRoot) =>
    (await fetchTree(root)).headers.get('content-type') === 'application/octet-stream';
  const stateOf = async ({ id }: LiabilitiesRoot) =>
    (await owner.selectFrom('anchor').select('state').where('subject', '=', id).executeTakeFirst())?.state;
  const anchored = await makeTrees();
  await anchor(anchored, 'final');
  const sent = await makeTrees();
  await anchor(sent, 'sent');
  const waiting = await makeTrees();
  const [last, newest] = [await makeTrees(), await makeTrees()];
  expect(await Promise.all([anchored, sent, waiting, last, newest].map(isPublished))).toEqual([
    ...[true, true, false, true, true],
  ]);
  expect(await Promise.all([sent, waiting, last].map(stateOf))).toEqual(['sent', 'superseded', 'waiting']);
  await anchor(sent, 'final');
  await makeTrees();
  expect(await Promise.all([anchored, sent, last].map(isPublished))).toEqual([false, true, false]);
});
