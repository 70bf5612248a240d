import { createServer } from 'node:net';

/** The port to use, and whether the preferred one was in use. */
export type PickedPort = { port: number; wasTaken: boolean };

/**
 * Returns a port that no process listens on: the preferred one if free, else any. With `keeps` it returns the preferred
 * one in any case, so that listening on it fails if it is in use.
 */
export async function pickPort(preferred = 0, keeps = false): Promise<PickedPort> {
  if (keeps) return { port: preferred, wasTaken: false };
  if (preferred !== 0 && (await canListen(preferred))) return { port: preferred, wasTaken: false };
  return { port: await anyFreePort(), wasTaken: preferred !== 0 };
}

/** Tries both addresses: a server on all interfaces does not prevent a bind to only the loopback address. */
async function canListen(port: number): Promise<boolean> {
  return (
    (await listenOnce({ port, host: '127.0.0.1' })) !== null && (await listenOnce({ port, host: '0.0.0.0' })) !== null
  );
}

async function anyFreePort(): Promise<number> {
  const port = await listenOnce({ port: 0, host: '127.0.0.1' });
  if (port === null) throw new Error('No free port on 127.0.0.1.');
  return port;
}

function listenOnce(address: { port: number; host: string }): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ ...address, exclusive: true }, () => {
      const bound = server.address();
      const port = bound !== null && typeof bound === 'object' ? bound.port : null;
      server.close(() => resolve(port));
    });
  });
}
