import type { Config } from './settings.ts';

/** Returns the operator of the system, as named in the disclosure. */
export const operatorOf = (config: Config) => ({ name: config.OPERATOR_NAME, contact: config.OPERATOR_CONTACT });
