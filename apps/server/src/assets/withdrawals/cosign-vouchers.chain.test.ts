import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { type Voucher, voucherDomain, voucherTypes } from '@city-mint/chain-contract/voucher';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { openSessionOf } from '@city-mint/tests/builders/sessions';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestChain, TEST_CHAIN_ID, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { startTestIndexer } from '@city-mint/tests/setup/start-test-indexer';
import { sql } from 'kysely';
import { pino } from 'pino';
import { type Hex, isHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMajorityNode } from '#platform/chain/majority-node.ts';
import { createRpcNodes, type RpcNode } from '#platform/chain/rpc-node.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { signDueWithdrawals, watchReserves } from '../jobs.ts';
import { cosignVouchers } from './commands/cosign-vouchers.ts';
import { requestWithdrawal } from './commands/request-withdrawal.ts';
import { findLastVoucher, secondsOf } from './store/vouchers.ts';
import { findAnyWithdrawal } from './store/withdrawals.ts';
import { voucherOf } from './voucher.ts';

const UNIT = 10n ** 18n;
const USER = DEV_ROLES.testWallet;
const ACCOUNT = devAccount(USER).address;
const THIEF = devAccount(40).address;
const log = pino({ level: 'silent' });
const keyOf = (role: 'voucherSigner' | 'auditor') => privateKeyToAccount(devAccount(DEV_ROLES[role]).privateKey);

let chain: TestChain;
let snapshot: Hex;
let database: TestDatabase;
let owner: Database;
let api: Database;
let worker: Database;
let auditor: Database;
let node: RpcNode;

beforeAll(async () => {
  chain = await startTestChain();
  node = createMajorityNode(createRpcNodes({ urls: [chain.url, chain.url, chain.url] }));
});
afterAll(() => chain.stop());
beforeEach(async () => {
  snapshot = await chain.testClient.snapshot();
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  api = createDatabase({ ...asRole(database.url, 'city_mint_api') });
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker') });
  auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor') });
  const indexer = startTestIndexer({ databaseUrl: database.url, chain });
  await chain.depositNative(USER, 10n * UNIT);
  await chain.finalize();
  await indexer.catchUp();
  await indexer.stop();
});
afterEach(async () => {
  await Promise.all([owner, api, worker, auditor].map((db) => db.destroy()));
  await database.drop();
  await chain.testClient.revert({ id: snapshot });
});

const deployment = () => ({ chainId: TEST_CHAIN_ID, vault: chain.addresses.vault, fmc: chain.addresses.fmc });
const cosign = (doubt?: string) => {
  const doubtOf = async () => doubt;
  return cosignVouchers({ db: auditor, node, deployment: deployment(), auditor: keyOf('auditor'), doubtOf });
};

/** Requests a withdrawal of 4 JU to the user's own wallet; returns its id. */
async function request(): Promise<bigint> {
  const user = await owner.selectFrom('app_user').select('id').where('address', '=', ACCOUNT).executeTakeFirstOrThrow();
  const token = await openSessionOf(owner, user.id);
  const identity = { userId: user.id, token, account: ACCOUNT, to: ACCOUNT, requestId: crypto.randomUUID() };
  const asked = { ...identity, currency: 'JU', amount: tokenAmount(4n * UNIT) } as const;
  const answer = await requestWithdrawal(api, { request: asked, forbiddenAddresses: [] });
  if (!('withdrawalId' in answer)) throw new Error(answer.refusal);
  return answer.withdrawalId;
}

/** A worker signs what is due; returns how many vouchers it signed. */
async function sign(): Promise<number> {
  const compare = () => watchReserves({ db: worker, deployment: deployment(), node, log });
  return signDueWithdrawals({ db: worker, deployment: deployment(), signer: keyOf('voucherSigner'), log, compare });
}

async function readVoucher(id: bigint): Promise<{ voucher: Voucher; signature: Hex; cosignature: Hex | null }> {
  const [row, last] = [await findAnyWithdrawal(owner, id), await findLastVoucher(owner, id)];
  if (row === undefined || last === undefined || !isHex(last.signature)) throw new Error('no voucher');
  const term = { validAfter: secondsOf(last.valid_after), deadline: secondsOf(last.deadline) };
  const cosignature = isHex(last.cosignature) ? last.cosignature : null;
  return { voucher: voucherOf(deployment(), row, term), signature: last.signature, cosignature };
}

const send = (args: readonly [Voucher, Hex, Hex]) =>
  chain.wallet(USER).writeContract({ address: chain.addresses.vault, abi: vaultAbi, functionName: 'withdraw', args });

