import { prepareDatabase } from './prepare-database.ts';

/**
 * `npm run migrate`: brings the database of DATABASE_URL to the newest schema and prints the files it applied, one a
 * line.
 */
const url = process.env['DATABASE_URL'];
if (url === undefined || url === '') {
  process.stderr.write('DATABASE_URL is missing\n');
  process.exit(2);
}
for (const name of await prepareDatabase({ url })) process.stdout.write(`${name}\n`);
