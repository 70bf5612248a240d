import { reviewFinding } from '#audit/commands/review-finding.ts';
import { listOpenFindings } from '#audit/queries/open-findings.ts';
import { createDatabase } from '#platform/database/database.ts';

/**
 * `npm run -s audit:review [-- SUBJECT WORDS]`: lists what the auditor does not believe, or stores who reviewed one
 * finding and why it may be followed, with the auditor's login in DATABASE_URL. Prints the open findings; exits with 1
 * when there is no such finding, with 2 for other arguments.
 */
const LEAST_WORDS = 10;
const [subject, words, ...surplus] = process.argv.slice(2);
const url = process.env['DATABASE_URL'];
if (url === undefined || url === '') end('DATABASE_URL is missing: it needs the login of the auditor');
if (surplus.length > 0 || (subject !== undefined && (words ?? '').trim().length < LEAST_WORDS)) {
  end(`a finding's subject, such as "transfer 12", and ${LEAST_WORDS} letters or more: who reviewed it, and why`);
}

const db = createDatabase({ url, role: 'city_mint_auditor', maxConnections: 1 });
try {
  if (subject !== undefined && words !== undefined && !(await reviewFinding(db, { subject, words }))) {
    process.stderr.write(`there is no open finding about ${subject}\n`);
    process.exitCode = 1;
  }
  for (const { subject: open, kind, expected, found, foundAt } of await listOpenFindings(db)) {
    const what = `${open}${kind === null ? '' : ` (${kind})`}, found ${foundAt.toISOString()}`;
    process.stdout.write(`${what}\n  expected: ${expected}\n  found:    ${found}\n`);
  }
} finally {
  await db.destroy();
}

function end(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}
