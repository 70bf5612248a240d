import { createRequire } from 'node:module';
import { waitForReceipt } from '@city-mint/chain-contract/transaction-sender';
import { type Anvil, startAnvil } from '@city-mint/devnet/anvil';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, TEST_DOMAIN, TEST_URI, type TestApi } from '@city-mint/tests/setup/start-test-api';
import {
  type Abi,
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  HttpRequestError,
  hashMessage,
  http,
  type PublicClient,
  parseAbi,
  serializeErc6492Signature,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SessionToken } from '#platform/http/session-token.ts';

const SOURCE = `// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.20;
contract Wallet {
  address private immutable OWNER;
  constructor(address owner) { OWNER = owner; }
  function isValidSignature(bytes32 hash, bytes calldata s) external view returns (bytes4) {
    address signer = ecrecover(hash, uint8(s[64]), bytes32(s[0:32]), bytes32(s[32:64]));
    return signer == OWNER && signer != address(0) ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
  }
}
contract ApprovingWallet {
  address private immutable OWNER = msg.sender;
  mapping(bytes32 => bool) private approved;
  function approve(bytes32 hash) external { require(msg.sender == OWNER); approved[hash] = true; }
  function isValidSignature(bytes32 hash, bytes calldata s) external view returns (bytes4) {
    return s.length == 0 && approved[hash] ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
  }
}
contract Factory {
  function make(address owner) external returns (address) { return address(new Wallet{salt: 0}(owner)); }
}`;
const MAKE = parseAbi(['function make(address owner) returns (address)']);
const APPROVE = parseAbi(['function approve(bytes32 hash)']);
const SALT: Hex = `0x${'0'.repeat(64)}`;

type Artifact = { abi: Abi; bytecode: Hex };

function compile(): { wallet: Artifact; approving: Artifact; factory: Artifact } {
  const solc: { compile(input: string): string } = createRequire(import.meta.url)('solc');
  const output = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: { 'w.sol': { content: SOURCE } },
        settings: { evmVersion: 'london', outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
      }),
    ),
  ) as { contracts: { 'w.sol': Record<string, { abi: Abi; evm: { bytecode: { object: string } } }> } };
  const artifact = (name: string): Artifact => {
    const found = output.contracts['w.sol'][name];
    if (found === undefined) throw new Error(`no contract ${name}`);
    return { abi: found.abi, bytecode: `0x${found.evm.bytecode.object}` };
  };
  return { wallet: artifact('Wallet'), approving: artifact('ApprovingWallet'), factory: artifact('Factory') };
}

