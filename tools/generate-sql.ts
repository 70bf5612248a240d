// npm run generate:sql: writes the constants that SQL shares with packages/domain.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMAIN_CONSTANTS_FILE, domainConstantsSql } from './sql/domain-constants.ts';

writeFileSync(join(import.meta.dirname, '..', DOMAIN_CONSTANTS_FILE), domainConstantsSql());
