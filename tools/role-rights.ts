import { join } from 'node:path';
import pg from 'pg';

/** The written list of what each database role may do. */
export const ROLE_RIGHTS = join(import.meta.dirname, '..', 'docs', 'role-rights.txt');

const HEADER = `What each database role may do: every table with every column, every sequence, and every function
that acts with its owner's rights. Nothing else is granted; "public" is everyone. A line without columns is the right
to all of them. Written by npm run generate:db, compared with the migrated database by tests/role-rights.db.test.ts:
each new line is a right that a stolen login of that role has, so a change of this file is reviewed as such.
`;

/** Rights to tables and views: the whole table, or the columns that a role has a right to. */
const TABLE_RIGHTS = `
  select r.name as role,
    'table ' || case c.relnamespace when 'audit'::regnamespace then 'audit.' else '' end || c.relname as subject,
    p.place, lower(p.name) as privilege,
    case when has_table_privilege(r.name, c.oid, p.name) then null
      else (select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and p.of_columns
          and has_column_privilege(r.name, c.oid, a.attnum, p.name)) end as columns
  from roles r
  cross join pg_class c
  cross join (values (1, 'SELECT', true), (2, 'INSERT', true), (3, 'UPDATE', true), (4, 'DELETE', false),
    (5, 'TRUNCATE', false), (6, 'REFERENCES', true), (7, 'TRIGGER', false)) as p (place, name, of_columns)
  where c.relnamespace in ('public'::regnamespace, 'audit'::regnamespace)
    and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and (has_table_privilege(r.name, c.oid, p.name)
      or p.of_columns and has_any_column_privilege(r.name, c.oid, p.name))`;

const OTHER_RIGHTS = `
  select r.name, 'sequence ' || c.relname, p.place, lower(p.name), null
  from roles r cross join pg_class c cross join (values (1, 'USAGE'), (2, 'UPDATE')) as p (place, name)
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and has_sequence_privilege(r.name, c.oid, p.name)
  union all
  select r.name, 'function ' || f.proname, 1, 'execute', null
  from roles r cross join pg_proc f
  where f.pronamespace = 'public'::regnamespace and f.prosecdef and has_function_privilege(r.name, f.oid, 'EXECUTE')
  union all
  select r.name, 'schema public', 1, 'create', null
  from roles r where has_schema_privilege(r.name, 'public', 'CREATE')
  union all
  select r.name, 'role ' || member_of.rolname, 1, 'member', null
  from roles r join pg_roles self on self.rolname = r.name join pg_auth_members m on m.member = self.oid
    join pg_roles member_of on member_of.oid = m.roleid
  union all
  select r.name, 'role ' || r.name, 2, 'more than a role of the product', null
  from roles r join pg_roles self on self.rolname = r.name
  where self.rolsuper or self.rolcreaterole or self.rolcreatedb or self.rolbypassrls or self.rolreplication
    or exists (select 1 from pg_class where relowner = self.oid)
    or exists (select 1 from pg_proc where proowner = self.oid)`;

type RightRow = { readonly role: string; readonly subject: string; readonly rights: readonly string[] };

const LINE_LENGTH = 120;

/**
 * Returns what each role of the product, and everyone, may do in the migrated database at `url`: the text of
 * `ROLE_RIGHTS`.
 */
export async function describeRoleRights(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<RightRow>(`
      with roles as (
        select rolname::text as name from pg_roles where rolname like 'city\\_mint\\_%' and not rolcanlogin
        union all select 'public'
      ), rights as (${TABLE_RIGHTS} union all ${OTHER_RIGHTS})
      select role, subject, array_agg(privilege || coalesce(' (' || columns || ')', '') order by place) as rights
      from rights group by role, subject order by role collate "C", subject collate "C"`);
    return render(rows);
  } finally {
    await client.end();
  }
}

function render(rows: readonly RightRow[]): string {
  const roles = [...new Set(rows.map(({ role }) => role))];
  const parts = roles.map((role) => {
    const lines = rows.filter((row) => row.role === role).map(renderRow);
    return `${role}\n${lines.join('\n')}\n`;
  });
  return [HEADER, ...parts].join('\n');
}

function renderRow({ subject, rights }: RightRow): string {
  const line = `  ${subject}: ${rights.join(', ')}`;
  return line.length <= LINE_LENGTH ? line : `  ${subject}:\n    ${rights.join('\n    ')}`;
}
