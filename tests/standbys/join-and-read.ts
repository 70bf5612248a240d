import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@city-mint/server/platform/database/database';
import { buildPlan, JU, openRound } from '../builders/rounds.ts';
import { signInCrowd } from '../faults/crowd.ts';
import { TEST_DOMAIN, TEST_URI, type TestApi } from '../setup/start-test-api.ts';

/** The answers of joins and of the reads after them. */
export type JoinsRead = {
  /** Reads that were answered. */
  read: number;
  /** Reads that lacked a join that had been acknowledged before. */
  stale: number;
  /** The longest that a read took, in milliseconds. */
  slowestMs: number;
  /** Codes of joins and reads that were answered by an error. */
  readonly errors: string[];
};

/** Opens a round and signs in members; returns functions that join and read as these. */
export async function openJoins(owner: Database, api: TestApi, count = 4) {
  const place = { domain: TEST_DOMAIN, uri: TEST_URI };
  const members = await signInCrowd(owner, { url: api.url, count, place });
  const plan = buildPlan({ firstQuota: (1_000_000n * JU) as ReturnType<typeof buildPlan>['firstQuota'] });
  const { roundId, termsHash } = await openRound(owner, plan);
  const joined = members.map(() => 0);

  const joinUntilAnswered = async (member: number, found: JoinsRead) => {
    const client = api.client(members[member]?.token);
    const request = { roundId: String(roundId), termsHash, amount: '1', requestId: randomUUID() };
    for (;;) {
      const answer = await client.call('POST /api/biz/crowdfund', request);
      if (answer.ok) break;
      found.errors.push(answer.error);
      await sleep(100);
    }
    joined[member] = (joined[member] ?? 0) + 1;
  };
  const readOnce = async (member: number, found: JoinsRead) => {
    const startedAt = performance.now();
    const answer = await api.client(members[member]?.token).call('POST /api/biz/mint/inRound', {
      roundId: String(roundId),
    });
    found.slowestMs = Math.max(found.slowestMs, performance.now() - startedAt);
    if (!answer.ok) return void found.errors.push(answer.error);
    found.read += 1;
    if (answer.data.orders < (joined[member] ?? 0)) found.stale += 1;
  };
  const eachMember = async (
    isOver: (found: JoinsRead) => boolean,
    act: (member: number, found: JoinsRead) => Promise<void>,
  ) => {
    const found: JoinsRead = { read: 0, stale: 0, slowestMs: 0, errors: [] };
    await Promise.all(
      members.map(async (_member, index) => {
        while (!isOver(found)) await act(index, found);
      }),
    );
    return found;
  };
  return {
    /** Joins, and reads after each join, with every member until `isOver`. */
    joinAndRead: (isOver: (found: JoinsRead) => boolean) =>
      eachMember(isOver, async (member, found) => {
        await joinUntilAnswered(member, found);
        await readOnce(member, found);
      }),
    /** Only reads, with every member until `isOver`. */
    readAgain: (isOver: (found: JoinsRead) => boolean) => eachMember(isOver, readOnce),
  };
}
