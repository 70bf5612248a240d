import { parseArgs } from 'node:util';

/** The commands that start the local system: built apps, or sources that are served and restarted as they change. */
export type StartCommand = 'npm start' | 'npm run dev';

/** Options of the commands that start the local system. */
export type StartOptions = {
  /** Whether to delete the local database and chain first. */
  fresh: boolean;
  /** Whether simulated participants join rounds. */
  crowd: boolean;
  /** Preferred port of the page; null for that of the start before. Another one is used when it is not free. */
  port: number | null;
  /** Whether other machines of the network reach page, API and chain. */
  host: boolean;
  help: boolean;
};

const HOST_USAGE = `
  --host       also for a phone in the same network: prints the address as a QR code`;

/** Returns the text that is printed for --help, and below the message about a bad option. */
export function startUsage(command: StartCommand): string {
  return `usage: ${command} [-- OPTION…]
  --fresh      delete the local database and chain, and start from scratch
  --no-crowd   run without simulated participants
  --port PORT  port of the page (default: that of the start before, at first 8080)${hasHost(command) ? HOST_USAGE : ''}
  --help       print this text`;
}

/** Returns the options of a command line; throws an Error that names an unknown option or a bad value. */
export function readStartOptions(args: string[], command: StartCommand): StartOptions {
  const { values } = parseArgs({
    args,
    options: {
      fresh: { type: 'boolean', default: false },
      'no-crowd': { type: 'boolean', default: false },
      port: { type: 'string' },
      host: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { fresh, host, help, port } = values;
  if (host && !hasHost(command)) throw new Error(`--host is an option of npm start, not of ${command}.`);
  return { fresh, crowd: !values['no-crowd'], port: port === undefined ? null : parsePort(port), host, help };
}

function hasHost(command: StartCommand): boolean {
  return command === 'npm start';
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new Error(`--port must be a number from 1 to 65535, not "${text}".`);
  }
  return port;
}
