import type { Config } from './settings.ts';

/** Returns who runs the system, as the disclosure names them. */
export const operatorOf = (config: Config) => ({ name: config.OPERATOR_NAME, contact: config.OPERATOR_CONTACT });
