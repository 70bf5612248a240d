import { totalmem } from 'node:os';

const MIB = 1024 * 1024;

/** Durability that a throwaway server omits: a power cut, unlike `kill`, may corrupt its data. */
const THROWAWAY = { fsync: 'off', full_page_writes: 'off' };

/**
 * Returns the server's command-line settings: reachable from this machine only, and as durable as in production unless
 * it is `throwaway`.
 */
export function serverSettings(port: number, { throwaway = false } = {}): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: `${sharedBuffersMib({ limit: process.constrainedMemory(), total: totalmem() })}MB`,
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    // This build has no lz4, and pglz makes a join seven times slower after a checkpoint.
    wal_compression: 'off',
    jit: 'off',
    logging_collector: 'off',
    log_min_messages: 'warning',
    timezone: 'UTC',
    ...(throwaway ? THROWAWAY : {}),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * Returns an eighth of the memory, from 128 to 1,024 MiB. In a container its `limit` counts (bytes), not the machine's
 * `total`; a limit of 0, or one above the total, means that there is none.
 */
export function sharedBuffersMib({ limit, total }: { limit: number; total: number }): number {
  const memoryMib = Math.floor((limit > 0 ? Math.min(limit, total) : total) / MIB);
  return Math.max(128, Math.min(1024, Math.floor(memoryMib / 8)));
}
