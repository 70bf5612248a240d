import { prepareDatabase } from './prepare-database.ts';

/**
 * `npm run migrate`: updates the database of DATABASE_DIRECT_URL, else DATABASE_URL, to the newest schema and prints
 * the applied files, one per line. A pooler of transactions would share its lock with strangers.
 */
const url = process.env['DATABASE_DIRECT_URL'] || process.env['DATABASE_URL'];
if (url === undefined || url === '') {
  process.stderr.write('DATABASE_URL is missing\n');
  process.exit(2);
}
for (const name of await prepareDatabase({ url })) process.stdout.write(`${name}\n`);
