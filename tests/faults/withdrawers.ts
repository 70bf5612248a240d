import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, createClient } from '@city-mint/api-contract/client';
import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { Member } from './crowd.ts';

type Call = 'POST /api/app/user/withdraw';

/** A withdrawal as its caller records it: the request id from before the first try, and the final answer. */
export type AskedWithdrawal = {
  readonly member: Member;
  readonly requestId: string;
  answer: Answer<Call> | undefined;
};

/** Comparison of withdrawals as callers saw them with the database. */
export type WithdrawalFigures = {
  readonly acknowledged: number;
  /** Acknowledged withdrawals that are missing. */
  readonly lost: number;
  /** Withdrawals beyond the first of a request id or of none, and transfers beyond one per withdrawal. */
  readonly doubled: number;
};

/** Requests withdrawals of each member, one after the other, each until it has an answer. Returns the controls. */
export function startWithdrawers({ url, members }: { readonly url: string; readonly members: readonly Member[] }) {
  const asked: AskedWithdrawal[] = [];
  let isEnding = false;
  const loop = async (member: Member) => {
    const client = createClient({
      baseUrl: url,
      fetch,
      token: () => member.token,
      lang: () => 'en',
      timeoutMs: 20_000,
    });
    while (!isEnding) {
      const to = privateKeyToAddress(generatePrivateKey());
      const body = { currency: 'JU', to, amount: '0.001', requestId: randomUUID() } as const;
      const entry: AskedWithdrawal = { member, requestId: body.requestId, answer: undefined };
      asked.push(entry);
      while (entry.answer === undefined) {
        const answer = await client.call('POST /api/app/user/withdraw', body).catch(() => undefined);
        if (answer !== undefined && (answer.ok || answer.error !== 'busy')) entry.answer = answer;
        else await sleep(50 + Math.random() * 250);
      }
      await sleep(100);
    }
  };
  const loops = members.map(loop);
  return {
    asked: asked as readonly AskedWithdrawal[],
    /** Starts no more withdrawals; resolves when all have an answer. */
    async settle(): Promise<void> {
      isEnding = true;
      await Promise.all(loops);
    },
  };
}

/** Compares the replies that callers received with the database. */
export async function countWithdrawals(owner: Database, asked: readonly AskedWithdrawal[]): Promise<WithdrawalFigures> {
  const { rows } = await sql<{ id: bigint; user_id: bigint; request_id: string; moves: number }>`
    select w.id, w.user_id, w.request_id, (
      select count(*)::int from ledger_transfer t where t.kind = kind_withdrawal_request() and t.source_id = w.id
    ) as moves from withdrawal w`.execute(owner);
  const byKey = Map.groupBy(rows, ({ user_id, request_id }) => `${user_id}/${request_id}`);
  const counts = { acknowledged: 0, lost: 0, doubled: 0 };
  for (const { member, requestId, answer } of asked) {
    const matches = byKey.get(`${member.userId}/${requestId}`) ?? [];
    byKey.delete(`${member.userId}/${requestId}`);
    const expected = answer?.ok === true ? 1 : 0;
    counts.acknowledged += expected;
    counts.doubled += Math.max(0, matches.length - expected);
    if (answer?.ok !== true) continue;
    if (!matches.some(({ id }) => id.toString() === answer.data.withdrawalId)) counts.lost += 1;
  }
  counts.doubled += [...byKey.values()].flat().length;
  for (const { moves } of rows) counts.doubled += Math.abs(moves - 1);
  return counts;
}
