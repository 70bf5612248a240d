import { join } from 'node:path';
import { renderUnicodeCompact } from 'uqr';
import { DEV_ROLES, devAccount } from './dev-accounts.ts';
import { CONSOLE_OPERATORS } from './operators.ts';
import type { ServerPlan } from './server-programs.ts';

type Say = (line: string) => void;

/** Addresses and keys that a start prints at its end. */
type Endpoints = {
  readonly page: string;
  readonly console: string;
  /** The screen of the demo phone wallet. */
  readonly phone: string;
  readonly rpcUrl: string;
  readonly chainId: number;
  readonly dataDir: string;
  readonly seconds: number;
  readonly inspectPorts: ServerPlan['inspectPorts'];
};

/** Prints where the parts of the local system are, and the keys of its wallet and operators. */
export function printEndpoints(say: Say, endpoints: Endpoints): void {
  const { page, console: consoleUrl, phone, rpcUrl, chainId, dataDir, seconds } = endpoints;
  const wallet = devAccount(DEV_ROLES.testWallet);
  const operators = CONSOLE_OPERATORS.flatMap(({ address, privateKey }) => [address, `private key ${privateKey}`]);
  say(`
City Mint is running (started in ${seconds.toFixed(1)} s). Press Ctrl-C to stop; the next start resumes from this state.

  page         ${page}
  API          ${page}/api
  API docs     ${page}/docs
  console      ${consoleUrl}  (operators; API docs ${consoleUrl}/docs)
  phone wallet ${phone}  (open it in a second window: it connects to the page by WalletConnect)
  chain        ${rpcUrl}  (testJuChain, chain id ${chainId}, JU)
  test wallet  ${wallet.address}
               private key ${wallet.privateKey}
               This key is known to everyone: never send real money to it. Import it into the wallet as a private key;
               after --fresh clear the wallet's activity data (MetaMask: Settings, Advanced), which resets its nonce.
  operators    ${operators.join('\n               ')}
  logs         ${join(dataDir, 'logs')}
${developmentLines(endpoints)}`);
}

function developmentLines({ inspectPorts }: Endpoints): string {
  if (inspectPorts === null) return '';
  const ports = Object.entries(inspectPorts).map(([name, port]) => `${name} ${port}`);
  return `  inspect      ${ports.join(', ')}  (docs/debugging.md)
  sources      page and console show changes by themselves; processes restart; SQL functions and views are applied again
`;
}

/** Prints the page's address in the network, as text and as a QR code. */
export function printNetworkAddress(say: Say, page: string): void {
  say(`For a phone in the same network, ${page}:

${renderUnicodeCompact(page, { border: 2 })}

Everyone in this network reaches the page and the chain now, and all keys here are known to everyone. Operators' calls
and what changes the chain's clock and balances stay closed.
`);
}
