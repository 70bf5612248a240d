import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, createClient } from '@city-mint/api-contract/client';
import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { acceptAnyTerms } from '../builders/consent.ts';

/** A signed-in user with an accepted disclosure and JU in the ledger. */
export type Member = { readonly userId: bigint; readonly token: string };

/** A join as its caller records it: the request from before the first try, and the final answer. */
export type Asked = {
  readonly member: Member;
  readonly request: {
    readonly roundId: string;
    readonly amount: string;
    readonly termsHash: string;
    readonly requestId: string;
  };
  tries: number;
  /** When the last try began, UTC milliseconds. */
  lastTryAt: number;
  /** Tries whose connection was established and closed before an answer. */
  resets: number;
  answer: Answer<'POST /api/biz/crowdfund'> | undefined;
};

export type OpenRound = { readonly roundId: string; readonly termsHash: string };

const AVAILABLE = 10n ** 24n;
const ANSWER_MS = 60_000;

function clientOf(url: string, token: string | null) {
  return createClient({ baseUrl: url, fetch, token: () => token, lang: () => 'en', timeoutMs: 20_000 });
}

/**
 * Signs in `count` new wallets, which accept the disclosure, and credits JU; every second one has an inviter. Returns
 * them.
 */
export async function signInCrowd(
  owner: Database,
  { url, count, place }: { readonly url: string; readonly count: number; readonly place?: SignInPlace },
): Promise<Member[]> {
  const tokens = await Promise.all(Array.from({ length: count }, () => signIn(url, place)));
  const { rows } = await sql<{ id: bigint; address: string }>`select id, address from app_user`.execute(owner);
  const ids = new Map(rows.map((row) => [row.address, row.id]));
  const members = tokens.map(({ address, token }) => ({ userId: ids.get(address) ?? 0n, token }));
  const users = members.map(({ userId }) => userId);
  await acceptAnyTerms(owner, users);
  await sql`insert into participant (user_id, inviter_id)
    select u, case when n % 2 = 0 then (${users}::bigint[])[n - 1] end
    from unnest(${users}::bigint[]) with ordinality as t (u, n) on conflict do nothing`.execute(owner);
  await sql`select ledger_credit_many(kind_deposit(), 0,
      array_agg(account_available(u, currency_ju())), array_agg(${AVAILABLE.toString()}::numeric), array_agg(-u))
    from unnest(${users}::bigint[]) u`.execute(owner);
  return members;
}

/** Domain and uri of a sign-in text; those of the API by default. */
type SignInPlace = { readonly domain: string; readonly uri: string };

async function signIn(
  url: string,
  { domain, uri }: SignInPlace = { domain: new URL(url).host, uri: new URL(url).origin },
): Promise<{ address: string; token: string }> {
  const account = privateKeyToAccount(generatePrivateKey());
  const client = clientOf(url, null);
  const text = await whileBusy(() =>
    client.call('POST /api/app/user/signMessage', { eth_address: account.address, domain, uri }),
  );
  if (!text.ok) throw new Error(`no sign-in text: ${text.error}`);
  const { message, nonce } = text.data;
  const sign_hex = await account.signMessage({ message });
  const session = await whileBusy(() => client.call('POST /api/app/user/login', { sign_hex, nonce }));
  if (!session.ok) throw new Error(`no session: ${session.error}`);
  const { token } = session.data;
  return { address: account.address, token };
}

/** Repeats a call that the server refuses because it is overloaded; gives up after a minute. */
async function whileBusy<Reply extends { readonly ok: boolean; readonly error?: string }>(
  call: () => Promise<Reply>,
): Promise<Reply> {
  for (const deadline = Date.now() + ANSWER_MS; ; await sleep(50 + Math.random() * 250)) {
    const reply = await call();
    if (reply.ok || reply.error !== 'busy' || Date.now() > deadline) return reply;
  }
}

export type Crowd = {
  /** All joins requested so far. */
  readonly asked: readonly Asked[];
  /** How many tries had no final answer: no connection, a closed one, or `busy`. */
  readonly retries: () => number;
  readonly answered: () => number;
  /** Starts no more joins; resolves when all have an answer. */
  settle(): Promise<void>;
};

