import type { ContractAddresses } from '@city-mint/chain-contract/addresses';
import type { Config } from './settings.ts';

/** The configured addresses of the product's contracts. */
export function contractAddresses(config: Config): ContractAddresses {
  return {
    vault: config.VAULT_ADDRESS,
    fmc: config.FMC_ADDRESS,
    anchors: config.ANCHORS_ADDRESS,
    router: config.ROUTER_ADDRESS,
    factory: config.FACTORY_ADDRESS,
    wrappedNative: config.WRAPPED_NATIVE_ADDRESS,
  };
}
