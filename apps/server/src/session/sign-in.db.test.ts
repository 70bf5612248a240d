import { randomBytes } from 'node:crypto';
import { startTestApi, TEST_DOMAIN, TEST_URI, type TestApi } from '@city-mint/tests/setup/start-test-api';
import {
  type Hex,
  numberToHex,
  parseSignature,
  type SignableMessage,
  serializeCompactSignature,
  signatureToCompactSignature,
} from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const newAccount = () => privateKeyToAccount(generatePrivateKey());

async function composeText(api: TestApi, eth_address: string) {
  const answer = await api
    .client()
    .call('POST /api/app/user/signMessage', { eth_address, domain: TEST_DOMAIN, uri: TEST_URI });
  if (!answer.ok) throw new Error(`${answer.error} ${api.log.at(-1)}`);
  return answer.data;
}

/** Returns how many of 50 parallel logins with one nonce created a session. */
async function countSessionsOfOneNonce(api: TestApi): Promise<number> {
  const account = newAccount();
  const { message, nonce } = await composeText(api, account.address);
  const sign_hex = await account.signMessage({ message });
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => api.client().call('POST /api/app/user/login', { sign_hex, nonce })),
  );
  return answers.filter((answer) => answer.ok).length;
}

describe('sign-in', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.stop());

  test('default: text, signature, session', async () => {
    const account = newAccount();
    const { message, nonce } = await composeText(api, account.address.toLowerCase());
    expect(
      message
        .replace(nonce, 'NONCE')
        .replace(account.address, 'ADDRESS')
        .replace(/\d{4}-\S+Z/g, 'TIME'),
    ).toBe(
      [
        'mint.test wants you to sign in with your Ethereum account:',
        'ADDRESS',
        '',
        'Sign in to City Mint. This sends no transaction, costs nothing and moves no money.',
        '',
        'URI: https://mint.test/',
        'Version: 1',
        'Chain ID: 202599',
        'Nonce: NONCE',
        'Issued At: TIME',
        'Expiration Time: TIME',
      ].join('\n'),
    );
    const answer = await api
      .client()
      .call('POST /api/app/user/login', { sign_hex: await account.signMessage({ message }), nonce });
    expect(answer).toMatchObject({ ok: true, data: { user: { address: account.address, superior: null } } });
    if (!answer.ok) return;
    expect(answer.data.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(answer.data.expiresAt - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const { rows } = await api.admin.query(
      `select count(*)::int as accounts,
         (select count(*)::int from session where encode(token_hash, 'escape') like $2) as plain
       from ledger_account where id >> 8 = (select id from app_user where address = $1)`,
      [account.address, `%${answer.data.token}%`],
    );
    expect(rows[0]).toEqual({ accounts: 4, plain: 0 });
    expect(api.log.join('')).not.toContain(answer.data.token);
  });

  describe.each([
    [
      '64 bytes (EIP-2098)',
      (whole: Hex) => serializeCompactSignature(signatureToCompactSignature(parseSignature(whole))),
    ],
    ['upper case', (whole: Hex): Hex => `0x${whole.slice(2).toUpperCase()}`],
    ['v of 0 and 1', (whole: Hex): Hex => `0x${whole.slice(2, -2)}${whole.endsWith('1b') ? '00' : '01'}`],
  ] as const)('behavior: a wallet that signs with %s', (_shape, reshape) => {
    /** The account, as a wallet that writes its signatures like this. */
    const walletOf = (account: PrivateKeyAccount): PrivateKeyAccount => ({
      ...account,
      signMessage: async (text: { readonly message: SignableMessage }) => reshape(await account.signMessage(text)),
    });

    test('signs in as a participant', async () => {
      expect(await api.signIn(walletOf(newAccount()))).toHaveLength(43);
    });

    test('signs in as an operator, whose stored signature has 65 bytes', async () => {
      const [operator] = api.operatorAccounts;
      expect(await api.signInOperator(walletOf(operator))).toHaveLength(43);
      const { rows } = await api.admin.query(
        'select length(signature) as letters from operator_session order by created_at desc limit 1',
      );
      expect(rows).toEqual([{ letters: 2 + 2 * 65 }]);
    });
  });

  test('behavior: the empty signature of an ordinary account is invalid', async () => {
    const { nonce } = await composeText(api, newAccount().address);
    const answer = await api.client().call('POST /api/app/user/login', { sign_hex: '0x', nonce });
    expect(answer).toMatchObject({ error: 'signature-invalid' });
  });

  test('behavior: an address in upper case is the same account', async () => {
    const account = newAccount();
    const upper = account.address.toUpperCase();
    const { message, nonce } = await composeText(api, upper);
    const sign_hex = await account.signMessage({ message });
    const answer = await api.client().call('POST /api/app/user/login', { sign_hex, nonce });
    expect(answer).toMatchObject({ ok: true, data: { user: { address: account.address } } });
  });

  test('behavior: a second login returns the same user', async () => {
    const account = newAccount();
    await api.signIn(account);
    await api.signIn(account);
    const { rows } = await api.admin.query('select count(*)::int as n from app_user where address = $1', [
      account.address,
    ]);
    expect(rows[0].n).toBe(1);
  });

  test('behavior: 50 parallel logins with one nonce create one session', async () => {
    expect(await countSessionsOfOneNonce(api)).toBe(1);
  });

  test('broken twin: when the nonce is not used up, they create 50', async () => {
    const twin = await startTestApi();
    try {
      await twin.admin.query(`
        create function forget() returns trigger language plpgsql as $$
        begin delete from sign_in_nonce_used where nonce = new.nonce; return null; end $$;
        create trigger forget after insert on sign_in_nonce_used for each row execute function forget()`);
      expect(await countSessionsOfOneNonce(twin)).toBe(50);
    } finally {
      await twin.stop();
    }
  });

  const places: [why: string, domain: string, uri: string, origin: string | undefined, error: string][] = [
    ['another domain', 'evil.test', 'https://evil.test/', undefined, 'domain-not-allowed'],
    ['ours asked for by another page', TEST_DOMAIN, TEST_URI, 'https://evil.test', 'domain-not-allowed'],
    ['a sandboxed page', TEST_DOMAIN, TEST_URI, 'null', 'domain-not-allowed'],
    ['a longer domain', 'mint.test.evil.test', 'https://mint.test.evil.test/', undefined, 'domain-not-allowed'],
    ['upper case', 'MINT.test', TEST_URI, undefined, 'domain-not-allowed'],
    ['a trailing dot', 'mint.test.', 'https://mint.test./', undefined, 'domain-not-allowed'],
    ['a port', 'mint.test:8443', 'https://mint.test:8443/', undefined, 'domain-not-allowed'],
    ['a user before it', 'mint.test@evil.test', 'https://mint.test@evil.test/', undefined, 'domain-not-allowed'],
    ['a look-alike letter', 'mіnt.test', TEST_URI, undefined, 'domain-not-allowed'],
    ['punycode', 'xn--mnt-qza.test', 'https://xn--mnt-qza.test/', undefined, 'domain-not-allowed'],
    ['a second line', 'mint.test\nURI: https://evil.test', TEST_URI, undefined, 'domain-not-allowed'],
    ['a uri elsewhere', TEST_DOMAIN, 'https://evil.test/', undefined, 'uri-not-allowed'],
    ['a uri with a user', TEST_DOMAIN, 'https://mint.test@evil.test/', undefined, 'uri-not-allowed'],
    ['a uri with a password', TEST_DOMAIN, 'https://a:b@mint.test/', undefined, 'uri-not-allowed'],
    ['a uri with a port', TEST_DOMAIN, 'https://mint.test:444/', undefined, 'uri-not-allowed'],
    ['plain http', TEST_DOMAIN, 'http://mint.test/', undefined, 'uri-not-allowed'],
    ['a script', TEST_DOMAIN, 'javascript:alert(1)//mint.test', undefined, 'uri-not-allowed'],
    ['backslashes', TEST_DOMAIN, 'https:\\\\mint.test\\', undefined, 'uri-not-allowed'],
    ['a line break in the uri', TEST_DOMAIN, 'https://mint.test/\nNonce: 1', undefined, 'uri-not-allowed'],
    ['a fragment', TEST_DOMAIN, 'https://mint.test/#x', undefined, 'uri-not-allowed'],
  ];
  test.each(places)('behavior: no text for %s', async (...[, domain, uri, origin, error]) => {
    const { status, json } = await api.send('/api/app/user/signMessage', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(origin === undefined ? {} : { origin }) },
      body: JSON.stringify({ eth_address: newAccount().address, domain, uri }),
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ code: 403, error });
  });

  test('behavior: the page of the domain itself gets its text', async () => {
    const { json } = await api.send('/api/app/user/signMessage', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://mint.test' },
      body: JSON.stringify({ eth_address: newAccount().address, domain: TEST_DOMAIN, uri: 'https://mint.test' }),
    });
    expect(json).toMatchObject({ code: 200 });
  });

  test('behavior: two hundred texts that others requested for an address do not block its user', async () => {
    const account = newAccount();
    const first = await composeText(api, account.address);
    const texts = await Promise.all(Array.from({ length: 200 }, () => composeText(api, account.address)));
    expect(new Set(texts.map(({ nonce }) => nonce)).size).toBe(200);
    const { rows } = await api.admin.query(`select count(*)::int as n from sign_in_nonce_used`);
    const sign_hex = await account.signMessage({ message: first.message });
    expect(await api.client().call('POST /api/app/user/login', { sign_hex, nonce: first.nonce })).toMatchObject({
      ok: true,
    });
    const { rows: after } = await api.admin.query(`select count(*)::int as n from sign_in_nonce_used`);
    expect(after[0].n - rows[0].n).toBe(1);
  });

  test('behavior: a nonce not composed by the server, or for another chain, place or account, is unknown', async () => {
    const account = newAccount();
    const { message, nonce } = await composeText(api, account.address);
    const stranger = newAccount().address.slice(2).toLowerCase();
    const flipped = (at: number) => nonce.slice(0, at) + (nonce[at] === '0' ? '1' : '0') + nonce.slice(at + 1);
    const login = async (at: TestApi, tried: string) => {
      const sign_hex = await account.signMessage({ message: message.replace(nonce, tried) });
      const answer = await at.client().call('POST /api/app/user/login', { sign_hex, nonce: tried });
      return answer.ok ? 'in' : answer.error;
    };
    const forged = [flipped(11), flipped(20), flipped(40), flipped(99), '0'.repeat(100)];
    forged.push(nonce.slice(0, 28) + stranger + nonce.slice(68));
    for (const tried of forged) expect(await login(api, tried)).toBe('nonce-used-or-unknown');
    for (const env of [{ CHAIN_ID: '210000' }, { SIGN_IN_DOMAINS: 'other.test' }]) {
      const elsewhere = await startTestApi({ databaseUrl: api.config.DATABASE_URL, env });
      expect(await login(elsewhere, nonce)).toBe('nonce-used-or-unknown');
      await elsewhere.stop();
    }
    expect(await login(api, nonce)).toBe('in');
  });

  test('behavior: a text that was signed too late is refused as expired', async () => {
    const account = newAccount();
    // Composed as the server does, eleven minutes ago.
    const issuedAt = new Date(Date.now() - 11 * 60_000);
    const head = `${issuedAt.getTime().toString(16).padStart(12, '0')}${'a'.repeat(16)}`;
    const { rows } = await api.admin.query<{ nonce: string }>(
      `select head || sign_in_code('participant', head, $2, $3, $4) as nonce from (select $1::text as head) made`,
      [`${head}${account.address.slice(2).toLowerCase()}`, api.config.CHAIN_ID, TEST_DOMAIN, TEST_URI],
    );
    const nonce = rows[0]?.nonce ?? '';
    const sign_hex = await account.signMessage({ message: 'anything' });
    const answer = await api.client().call('POST /api/app/user/login', { sign_hex, nonce });
    expect(answer).toMatchObject({ error: 'message-expired', details: { field: 'nonce' } });
  });

  const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const s = (signature: Hex) => BigInt(`0x${signature.slice(66, 130)}`);
  const v = (signature: Hex) => signature.slice(130);
  const forgeries: [why: string, forge: (signature: Hex) => Hex][] = [
    ['of nobody', () => `0x${randomBytes(65).toString('hex')}`],
    ['of zeros', () => `0x${'00'.repeat(65)}`],
    [
      'with the high-s twin',
      (good) => {
        const twin = numberToHex(ORDER - s(good), { size: 32 }).slice(2);
        return `0x${good.slice(2, 66)}${twin}${v(good) === '1b' ? '1c' : '1b'}`;
      },
    ],
    ['with v=99', (good) => `0x${good.slice(2, 130)}63`],
    ['with the other v', (good) => `0x${good.slice(2, 130)}${v(good) === '1b' ? '1c' : '1b'}`],
    ['with r=0', (good) => `0x${'00'.repeat(32)}${good.slice(66)}`],
    ['with a byte more', (good) => `${good}00`],
  ];
  test.each(forgeries)('behavior: a signature %s is invalid and uses the text up', async (_why, forge) => {
    const account = newAccount();
    const { message, nonce } = await composeText(api, account.address);
    const good = await account.signMessage({ message });
    const login = (sign_hex: Hex) => api.client().call('POST /api/app/user/login', { sign_hex, nonce });
    expect(await login(forge(good))).toMatchObject({ error: 'signature-invalid', details: { field: 'sign_hex' } });
    expect(await login(good)).toMatchObject({ error: 'nonce-used-or-unknown' });
  });

  test('behavior: v of 0 and 1 is the same signature', async () => {
    const account = newAccount();
    const { message, nonce } = await composeText(api, account.address);
    const good = await account.signMessage({ message });
    const sign_hex = `${good.slice(0, 130)}${v(good) === '1b' ? '00' : '01'}`;
    expect(await api.client().call('POST /api/app/user/login', { sign_hex, nonce })).toMatchObject({ ok: true });
  });

  test('behavior: the signature of another account or of another text is invalid', async () => {
    const [account, other] = [newAccount(), newAccount()];
    const first = await composeText(api, account.address);
    const second = await composeText(api, account.address);
    const login = (sign_hex: Hex, nonce: string) => api.client().call('POST /api/app/user/login', { sign_hex, nonce });
    expect(await login(await other.signMessage({ message: first.message }), first.nonce)).toMatchObject({
      error: 'signature-invalid',
    });
    expect(await login(await account.signMessage({ message: first.message }), second.nonce)).toMatchObject({
      error: 'signature-invalid',
    });
  });
});
