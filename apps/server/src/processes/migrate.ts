import { prepareDatabase } from './prepare-database.ts';

/**
 * `npm run migrate`: updates the database of DATABASE_URL to the newest schema and prints the applied files, one per
 * line.
 */
const url = process.env['DATABASE_URL'];
if (url === undefined || url === '') {
  process.stderr.write('DATABASE_URL is missing\n');
  process.exit(2);
}
for (const name of await prepareDatabase({ url })) process.stdout.write(`${name}\n`);
