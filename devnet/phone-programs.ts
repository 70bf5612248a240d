import { join } from 'node:path';
import type { Program } from './program.ts';
import { inheritedVariables, type ServerEnvironment } from './server-environment.ts';
import { outsideProgram } from './server-programs.ts';
import { openStoredPort } from './stored-port.ts';

/** The relay's port at the first start; pages are built for it. */
const RELAY_PORT = 8547;
/** The demo phone wallet's port at the first start. */
const PHONE_PORT = 8180;

/** Variables of the wallet: it gets no login of the database. */
const PHONE_VARIABLES = [
  ...['NODE_ENV', 'CHAIN_ID', 'RPC_URL', 'WALLETCONNECT_RELAY_URL'],
  ...['VAULT_ADDRESS', 'FMC_ADDRESS', 'ROUTER_ADDRESS'],
];

type Starting = { readonly dataDir: string; say(line: string): void };

/** Ports of the relay and of the demo phone wallet's screen. */
export type PhonePorts = { readonly relayPort: number; readonly screenPort: number };

/** Picks the ports of the relay and the demo phone wallet: those of the start before where they are free. */
export async function openPhone({ dataDir, say }: Starting): Promise<PhonePorts> {
  const pick = async (name: string, called: string, first: number) => {
    const stored = openStoredPort({ dataDir, name, first });
    const { port, wasTaken } = await stored.pick();
    if (wasTaken) say(`Port ${stored.preferred} is in use; ${called} uses port ${port}, also at the next starts.`);
    stored.store(port);
    return port;
  };
  const relayPort = await pick('relay', 'the relay to wallets', RELAY_PORT);
  return { relayPort, screenPort: await pick('phone-wallet', 'the demo phone wallet', PHONE_PORT) };
}

type PhonePlan = PhonePorts & {
  /** The environment that the server's processes share. */
  readonly environment: ServerEnvironment;
  /** Whether other machines of the network reach the relay; the wallet's screen is for this machine only. */
  readonly isOpen: boolean;
  readonly dataDir: string;
};

/** Returns the programs of a wallet on another device: the relay and the demo phone wallet. */
export function phonePrograms({ relayPort, screenPort, environment, isOpen, dataDir }: PhonePlan): Program[] {
  const relay = { PORT: String(relayPort), HOST: isOpen ? '0.0.0.0' : '127.0.0.1' };
  const phone = { PORT: String(screenPort), PHONE_FILE: join(dataDir, 'phone-wallet.json') };
  const known = Object.fromEntries(PHONE_VARIABLES.map((name) => [name, environment[name] ?? '']));
  return [
    outsideProgram('relay', { ...inheritedVariables(), ...relay }),
    outsideProgram('phone-wallet', { ...inheritedVariables(), ...known, ...phone }),
  ];
}
