import type { KnownContracts } from './describe-call.ts';

type PhoneSettings = {
  readonly chainId: number;
  readonly rpcUrl: string;
  readonly relayUrl: string;
  readonly port: number;
  readonly contracts: KnownContracts;
  /** File of the wallet's sessions. */
  readonly file: string;
};

const MAIN_CHAIN = '210000';
const THIS_MACHINE = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Returns the settings of the demo phone wallet. Throws where it must not run, since everyone knows its key: in
 * production, for the main chain, with a node elsewhere; and for a missing setting.
 */
export function checkPhoneSettings(env: NodeJS.ProcessEnv): PhoneSettings {
  const read = (name: string) => {
    const value = env[name];
    if (value === undefined || value === '') throw new Error(`${name} is not set`);
    return value;
  };
  if (env['NODE_ENV'] === 'production') throw new Error('the demo phone wallet does not run in production');
  if (read('CHAIN_ID') === MAIN_CHAIN) throw new Error('the demo phone wallet does not run for the main chain');
  if (!THIS_MACHINE.includes(new URL(read('RPC_URL')).hostname)) {
    throw new Error('the demo phone wallet needs a node of this machine');
  }
  return {
    chainId: Number(read('CHAIN_ID')),
    rpcUrl: read('RPC_URL'),
    relayUrl: read('WALLETCONNECT_RELAY_URL'),
    port: Number(read('PORT')),
    contracts: { vault: read('VAULT_ADDRESS'), fmc: read('FMC_ADDRESS'), router: read('ROUTER_ADDRESS') },
    file: read('PHONE_FILE'),
  };
}
