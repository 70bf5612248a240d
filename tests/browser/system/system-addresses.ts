import { type ContractAddresses, parseContractAddresses } from '@city-mint/chain-contract/addresses';

/** Addresses of the parts of the system under test. */
export type SystemAddresses = {
  /** Page and API. */
  readonly url: string;
  /** Console and calls of operators. */
  readonly opsUrl: string;
  readonly rpcUrl: string;
  readonly databaseUrl: string;
  /** Of the external exchange, for the codes that it shows to the owner of an account. */
  readonly exchangeUrl: string;
  readonly contracts: ContractAddresses;
  /** Folder of the built page. */
  readonly webDist: string;
  /** Folder of the auditor's trees. */
  readonly treesFolder: string;
  /** The port of this machine to which the worker sends mails; no server is running until a test starts one. */
  readonly mailPort: string;
};

export const CHAIN_ID = 202_599;

/** The environment variable in which the global set-up passes them to the tests. */
export const ADDRESSES_VARIABLE = 'SYSTEM_ADDRESSES';

/** Returns the addresses of the system that the global set-up started; throws when there is none. */
export function systemAddresses(): SystemAddresses {
  return parseSystemAddresses(process.env[ADDRESSES_VARIABLE] ?? '');
}

/** Returns the addresses in the line that the system prints when it is ready. */
export function parseSystemAddresses(line: string): SystemAddresses {
  const fields = new Map<string, unknown>(Object.entries(JSON.parse(line)));
  const text = (name: string) => {
    const value = fields.get(name);
    if (typeof value !== 'string') throw new Error(`${name} is missing in: ${line}`);
    return value;
  };
  return {
    url: text('url'),
    opsUrl: text('opsUrl'),
    rpcUrl: text('rpcUrl'),
    databaseUrl: text('databaseUrl'),
    exchangeUrl: text('exchangeUrl'),
    contracts: parseContractAddresses(fields.get('contracts')),
    webDist: text('webDist'),
    treesFolder: text('treesFolder'),
    mailPort: text('mailPort'),
  };
}
