-- Which call asked for something that another process goes on with: the X-Request-Id under which the logs of all processes have it. Null for
-- what no call asked for, and for what is older than this column.
alter table withdrawal add column call_id text check (call_id ~ '^[A-Za-z0-9._-]{1,64}$');
alter table exchange_grant add column call_id text check (call_id ~ '^[A-Za-z0-9._-]{1,64}$');
