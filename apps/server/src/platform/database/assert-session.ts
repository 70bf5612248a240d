import type pg from 'pg';

/** Needs of each connection of a process: the rights of its role, and limits. */
export type SessionNeeds = { readonly role: string; readonly statementTimeoutMs: number };

type Session = {
  readonly login: string;
  readonly role: string;
  readonly statementMs: number;
  readonly idleMs: number;
  readonly zone: string;
};

/**
 * Rejects when a new connection does not have the role, time limits and time zone that it asked for. A pooler may
 * ignore these options (`ignore_startup_parameters`): statements would run as the bare login and without
 * end. The error names the setting and the statement that mends the login.
 */
export async function assertSession(client: pg.ClientBase, needs: SessionNeeds): Promise<void> {
  const { rows } = await client.query<Session>(`
    select session_user as login, current_user as role, current_setting('timezone') as zone,
      (select setting::int from pg_settings where name = 'statement_timeout') as "statementMs",
      (select setting::int from pg_settings where name = 'idle_in_transaction_session_timeout') as "idleMs"`);
  const [session] = rows;
  if (session === undefined) throw new Error('the database does not say who is connected');
  const wrong = differences(session, needs);
  if (wrong.length > 0) throw new Error(`DATABASE_URL: ${wrong.join(', ')}. ${remedy(session.login, needs)}`);
}

function differences(session: Session, { role, statementTimeoutMs }: SessionNeeds): string[] {
  const { statementMs, idleMs, zone } = session;
  return [
    ...(session.role === role ? [] : [`the role is ${session.role} and not ${role}`]),
    ...(statementMs >= statementTimeoutMs
      ? []
      : [`statement_timeout is ${statementMs} ms and not at least ${statementTimeoutMs}`]),
    ...(idleMs > 0 ? [] : ['idle_in_transaction_session_timeout is 0, no limit']),
    ...(zone === 'UTC' ? [] : [`the time zone is ${zone} and not UTC`]),
  ];
}

/** The statements of an owner after which the login has by default the options that a pooler drops. */
function remedy(login: string, { role, statementTimeoutMs }: SessionNeeds): string {
  const defaults = [
    `role = ${role}`,
    `statement_timeout = ${statementTimeoutMs}`,
    'idle_in_transaction_session_timeout = 10000',
    "timezone = 'UTC'",
  ];
  const statements = defaults.map((setting) => `alter role ${login} set ${setting};`).join(' ');
  return `Behind a pooler the login needs these as its defaults: ${statements} (docs/operating/start.md)`;
}
