import type { Client } from '@city-mint/api-contract/client';
import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import { test } from '@playwright/test';
import type { PrivateKeyAccount } from 'viem/accounts';
import { privateKeyToAccount } from 'viem/accounts';
import { FUNDED } from './fund-participants.ts';
import type { OpenRound } from './open-round.ts';
import { systemAddresses } from './system-addresses.ts';
import { dataOf, systemClient } from './system-client.ts';

type Joined = ReplyOf<'POST /api/biz/crowdfund'>;

/** Another user, who takes part through the API. */
export type Participant = {
  readonly account: PrivateKeyAccount;
  readonly client: Client;
  /** Joins with this many JU; throws when it is refused. */
  join(round: OpenRound, amount: string): Promise<Joined>;
};

/**
 * Returns the private key of the funded account with this number, from 0 on; no two tests use the same number. A retry
 * and a repetition use different accounts, since leftovers of the first run would fail them.
 */
export function fundedKey(number: number): `0x${string}` {
  if (number >= FUNDED.numbers) throw new Error(`only ${FUNDED.numbers} accounts are funded`);
  const { retry, repeatEachIndex } = test.info();
  return devAccount(FUNDED.first + number + FUNDED.numbers * ((retry + repeatEachIndex) % FUNDED.tries)).privateKey;
}

/** Signs an account in and, by default, accepts the disclosure. Returns the participant. */
export async function signInParticipant(
  privateKey: `0x${string}`,
  { consents = true }: { consents?: boolean } = {},
): Promise<Participant> {
  const { url } = systemAddresses();
  const account = privateKeyToAccount(privateKey);
  let token: string | null = null;
  const client = systemClient({ token: () => token });
  const { message, nonce } = dataOf(
    await client.call('POST /api/app/user/signMessage', {
      eth_address: account.address,
      domain: new URL(url).host,
      uri: url,
    }),
  );
  const sign_hex = await account.signMessage({ message });
  token = dataOf(await client.call('POST /api/app/user/login', { sign_hex, nonce })).token;
  if (consents) {
    const { hash } = dataOf(await client.call('GET /api/app/disclosure', {}));
    dataOf(await client.call('POST /api/app/user/consent', { hash }));
  }
  return {
    account,
    client,
    join: async ({ roundId, termsHash }, amount) =>
      dataOf(
        await client.call('POST /api/biz/crowdfund', { roundId, amount, termsHash, requestId: crypto.randomUUID() }),
      ),
  };
}
