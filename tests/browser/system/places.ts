import { type ContractAddresses, parseContractAddresses } from '@city-mint/chain-contract/addresses';

/** Where the parts of the system under test stand. */
export type Places = {
  /** Page and API. */
  readonly url: string;
  readonly rpcUrl: string;
  readonly databaseUrl: string;
  readonly contracts: ContractAddresses;
};

export const CHAIN_ID = 202_599;

/** The variable in which the global set-up leaves them for the tests. */
export const PLACES_VARIABLE = 'SYSTEM_PLACES';

/** The system that the global set-up started; throws when there is none. */
export function systemPlaces(): Places {
  return parsePlaces(process.env[PLACES_VARIABLE] ?? '');
}

/** Reads them from the line in which the system says that it is ready. */
export function parsePlaces(line: string): Places {
  const fields = new Map<string, unknown>(Object.entries(JSON.parse(line)));
  const text = (name: string) => {
    const value = fields.get(name);
    if (typeof value !== 'string') throw new Error(`${name} is missing in: ${line}`);
    return value;
  };
  return {
    url: text('url'),
    rpcUrl: text('rpcUrl'),
    databaseUrl: text('databaseUrl'),
    contracts: parseContractAddresses(fields.get('contracts')),
  };
}