/**
 * Runs `perMember` concurrent joins of each member without end, each into one of `openRounds()`, and repeats each
 * request until it has an answer, whatever happens to the server. Returns the joins and controls.
 */
export function startCrowd(settings: {
  /** URL of the API; of several, each try uses a random one. */
  readonly url: string | readonly string[];
  readonly members: readonly Member[];
  readonly perMember: number;
  readonly openRounds: () => readonly OpenRound[];
}): Crowd {
  const asked: Asked[] = [];
  let isEnding = false;
  let answered = 0;
  // While the server is being killed a request may take any time; after `settle` it may not.
  let deadline = Number.POSITIVE_INFINITY;
  const loop = async (member: Member) => {
    while (!isEnding) {
      const rounds = settings.openRounds();
      const round = rounds[Math.floor(Math.random() * rounds.length)];
      if (round === undefined) {
        await sleep(20);
        continue;
      }
      const amount = `${1 + Math.floor(Math.random() * 5)}.${Math.floor(Math.random() * 1e9) + 1}`.replace(/0+$/, '');
      const entry: Asked = {
        member,
        request: { ...round, amount, requestId: randomUUID() },
        tries: 0,
        lastTryAt: 0,
        resets: 0,
        answer: undefined,
      };
      asked.push(entry);
      entry.answer = await askUntilAnswered(settings.url, entry, () => deadline);
      answered += 1;
    }
  };
  const loops = settings.members.flatMap((member) => Array.from({ length: settings.perMember }, () => loop(member)));
  return {
    asked,
    retries: () => asked.reduce((sum, { tries, answer }) => sum + tries - (answer === undefined ? 0 : 1), 0),
    answered: () => answered,
    async settle() {
      isEnding = true;
      deadline = Date.now() + ANSWER_MS;
      await Promise.all(loops);
    },
  };
}

/** Repeats a request until it has an answer other than `busy`. */
async function askUntilAnswered(
  url: string | readonly string[],
  entry: Asked,
  deadline: () => number,
): Promise<Answer<'POST /api/biz/crowdfund'>> {
  for (; Date.now() < deadline(); await sleep(50 + Math.random() * 250)) {
    entry.tries += 1;
    entry.lastTryAt = Date.now();
    const answer = await clientOf(randomUrl(url), entry.member.token)
      .call('POST /api/biz/crowdfund', entry.request)
      .catch((error: unknown) => {
        if (!isRefusedConnection(error)) entry.resets += 1;
        return undefined;
      });
    if (answer !== undefined && (answer.ok || answer.error !== 'busy')) return answer;
  }
  throw new Error(`request ${entry.request.requestId} was never answered`);
}

function randomUrl(url: string | readonly string[]): string {
  if (typeof url === 'string') return url;
  return url[Math.floor(Math.random() * url.length)] ?? '';
}

function isRefusedConnection(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === 'ECONNREFUSED') return true;
  }
  return false;
}

/** Returns how many orders were created by an earlier try than the one that was answered. */
export function countUnanswered(asked: readonly Asked[]): number {
  return asked.filter(({ answer, lastTryAt }) => answer?.ok === true && answer.data.joinedAt < lastTryAt).length;
}

/** Repeats all requests; returns those whose answer differs from the first one. */
export async function askAllAgain(url: string | readonly string[], asked: readonly Asked[]): Promise<Asked[]> {
  const changed: Asked[] = [];
  const remaining = [...asked];
  const deadline = Date.now() + ANSWER_MS;
  const caller = async () => {
    for (let entry = remaining.pop(); entry !== undefined; entry = remaining.pop()) {
      const again = await askUntilAnswered(url, { ...entry, answer: undefined }, () => deadline);
      if (JSON.stringify(again) !== JSON.stringify(entry.answer)) changed.push(entry);
    }
  };
  await Promise.all(Array.from({ length: 64 }, caller));
  return changed;
}
