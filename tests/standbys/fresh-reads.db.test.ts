// @module-tag soak-3
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { breakFunction } from '../setup/break-function.ts';
import { startTcpProxy } from '../setup/tcp-proxy.ts';
import { openJoins } from './join-and-read.ts';
import { countReads, openPair, openReadPair, startReader, untilStandbyReads } from './open-pair.ts';

/** What a read of a silent connection waits without polls: its time limit, and the silence beyond it. */
const SILENCE_MS = 12_000;

const READS = 400;
const afterReads = (reads: number) => (found: { readonly read: number }) => found.read >= reads;

describe('a standby behind a slow network', () => {
  test('default: answers each own read after the write that was acknowledged before', async () => {
    const { api, owner, pair } = await openReadPair();
    const { joinAndRead } = await openJoins(owner, api);
    await untilStandbyReads(api);
    pair.replication().delay(0, 30);
    // One that is late once is left out for a second: how many it answers depends on the machine.
    for (let reads = await countReads(api); reads.standby < 50; reads = await countReads(api)) {
      const found = await joinAndRead(afterReads(READS));
      console.log(`delayed by up to 30 ms: ${JSON.stringify({ ...found, reads: await countReads(api) })}`);
      expect(found).toMatchObject({ stale: 0, errors: [] });
    }
  });

  test('broken twin: whose position is not compared answers without the write', async () => {
    const { api, owner, pair } = await openReadPair();
    const { joinAndRead } = await openJoins(owner, api);
    await breakFunction(
      owner,
      'standby_position',
      ['pg_last_wal_replay_lsn() -', '1e18::numeric + 0 * ('],
      [`'0/0'`, '1)'],
    );
    await untilStandbyReads(api);
    pair.replication().delay(0, 30);
    const found = await joinAndRead(afterReads(READS));
    console.log(`without positions: ${JSON.stringify(found)}`);
    expect(found.stale).toBeGreaterThan(0);
  });
});

test('behavior: a standby that lags is left out, and answers again once it has caught up', async () => {
  const { api, owner, pair } = await openReadPair();
  const { joinAndRead } = await openJoins(owner, api);
  const before = await untilStandbyReads(api);
  pair.replication().silence();
  const found = await joinAndRead(afterReads(100));
  const during = await countReads(api);
  expect(found).toMatchObject({ stale: 0, errors: [] });
  const [behind, none] = [during.behind - before.behind, during.none - before.none];
  // Either a read or a check finds it late first; only the first reads wait for it.
  expect(behind + none).toBeGreaterThan(90);
  expect(none).toBeGreaterThan(behind);
  pair.replication().pass();
  pair.replication().reset();
  await untilStandbyReads(api);
  expect(await joinAndRead(afterReads(20))).toMatchObject({ stale: 0, errors: [] });
});

describe('a standby that is lost under reads', () => {
  test('default: killed, it loses no read', async () => {
    const { api, owner, pair } = await openReadPair();
    const { joinAndRead, readAgain } = await openJoins(owner, api, 8);
    await joinAndRead(afterReads(8));
    let isOver = false;
    const kill = async () => {
      await untilStandbyReads(api, 200);
      await pair.standby().kill();
      await sleep(2_000);
      isOver = true;
    };
    const [found] = await Promise.all([readAgain(() => isOver), kill()]);
    const reads = await countReads(api);
    console.log(`killed: ${JSON.stringify({ ...found, reads })}`);
    expect(found).toMatchObject({ stale: 0, errors: [] });
    expect(reads.none).toBeGreaterThan(0);
  });

  test('default: silent, it loses no read either', async () => {
    const { owner, pair } = await openPair();
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: pair.standby().port });
    onTestFinished(() => proxy.stop());
    const api = await startReader(pair, [proxy.through(pair.standby().url)]);
    const { joinAndRead, readAgain } = await openJoins(owner, api, 8);
    await joinAndRead(afterReads(8));
    let isOver = false;
    const silence = async () => {
      await untilStandbyReads(api, 200);
      proxy.silence();
      await sleep(3_000);
      isOver = true;
    };
    const [found] = await Promise.all([readAgain(() => isOver), silence()]);
    console.log(`silent: ${JSON.stringify({ ...found, reads: await countReads(api) })}`);
    expect(found).toMatchObject({ stale: 0, errors: [] });
    // A poll that is not answered ends the reads that are under way; their own limit is longer.
    expect(found.slowestMs).toBeLessThan(SILENCE_MS);
  });
});

test('default: a promoted standby answers no stale read, and its reads are only refused as busy', async () => {
  const { api, owner, pair } = await openReadPair({ mode: 'synchronous' });
  const { joinAndRead } = await openJoins(owner, api);
  await untilStandbyReads(api);
  let isOver = false;
  const failOver = async () => {
    await untilStandbyReads(api, 50);
    await pair.killPrimary();
    await pair.promote();
    await sleep(3_000);
    isOver = true;
  };
  const [found] = await Promise.all([joinAndRead(() => isOver), failOver()]);
  const reads = await countReads(api);
  const { errors, ...rest } = found;
  console.log(`promoted: ${JSON.stringify({ ...rest, errors: errors.length, reads })}`);
  expect(found.stale).toBe(0);
  expect(found.errors.filter((error) => error !== 'busy')).toEqual([]);
  // It is the primary then.
  expect(reads.none).toBeGreaterThan(0);
});

describe('a standby of a former primary, which is further than the current one', () => {
  async function readWithFormer(isBroken: boolean) {
    const { owner, pair } = await openPair();
    const former = { primary: pair.primary(), standby: pair.standby() };
    await pair.addStandby('asynchronous');
    const atFormer = createDatabase({ url: former.primary.url, maxConnections: 1 });
    if (isBroken) await breakFunction(atFormer, 'standby_position', ['receiver.received_tli', '2']);
    await pair.promote();
    // The former primary goes on.
    await sql`select pg_logical_emit_message(true, 'further', repeat('x', 50000000))`.execute(atFormer);
    await atFormer.destroy();
    const urls = [former.primary.url, former.standby.url, pair.primary().url];
    const api = await startReader(pair, urls);
    const { joinAndRead } = await openJoins(owner, api);
    await sleep(2_500);
    const found = await joinAndRead(afterReads(50));
    return { found, reads: await countReads(api) };
  }

  test('attack: answers no read', async () => {
    const { found, reads } = await readWithFormer(false);
    expect(found).toMatchObject({ stale: 0, errors: [] });
    expect(reads).toMatchObject({ standby: 0, failed: 0 });
  });

  test('broken twin: without timelines it answers stale reads', async () => {
    const { found } = await readWithFormer(true);
    expect(found.stale).toBeGreaterThan(0);
  });
});
