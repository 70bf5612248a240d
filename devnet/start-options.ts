import { parseArgs } from 'node:util';

/** Options of `npm start`. */
export type StartOptions = {
  /** Whether to delete the local database and chain first. */
  fresh: boolean;
  /** Whether simulated participants join rounds. */
  crowd: boolean;
  /** Preferred port of page and API; another one is used when it is not free. */
  port: number;
  /** Whether other machines of the network reach page, API and chain. */
  host: boolean;
  help: boolean;
};

/** Printed for --help, and below the message about a bad option. */
export const START_USAGE = `usage: npm start [-- OPTION…]
  --fresh      delete the local database and chain, and start from scratch
  --no-crowd   run without simulated participants
  --port PORT  port of the page and the API (default 8080)
  --host       also for a phone in the same network: prints the address as a QR code
  --help       print this text`;

/** Returns the options of a command line; throws an Error that names an unknown option or a bad value. */
export function readStartOptions(args: string[]): StartOptions {
  const { values } = parseArgs({
    args,
    options: {
      fresh: { type: 'boolean', default: false },
      'no-crowd': { type: 'boolean', default: false },
      port: { type: 'string', default: '8080' },
      host: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { fresh, host, help } = values;
  return { fresh, crowd: !values['no-crowd'], port: parsePort(values.port), host, help };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new Error(`--port must be a number from 1 to 65535, not "${text}".`);
  }
  return port;
}
