import { type Client, createClient } from '@city-mint/api-contract/client';
import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { chainById } from '@city-mint/chain-contract/chains';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { type Address, createPublicClient, createWalletClient, getAddress, http, parseEther, zeroHash } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { DevAccount } from '../dev-accounts.ts';

export type CrowdEndpoints = { readonly apiUrl: string; readonly rpcUrl: string; readonly chainId: number };

type Round = ReplyOf<'GET /api/app/home'>['openRounds'][number];

const RECHARGE_AMOUNT = parseEther('2000');
/** A member with at most this many JU recharges. */
const LOW_BALANCE = 300;

/**
 * Returns a simulated participant, which takes every step a user would: signs in, accepts the disclosure, recharges
 * through the vault and joins.
 */
export function createCrowdMember(dev: DevAccount, endpoints: CrowdEndpoints) {
  const account = privateKeyToAccount(dev.privateKey);
  let token: string | null = null;
  const client: Client = createClient({
    baseUrl: endpoints.apiUrl,
    fetch: globalThis.fetch,
    token: () => token,
    lang: () => 'en',
    onLoggedOut: () => {
      token = null;
    },
  });

  async function signIn(): Promise<void> {
    const { host, origin } = new URL(endpoints.apiUrl);
    const asked = await client.call('POST /api/app/user/signMessage', {
      eth_address: account.address,
      domain: host,
      uri: origin,
    });
    if (!asked.ok) throw new Error(`signMessage: ${asked.error}`);
    const signature = await account.signMessage({ message: asked.data.message });
    const login = await client.call('POST /api/app/user/login', { sign_hex: signature, nonce: asked.data.nonce });
    if (!login.ok) throw new Error(`login: ${login.error}`);
    token = login.data.token;
    await accept();
  }

  /** Accepts the disclosure if earlier consents do not cover it. */
  async function accept(): Promise<void> {
    const disclosure = await client.call('POST /api/app/user/disclosure', {});
    if (!disclosure.ok) throw new Error(`disclosure: ${disclosure.error}`);
    if (!disclosure.data.covered) await client.call('POST /api/app/user/consent', { hash: disclosure.data.hash });
  }

  /** Joins with a random amount. A refused join is ignored, and a disclosure that changed accepted for the next one. */
  async function join(round: Round): Promise<void> {
    const latest = await client.call('POST /api/app/last/crowdfund', { roundId: round.roundId });
    if (!latest.ok || latest.data.termsHash === null) return;
    const joined = await client.call('POST /api/biz/crowdfund', {
      roundId: round.roundId,
      amount: String(10 + Math.floor(Math.random() * 50)),
      termsHash: latest.data.termsHash,
      requestId: crypto.randomUUID(),
    });
    if (!joined.ok && joined.error === 'consent-required') await accept();
  }

  return {
    address: account.address,
    async prepare(): Promise<void> {
      if (token === null) await signIn();
      await recharge(client, { account, endpoints });
    },
    join,
    async openRounds(): Promise<readonly Round[]> {
      const home = await client.call('GET /api/app/home', {});
      return home.ok ? home.data.openRounds : [];
    },
  };
}

/** Recharges through the vault when the balance is low and no recharge is pending. */
async function recharge(
  client: Client,
  { account, endpoints }: { account: PrivateKeyAccount; endpoints: CrowdEndpoints },
): Promise<void> {
  const assets = await client.call('POST /api/app/user/asset', {});
  if (!assets.ok) return;
  const ju = assets.data.assets.find((asset) => asset.currency === 'JU');
  const ownedJu = Number(ju?.available ?? 0) + Number(ju?.frozenInRounds ?? 0);
  if (ownedJu > LOW_BALANCE || assets.data.pendingRecharges.length > 0) return;
  const config = await client.call('GET /api/app/config', {});
  if (!config.ok) return;
  await sendRecharge({ account, endpoints, vault: getAddress(config.data.vault) });
}

/**
 * Deposits a recharge in the vault and waits until it is mined. The transaction is a legacy one: chains without
 * EIP-1559 accept no other.
 */
export async function sendRecharge({
  account,
  endpoints,
  vault,
}: {
  account: PrivateKeyAccount;
  endpoints: Pick<CrowdEndpoints, 'rpcUrl' | 'chainId'>;
  vault: Address;
}): Promise<void> {
  const chain = chainById(endpoints.chainId, { rpcUrl: endpoints.rpcUrl });
  const transport = http(endpoints.rpcUrl);
  const hash = await createWalletClient({ account, chain, transport }).writeContract({
    type: 'legacy',
    address: vault,
    abi: vaultAbi,
    functionName: 'depositNative',
    args: [zeroHash],
    value: RECHARGE_AMOUNT,
  });
  await createPublicClient({ chain, transport }).waitForTransactionReceipt({ hash });
}
