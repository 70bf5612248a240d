-- The roles of the processes. Each has the rights that its work needs, and none can rewrite history.
do $$
declare
  role_name text;
begin
  -- The process that answers operators' calls has its own role, city_mint_ops, which only reads and requests. So
  -- participants' calls can change nothing that belongs to operators, and this role can change nothing that no operator
  -- signed. The process with the role city_mint_operator verifies and performs signed requests; no other login is a
  -- member of it.
  foreach role_name in array array['city_mint_api', 'city_mint_worker', 'city_mint_indexer', 'city_mint_operator',
    'city_mint_ops', 'city_mint_auditor', 'city_mint_verifier'] loop
    begin
      execute format('create role %I nologin', role_name);
    exception
      -- Roles belong to the whole cluster: the migration of another database may have created them, or be creating them
      -- concurrently.
      when duplicate_object or unique_violation then null;
    end;
    execute format('grant %I to current_user', role_name);
    execute format('grant usage on schema public to %I', role_name);
  end loop;
  -- An earlier schema of the same server let workers take the role.
  if pg_has_role('city_mint_worker', 'city_mint_operator', 'member') then
    revoke city_mint_operator from city_mint_worker;
  end if;
end
$$;

revoke create on schema public from public;