/** What a thief of the worker's login and of the signer's key stores: a voucher of its own message. */
async function storeForged(id: bigint, message: Partial<Voucher>): Promise<Voucher> {
  await sign();
  const { voucher } = await readVoucher(id);
  const forged = { ...voucher, ...message };
  const signature = await keyOf('voucherSigner').signTypedData({
    domain: voucherDomain(deployment()),
    types: voucherTypes,
    primaryType: 'Voucher',
    message: forged,
  });
  await sql`update withdrawal_voucher set signature = ${signature} where withdrawal_id = ${id}`.execute(owner);
  return forged;
}

describe('cosignVouchers', () => {
  test('default: signs a voucher once, and the vault pays it', async () => {
    const id = await request();
    expect(await sign()).toBe(1);
    expect((await readVoucher(id)).cosignature).toBeNull();
    expect(await cosign()).toEqual({ signed: [id], doubted: [] });
    expect(await cosign()).toEqual({ signed: [], doubted: [] });
    const { voucher, signature, cosignature } = await readVoucher(id);
    await chain.waitFor(await send([voucher, signature, cosignature ?? '0x']));
    const used = { address: chain.addresses.vault, abi: vaultAbi, functionName: 'used', args: [voucher.id] } as const;
    expect(await chain.publicClient.readContract(used)).toBe(true);
  });

  test('behavior: the vault pays no voucher of the signer’s thief without the auditor’s signature', async () => {
    const id = await request();
    await sign();
    const { voucher, signature } = await readVoucher(id);
    await expect(send([voucher, signature, signature])).rejects.toThrow('InvalidAuditorSignature');
    await expect(send([voucher, signature, '0x'])).rejects.toThrow('InvalidAuditorSignature');
  });

  test.each<[string, Partial<Voucher>]>([
    ['recipient', { to: THIEF }],
    ['account', { account: THIEF }],
    ['amount', { amount: 9n * UNIT }],
  ])('behavior: a voucher signed for another %s is not signed again', async (_, message) => {
    const id = await request();
    const forged = await storeForged(id, message);
    const doubted = [{ withdrawalId: id, reason: 'the signature is not the signer’s' }];
    expect(await cosign()).toEqual({ signed: [], doubted });
    const { signature, cosignature } = await readVoucher(id);
    expect(cosignature).toBeNull();
    await expect(send([{ ...forged, account: ACCOUNT }, signature, '0x'])).rejects.toThrow(/Invalid\w+Signature/);
  });

  test('behavior: a recipient that the user never named is doubted; twin: the named one is signed', async () => {
    const id = await request();
    await sql`update withdrawal set recipient = ${THIEF} where id = ${id}`.execute(owner);
    await storeForgedRow(id);
    expect(await cosign()).toEqual({ signed: [], doubted: [{ withdrawalId: id, reason: 'recipient-unknown' }] });
    await sql`update withdrawal set recipient = ${ACCOUNT} where id = ${id}`.execute(owner);
    await storeForgedRow(id);
    expect(await cosign()).toEqual({ signed: [id], doubted: [] });
  });

  test('behavior: a voucher that the auditor’s books do not support is not signed', async () => {
    const id = await request();
    await sign();
    const reason = 'the account does not cover its open withdrawals';
    expect(await cosign(reason)).toEqual({ signed: [], doubted: [{ withdrawalId: id, reason }] });
    expect((await readVoucher(id)).cosignature).toBeNull();
  });

  test('behavior: an expired voucher, and one of a returned withdrawal, is not signed', async () => {
    const id = await request();
    await sign();
    await sql`update withdrawal_voucher set deadline = now() - interval '1 second'`.execute(owner);
    expect(await cosign()).toEqual({ signed: [], doubted: [] });
    await sql`update withdrawal_voucher set deadline = now() + interval '1 minute'`.execute(owner);
    await sql`update withdrawal set state = 'returned' where id = ${id}`.execute(owner);
    expect(await cosign()).toEqual({ signed: [], doubted: [] });
  });
});

/** The row as it is, with a voucher that the signer's key signed for it. */
async function storeForgedRow(id: bigint): Promise<void> {
  await sql`delete from withdrawal_voucher`.execute(owner);
  const now = Math.floor(Date.now() / 1000);
  await sql`insert into withdrawal_voucher (withdrawal_id, number, valid_after, deadline, signature)
    values (${id}, 1, to_timestamp(${now}), to_timestamp(${now + 600}), '0x00')`.execute(owner);
  await sql`update withdrawal set state = 'signed', due_at = null where id = ${id}`.execute(owner);
  const { voucher } = await readVoucher(id);
  const signature = await keyOf('voucherSigner').signTypedData({
    domain: voucherDomain(deployment()),
    types: voucherTypes,
    primaryType: 'Voucher',
    message: voucher,
  });
  await sql`update withdrawal_voucher set signature = ${signature}`.execute(owner);
}
