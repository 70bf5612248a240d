import { totalmem } from 'node:os';

const MIB = 1024 * 1024;

/** Command-line settings of a server on this port: durable as in production, reachable from this machine alone. */
export function serverSettings(port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: `${sharedBuffersMib()}MB`,
    fsync: 'on',
    synchronous_commit: 'on',
    max_wal_size: '4GB',
    wal_compression: 'on',
    jit: 'off',
    logging_collector: 'off',
    log_min_messages: 'warning',
    timezone: 'UTC',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function sharedBuffersMib(): number {
  // In a container the limit counts, not the machine; 0 and absurdly large figures both mean "no limit".
  const limit = process.constrainedMemory();
  const memoryMib = Math.floor((limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / MIB);
  return Math.max(128, Math.min(1024, Math.floor(memoryMib / 8)));
}
