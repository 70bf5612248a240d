import { join } from 'node:path';
import { consoleVariables, type PageSettings, pageVariables } from './build-apps.ts';
import type { FrontPorts } from './front-ports.ts';
import { CONSOLE_OPERATORS, OPERATOR_ADDRESSES } from './operators.ts';
import type { Program } from './program.ts';
import { inheritedVariables } from './server-environment.ts';

type VitePlan = {
  readonly ports: FrontPorts;
  readonly page: Required<Pick<PageSettings, 'chainId' | 'rpcUrl' | 'contracts' | 'relayUrl'>>;
};

/** Returns the programs that serve page and console from their sources, each as it is at that moment. */
export function vitePrograms({ ports, page }: VitePlan): Program[] {
  const demoOperators = CONSOLE_OPERATORS.map(({ privateKey }) => privateKey);
  return [
    viteProgram('page', {
      ...pageVariables({ ...page, operators: OPERATOR_ADDRESSES }),
      ...{ APP: 'web', PORT: String(ports.page), API_ORIGIN: `http://127.0.0.1:${ports.api}` },
      PAGE_CONNECTS: [page.rpcUrl, page.relayUrl].join(' '),
    }),
    viteProgram('console', {
      ...consoleVariables({ chainId: page.chainId, vault: page.contracts?.vault, demoOperators }),
      ...{ APP: 'console', PORT: String(ports.console), API_ORIGIN: `http://127.0.0.1:${ports.ops}` },
    }),
  ];
}

function viteProgram(name: 'page' | 'console', variables: Readonly<Record<string, string>>): Program {
  const env = { ...inheritedVariables(), NODE_ENV: 'development', ...variables };
  return { name, args: [join(import.meta.dirname, 'programs', 'vite.ts')], env, restart: true };
}
