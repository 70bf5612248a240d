import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A TCP proxy between two of our parts, which can disturb their connections as a network does. */
export type TcpProxy = {
  readonly port: number;
  /** Returns the URL with the proxy's host and port. */
  readonly through: (url: string) => string;
  /** Forwards everything on new connections, and on those that have lost nothing. */
  pass(): void;
  /** Forwards nothing and closes nothing, on open and on new connections, as when the other end is unreachable. */
  silence(): void;
  /** Holds back all replies on a connection once its caller has sent text that matches. */
  holdReplies(after: RegExp): void;
  /** Delays each chunk by `leastMs` to `mostMs`; the order remains. */
  delay(leastMs: number, mostMs: number): void;
  /** Resets every connection. */
  reset(): void;
  /** Bytes of the replies held back. */
  readonly heldBytes: () => number;
  stop(): Promise<void>;
};

type State = { isSilent: boolean; heldAfter: RegExp | undefined; leastMs: number; mostMs: number; heldBytes: number };

/** Starts a proxy to `target` on a free port; returns its port and controls. */
export async function startTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const state: State = { isSilent: false, heldAfter: undefined, leastMs: 0, mostMs: 0, heldBytes: 0 };
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((caller) => {
    track(caller);
    if (state.isSilent) return;
    const called = track(connect(target.port, target.host));
    const connection = { isLost: false, isHeld: false };
    forward(state, connection, { from: caller, to: called, isReply: false });
    forward(state, connection, { from: called, to: caller, isReply: true });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    through(url) {
      const changed = new URL(url);
      changed.hostname = '127.0.0.1';
      changed.port = String(port);
      return changed.href.replace(/\/$/, '');
    },
    pass: () => Object.assign(state, { isSilent: false, heldAfter: undefined, leastMs: 0, mostMs: 0 }),
    silence: () => Object.assign(state, { isSilent: true }),
    holdReplies: (after) => Object.assign(state, { heldAfter: after }),
    delay: (leastMs, mostMs) => Object.assign(state, { leastMs, mostMs }),
    reset() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    heldBytes: () => state.heldBytes,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

type Flow = { readonly from: Socket; readonly to: Socket; readonly isReply: boolean };

/** A connection that lost a chunk cannot continue, so it stays silent. */
function forward(state: State, connection: { isLost: boolean; isHeld: boolean }, { from, to, isReply }: Flow): void {
  let last = Promise.resolve();
  from.on('data', (piece: Buffer) => {
    connection.isLost ||= state.isSilent;
    if (!isReply && state.heldAfter?.test(piece.toString('latin1'))) connection.isHeld = true;
    if (connection.isLost) return;
    if (isReply && connection.isHeld) {
      state.heldBytes += piece.length;
      return;
    }
    if (state.mostMs === 0) {
      last = last.then(() => void to.write(piece));
      return;
    }
    const ms = state.leastMs + Math.random() * (state.mostMs - state.leastMs);
    last = last.then(() => sleep(ms)).then(() => void to.write(piece));
  });
  from.once('close', () => void last.then(() => to.destroy()));
}