describe('sign-in of contract wallets', () => {
  let anvil: Anvil;
  let database: TestDatabase;
  let api: TestApi;
  let factory: Address;
  let walletCode: Hex;
  /** A deployed wallet that approves texts on the chain, and the function that approves one. */
  let approving: { readonly address: Address; readonly approve: (text: string) => Promise<void> };
  /** Number of calls that the node still answers before it fails. */
  let answersLeft = Number.POSITIVE_INFINITY;

  const owner = privateKeyToAccount(generatePrivateKey());
  const stranger = privateKeyToAccount(generatePrivateKey());

  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 202_599 });
    database = await createTestDatabase();
    const node = createPublicClient({ transport: http(anvil.url, { retryCount: 0 }) });
    api = await startTestApi({ databaseUrl: database.url, chain: losable(node) });
    const { wallet, approving: approvingArtifact, factory: artifact } = compile();
    walletCode = wallet.bytecode;
    const deployer = createWalletClient({
      account: privateKeyToAccount(devAccount(0).privateKey),
      transport: http(anvil.url),
    });
    const deploy = async ({ abi, bytecode }: Artifact) => {
      const hash = await deployer.deployContract({ abi, bytecode, chain: null });
      const { contractAddress } = await waitForReceipt(node, hash);
      if (contractAddress === null || contractAddress === undefined) throw new Error('no contract');
      return getAddress(contractAddress);
    };
    factory = await deploy(artifact);
    const approvingAddress = await deploy(approvingArtifact);
    const approve = async (text: string) => {
      const call = { address: approvingAddress, abi: APPROVE, functionName: 'approve', chain: null } as const;
      await waitForReceipt(node, await deployer.writeContract({ ...call, args: [hashMessage(text)] }));
    };
    approving = { address: approvingAddress, approve };
    const made = await deployer.writeContract({
      address: factory,
      abi: MAKE,
      functionName: 'make',
      args: [owner.address],
      chain: null,
    });
    await waitForReceipt(node, made);
  });
  afterAll(async () => {
    await api.stop();
    await database.drop();
    await anvil.kill();
  });

  function losable(node: PublicClient): PublicClient {
    const request = async (call: { method: string; params?: unknown }) => {
      answersLeft -= 1;
      if (answersLeft < 0) throw new HttpRequestError({ url: anvil.url, details: 'lost' });
      return node.request(call as never);
    };
    return createPublicClient({ transport: custom({ request }, { retryCount: 0 }) });
  }

  function walletOf(ownerAddress: Address): Address {
    const args = encodeAbiParameters([{ type: 'address' }], [ownerAddress]);
    return getContractAddress({
      opcode: 'CREATE2',
      from: factory,
      salt: SALT,
      bytecode: `${walletCode}${args.slice(2)}`,
    });
  }

  const wrap = (ownerAddress: Address, signature: Hex) =>
    serializeErc6492Signature({
      address: factory,
      data: encodeFunctionData({ abi: MAKE, functionName: 'make', args: [ownerAddress] }),
      signature,
    });

  async function compose(eth_address: Address) {
    const text = await api
      .client()
      .call('POST /api/app/user/signMessage', { eth_address, domain: TEST_DOMAIN, uri: TEST_URI });
    if (!text.ok) throw new Error(text.error);
    return text.data;
  }
  const login = (sign_hex: Hex, nonce: string) => api.client().call('POST /api/app/user/login', { sign_hex, nonce });

  test('default: the owner of a deployed wallet signs in as the wallet', async () => {
    const address = walletOf(owner.address);
    const { message, nonce } = await compose(address);
    const answer = await login(await owner.signMessage({ message }), nonce);
    expect(answer).toMatchObject({ ok: true, data: { user: { address } } });
  });

  test('default: a wallet that approves texts on the chain signs in and is bound without signatures', async () => {
    const { message, nonce } = await compose(approving.address);
    await approving.approve(message);
    const session = await login('0x', nonce);
    expect(session).toMatchObject({ ok: true, data: { user: { address: approving.address } } });
    if (!session.ok) return;
    const inviter = privateKeyToAccount(generatePrivateKey());
    await api.signIn(inviter);
    const client = api.client(session.data.token);
    const superior = inviter.address;
    const text = await client.call('POST /api/app/user/confirmMessage', { action: 'bind-inviter', superior });
    if (!text.ok) throw new Error(text.error);
    await approving.approve(text.data.message);
    const request = { superior, nonce: text.data.nonce, sign_hex: '0x' };
    expect(await client.call('POST /api/biz/activate', request)).toMatchObject({ ok: true, data: { superior } });
  });

  test('behavior: without the approval, the empty signature signs no one in', async () => {
    const { nonce } = await compose(approving.address);
    expect(await login('0x', nonce)).toMatchObject({ error: 'signature-invalid' });
    const deployed = await compose(walletOf(owner.address));
    expect(await login('0x', deployed.nonce)).toMatchObject({ error: 'signature-invalid' });
  });

  test('behavior: another key cannot sign in as the wallet', async () => {
    const { message, nonce } = await compose(walletOf(owner.address));
    expect(await login(await stranger.signMessage({ message }), nonce)).toMatchObject({ error: 'signature-invalid' });
  });

  test('behavior: an undeployed wallet signs in with an EIP-6492 signature of its owner only', async () => {
    const address = walletOf(stranger.address);
    const { message, nonce } = await compose(address);
    const answer = await login(wrap(stranger.address, await stranger.signMessage({ message })), nonce);
    expect(answer).toMatchObject({ ok: true, data: { user: { address } } });
    const again = await compose(address);
    const forged = wrap(stranger.address, await owner.signMessage({ message: again.message }));
    expect(await login(forged, again.nonce)).toMatchObject({ error: 'signature-invalid' });
  });

  test.each([0, 1])(
    'behavior: when the node is lost after %i calls the answer is try-again and the text stays usable',
    async (calls) => {
      const { message, nonce } = await compose(walletOf(owner.address));
      const signature = await owner.signMessage({ message });
      const wrong = await stranger.signMessage({ message });
      answersLeft = calls;
      const answer = await login(calls === 1 ? wrong : signature, nonce);
      answersLeft = Number.POSITIVE_INFINITY;
      expect(answer).toMatchObject({ error: 'try-again', code: 503, details: { field: 'sign_hex' } });
      expect(await login(signature, nonce)).toMatchObject({ ok: true });
    },
  );

  test('behavior: an ordinary account signs in without the node', async () => {
    answersLeft = 0;
    const token = await api.signIn(stranger);
    answersLeft = Number.POSITIVE_INFINITY;
    expect(token).toHaveLength(43);
  });

  describe('bound to an inviter by a verifier', () => {
    /**
     * Signs a wallet and an inviter in; returns the text for the wallet to sign, and a function that sends the request.
     */
    async function newRequest(ownerAddress: Address, signature: (message: string) => Promise<Hex>) {
      const address = walletOf(ownerAddress);
      const { message, nonce } = await compose(address);
      const session = await login(await signature(message), nonce);
      if (!session.ok) throw new Error(session.error);
      const inviter = privateKeyToAccount(generatePrivateKey());
      await api.signIn(inviter);
      const client = api.client(session.data.token);
      const superior = inviter.address;
      const text = await client.call('POST /api/app/user/confirmMessage', { action: 'bind-inviter', superior });
      if (!text.ok) throw new Error(text.error);
      /** Requests as a thief of the api's login and of the token can: without a check. */
      const ask = async (signed: Hex) => {
        await api.admin.query(
          `select ask_inviter_binding($1, $2, $3, 'call', $4, $5), pg_notify('inviter_request_due', '')`,
          [new SessionToken(session.data.token), text.data.nonce, superior, text.data.message, signed],
        );
      };
      const requestRow = async () => {
        const { rows } = await api.admin.query('select * from inviter_request where nonce = $1', [text.data.nonce]);
        return rows[0];
      };
      return { client, superior, ...text.data, ask, requestRow };
    }
    const superiorOf = async (client: Awaited<ReturnType<typeof newRequest>>['client']) => {
      const team = await client.call('GET /api/biz/team', {});
      return team.ok ? team.data.superior : team.error;
    };

    test('behavior: a garbage signature or one of another key binds nothing; with the node lost it waits', async () => {
      const sign = (message: string) => owner.signMessage({ message });
      const garbage = await newRequest(owner.address, sign);
      await garbage.ask(`0x${'5a'.repeat(300)}`);
      await expect.poll(garbage.requestRow).toMatchObject({ state: 'refused', refusal: 'signature-invalid' });
      const foreign = await newRequest(owner.address, sign);
      await foreign.ask(await stranger.signMessage({ message: foreign.message }));
      await expect.poll(foreign.requestRow).toMatchObject({ state: 'refused', refusal: 'signature-invalid' });
      const { client, superior, message, ask, requestRow } = await newRequest(owner.address, sign);
      const signed = await sign(message);
      answersLeft = 0;
      await ask(signed);
      await expect
        .poll(requestRow)
        .toMatchObject({ state: 'waiting', last_error: expect.stringContaining('the chain is unavailable') });
      expect(await superiorOf(client)).toBeNull();
      answersLeft = Number.POSITIVE_INFINITY;
      await expect.poll(() => superiorOf(client)).toBe(superior);
      expect(await requestRow()).toMatchObject({ state: 'bound', last_error: null });
    });

    test('default: an undeployed wallet is bound by its EIP-6492 signature', async () => {
      const sign = async (message: string) => wrap(stranger.address, await stranger.signMessage({ message }));
      const { client, superior, message, nonce } = await newRequest(stranger.address, sign);
      const sign_hex = await sign(message);
      const answer = await client.call('POST /api/biz/activate', { superior, nonce, sign_hex });
      expect(answer).toMatchObject({ ok: true, data: { superior, boundAt: expect.any(Number) } });
      expect(await superiorOf(client)).toBe(superior);
    });
  });
});
