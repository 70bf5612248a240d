import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pickPort } from './ports.ts';

async function listen(host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, host, ready));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

describe('pickPort', () => {
  test('default: any free port', async () => {
    const { port, wasTaken } = await pickPort();
    expect(port).toBeGreaterThan(1023);
    expect(wasTaken).toBe(false);
  });

  test('behavior: the preferred port when it is free', async () => {
    const { port } = await pickPort();
    expect(await pickPort(port)).toEqual({ port, wasTaken: false });
  });

  test.each(['127.0.0.1', '0.0.0.0'])(
    'behavior: another port when the preferred one is in use on %s, and it is reported',
    async (host) => {
      const port = await listen(host);
      const picked = await pickPort(port);
      expect(picked.wasTaken).toBe(true);
      expect(picked.port).not.toBe(port);
    },
  );
});
