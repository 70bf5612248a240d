-- The roles that the processes act as: each may do what its capability needs and nothing that rewrites history.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['city_mint_api', 'city_mint_worker', 'city_mint_indexer'] loop
    begin
      execute format('create role %I nologin', role_name);
    exception
      -- Roles belong to the whole cluster: another database's migration may have made them, or be making them now.
      when duplicate_object or unique_violation then null;
    end;
    execute format('grant %I to current_user', role_name);
    execute format('grant usage on schema public to %I', role_name);
  end loop;
end
$$;

revoke create on schema public from public;
