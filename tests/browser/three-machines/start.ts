import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { startAnvil, startIntervalMining } from '@city-mint/devnet/anvil';
import { openDeployment } from '@city-mint/devnet/deployment';
import { OPERATOR_ADDRESSES } from '@city-mint/devnet/operators';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { fundParticipants } from '../system/fund-participants.ts';
import { publishFirstOffer } from '../system/publish-first-offer.ts';
import { ADDRESSES_VARIABLE, CHAIN_ID, type SystemAddresses } from '../system/system-addresses.ts';
import { fundRoles, generateKeys, rolesOf } from './keys.ts';
import { FOLDER, NODE_HOSTS, OUTSIDE, PROGRAMS_VARIABLE, ROOT, tryOut } from './machines.ts';
import { prepareDatabase } from './prepare-database.ts';
import { CONSOLE_ORIGIN, PAGE_ORIGIN, programsOf } from './processes.ts';
import { buildArchive, installArchive } from './release.ts';

const RPC_PORT = 28_645;
const READY_MS = 120_000;

/**
 * Starts the system on the machines that tools/try-deploy.ts has started, with its addresses in SYSTEM_ADDRESSES;
 * returns how to end the chain.
 */
// biome-ignore lint/style/noDefaultExport: Playwright takes the default export.
export default async function startThreeMachines(): Promise<() => Promise<void>> {
  const data = join(FOLDER, 'system');
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const chain = await startAnvil({ chainId: CHAIN_ID, port: RPC_PORT, keepsPort: true, slotsInAnEpoch: 2 });
  const node = await forward({ host: OUTSIDE, port: RPC_PORT }, chain.port);
  const keys = generateKeys();
  const at = { rpcUrl: chain.url, chainId: CHAIN_ID };
  const contracts = await openDeployment({ ...at, dataDir: data, roles: rolesOf(keys) });
  await fundRoles(chain.url, keys);
  await fundParticipants({ rpcUrl: chain.url, vault: contracts.vault });
  await startIntervalMining(chain, 1);
  const rpcUrl = `https://${NODE_HOSTS[0]}:${RPC_PORT}`;
  await installArchive(await buildArchive({ chainId: CHAIN_ID, rpcUrl, contracts, operators: OPERATOR_ADDRESSES }));
  const databaseUrl = await prepareDatabase();
  const programs = programsOf({ chainId: CHAIN_ID, contracts, nodePort: RPC_PORT, keys });
  process.env[PROGRAMS_VARIABLE] = JSON.stringify(programs);
  await Promise.all(programs.map(({ start }) => tryOut(...start)));
  if (!(await waitUntil(isUp, READY_MS))) throw new Error('nginx leads to no process: see the logs of the machines');
  await publishFirstOffer({ databaseUrl, opsUrl: CONSOLE_ORIGIN, vault: contracts.vault });
  const addresses: SystemAddresses = {
    ...{ url: PAGE_ORIGIN, opsUrl: CONSOLE_ORIGIN, rpcUrl, databaseUrl, contracts },
    webDist: join(ROOT, 'apps/web/dist'),
    // No exchange takes part.
    ...{
      exchangeUrl: 'http://127.0.0.1:1',
      mailPort: '1',
      treesFolder: join(FOLDER, 'machines/three/root/srv/city-mint/trees'),
    },
  };
  process.env[ADDRESSES_VARIABLE] = JSON.stringify(addresses);
  return async () => {
    node.close();
    await chain.stop();
  };
}

async function isUp(): Promise<boolean> {
  const isReady = (url: string) =>
    fetch(url)
      .then(({ ok }) => ok)
      .catch(() => false);
  return (await isReady(`${PAGE_ORIGIN}/api/app/home`)) && (await isReady(CONSOLE_ORIGIN));
}

/** Forwards connections to the node's names to a port of this machine; opens their TLS. */
function forward(at: { readonly host: string; readonly port: number }, to: number): Promise<Server> {
  const [cert, key] = ['pem', 'key'].map((kind) => readFileSync(join(FOLDER, 'tls', `nodes.${kind}`)));
  const server = createServer({ cert, key }, (caller) => {
    const target = connect(to, '127.0.0.1');
    caller.pipe(target).pipe(caller);
    for (const socket of [caller, target]) {
      socket.on('error', () => {
        caller.destroy();
        target.destroy();
      });
    }
  });
  return new Promise((resolve) => {
    server.listen(at.port, at.host, () => resolve(server));
  });
}
