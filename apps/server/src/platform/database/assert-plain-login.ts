import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Throws if the login of this connection could do more than the role of its process: a superuser, an owner of the
 * database, or one that may create or become other roles.
 */
export async function assertPlainLogin(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string; why: string | null }>`
    select session_user as name, case
      when l.rolsuper then 'is a superuser'
      when l.rolcreaterole then 'may create roles'
      when l.rolbypassrls or l.rolreplication then 'may read everything'
      when pg_has_role(session_user, d.datdba, 'member') then 'owns the database'
      when (
        select count(*) > 1 from pg_roles r
        where r.rolname like 'city\\_mint\\_%' and r.rolname <> session_user
          and pg_has_role(session_user, r.oid, 'member')
      ) then 'has the roles of several processes'
    end as why
    from pg_roles l cross join pg_database d
    where l.rolname = session_user and d.datname = current_database()`.execute(db);
  const [login] = rows;
  if (login === undefined || login.why !== null) {
    throw new Error(`the login of DATABASE_URL ${login?.why ?? 'is unknown'}: each process needs a login of one role`);
  }
}
