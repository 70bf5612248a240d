-- The roles of the processes. Each has the rights that its work needs, and none can rewrite history.
do $$
declare
  role_name text;
begin
  -- The process that answers operators' calls has its own role, city_mint_ops, which only reads and requests. So
  -- participants' calls can change nothing that belongs to operators, and this role can change nothing that no operator
  -- signed. Workers verify and perform signed requests, and take the role city_mint_operator only for that.
  foreach role_name in array array['city_mint_api', 'city_mint_worker', 'city_mint_indexer', 'city_mint_operator',
    'city_mint_ops', 'city_mint_watcher'] loop
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
  grant city_mint_operator to city_mint_worker with inherit false, set true;
end
$$;

revoke create on schema public from public;
