/** The name under which the vault's logs are followed. */
export const VAULT_SOURCE = 'vault';
