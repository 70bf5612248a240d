-- The roles that processes act as: each has the rights its work needs, and none that rewrites history.
do $$
declare
  role_name text;
begin
  -- Operators' calls act as a role of their own, so that participants' calls can change nothing that is an operator's.
  foreach role_name in array array['city_mint_api', 'city_mint_worker', 'city_mint_indexer', 'city_mint_operator',
    'city_mint_watcher'] loop
    begin
      execute format('create role %I nologin', role_name);
    exception
      -- Roles belong to the whole cluster: the migration of another database may have created them, or be creating
      -- them now.
      when duplicate_object or unique_violation then null;
    end;
    execute format('grant %I to current_user', role_name);
    execute format('grant usage on schema public to %I', role_name);
  end loop;
end
$$;

revoke create on schema public from public;
