import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { phonePrograms } from '@city-mint/devnet/phone-programs';
import { pickPort } from '@city-mint/devnet/ports';
import { startProgram } from '@city-mint/devnet/program';
import { serverEnvironment } from '@city-mint/devnet/server-environment';
import { CHAIN_ID, type SystemAddresses } from '../system/system-addresses.ts';

type PhoneSystem = Pick<SystemAddresses, 'rpcUrl' | 'databaseUrl' | 'contracts'> & { readonly relayUrl: string };

/** Starts the demo phone wallet as the program that `npm start` runs. Returns its address, and what ends it. */
export async function startPhoneProgram(system: PhoneSystem) {
  const dataDir = mkdtempSync(join(tmpdir(), 'phone '));
  const { port } = await pickPort();
  const environment = serverEnvironment({ ...system, chainId: CHAIN_ID, port: 0 });
  const ports = { relayPort: 0, screenPort: port };
  const program = phonePrograms({ ...ports, environment, isOpen: false, dataDir }).find(
    ({ name }) => name === 'phone-wallet',
  );
  if (program === undefined) throw new Error('npm start has no phone wallet');
  const running = startProgram(program, { dataDir, say: (line) => console.log(line), record: () => undefined });
  await running.isReady();
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await running.end();
      rmSync(dataDir, { recursive: true });
    },
  };
}
