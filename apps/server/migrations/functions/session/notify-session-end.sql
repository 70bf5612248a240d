-- Notifies every process that a session has ended, by the hash of its token in hex, so that its live stream ends
-- immediately.
create or replace function session_notify_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', encode(new.token_hash, 'hex'));
  return null;
end
$$;
