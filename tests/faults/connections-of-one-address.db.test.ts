import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, type TestApi } from '../setup/start-test-api.ts';

const CONNECTION_LIMIT = 50;
let database: TestDatabase;
let api: TestApi;
let port: number;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startTestApi({ databaseUrl: database.url, env: { CONNECTIONS_PER_ADDRESS: String(CONNECTION_LIMIT) } });
  port = Number(new URL(api.url).port);
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

/** Opens connections from another address of this machine. */
function connectFrom(localAddress: string, to: number, count: number): Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect({ port: to, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    return socket;
  });
}

test.skipIf(process.platform !== 'linux')(
  'behavior: connections of one address are limited, those of trusted proxies are not; broken twin: no limit',
  async () => {
    const open = await startTestApi({ databaseUrl: database.url, env: { CONNECTIONS_PER_ADDRESS: '0' } });
    const behind = await startTestApi({
      databaseUrl: database.url,
      env: { CONNECTIONS_PER_ADDRESS: String(CONNECTION_LIMIT), TRUSTED_PROXIES: '127.0.0.0/30' },
    });
    onTestFinished(async () => {
      await Promise.all([open.stop(), behind.stop()]);
    });
    const all = [api, open, behind].map(({ url }) =>
      connectFrom('127.0.0.2', Number(new URL(url).port), CONNECTION_LIMIT + 10),
    );
    const openCounts = () => all.map((sockets) => sockets.filter((socket) => socket.readyState === 'open').length);
    expect(
      await waitUntil(() => openCounts()[0] === CONNECTION_LIMIT && openCounts()[1] === CONNECTION_LIMIT + 10),
    ).toBe(true);
    expect(openCounts()).toEqual([CONNECTION_LIMIT, CONNECTION_LIMIT + 10, CONNECTION_LIMIT + 10]);
    expect((await api.send('/api/app/lang')).json).toMatchObject({ code: 200 });
    for (const socket of all[0] ?? []) socket.destroy();
    // The connections are available again as soon as the server has noticed that they are closed.
    const canReconnect = async () => {
      const again = connectFrom('127.0.0.2', port, CONNECTION_LIMIT);
      await sleep(300);
      const isIn = again.every((socket) => socket.readyState === 'open');
      if (!isIn) for (const socket of again) socket.destroy();
      return isIn;
    };
    expect(await waitUntil(canReconnect)).toBe(true);
  },
);
