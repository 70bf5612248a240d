import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A pooler in front of the database, which behaves as PgBouncer 1.26 did in transaction mode. */
export type TransactionPooler = { readonly through: (url: string) => string; stop(): Promise<void> };

const READY_FOR_QUERY = 'Z';
const NOTIFICATION = 'A';

/**
 * Starts a pooler that drops the startup options of each connection (`ignore_startup_parameters = options`), and
 * delivers a notification only to a caller in the middle of a query: between two of them the connection is not its own.
 */
export async function startTransactionPooler(url: string): Promise<TransactionPooler> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((caller) => link(track(caller), track(connect(Number(port), hostname))));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    through(other) {
      const changed = new URL(other);
      changed.hostname = '127.0.0.1';
      changed.port = String((server.address() as AddressInfo).port);
      return changed.href;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function link(caller: Socket, called: Socket): void {
  let isStarted = false;
  let isQuerying = true;
  let waiting = Buffer.alloc(0);
  caller.on('data', (piece: Buffer) => {
    called.write(isStarted ? piece : withoutOptions(piece));
    isStarted = true;
    isQuerying = true;
  });
  called.on('data', (piece: Buffer) => {
    waiting = Buffer.concat([waiting, piece]);
    while (waiting.length >= 5 && waiting.length > waiting.readInt32BE(1)) {
      const message = waiting.subarray(0, 1 + waiting.readInt32BE(1));
      waiting = waiting.subarray(message.length);
      const kind = String.fromCharCode(message[0] ?? 0);
      if (kind !== NOTIFICATION || isQuerying) caller.write(message);
      if (kind === READY_FOR_QUERY) isQuerying = false;
    }
  });
  caller.once('close', () => called.destroy());
  called.once('close', () => caller.destroy());
}

/** Returns the startup message (length, version, pairs of texts that end with 0, and a last 0) without its options. */
function withoutOptions(startup: Buffer): Buffer {
  const texts = startup.subarray(8, -2).toString('utf8').split('\0');
  const kept = texts.filter((_, index) => texts[index - (index % 2)] !== 'options');
  const body = Buffer.from(`${kept.join('\0')}\0\0`);
  const changed = Buffer.concat([startup.subarray(0, 8), body]);
  changed.writeInt32BE(changed.length, 0);
  return changed;
}
