-- Whether a text may be a name on the leaderboards: 1 to 20 visible characters, which are letters of the product's
-- languages with their vowel signs, digits, and single spaces, hyphens or underscores between them. No other
-- character is accepted: none that is invisible, changes the direction of a text, or looks like a Latin letter. A name
-- never begins like an address.
-- Twin: packages/domain/src/team/board-name.ts, compared by apps/server/src/team/leaderboard-names.db.test.ts.
create or replace function is_leaderboard_name(p_name text) returns boolean language sql immutable as $$
  with part as (
    select 'A-Za-z0-9\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u00FF\u0102\u0103\u0110\u0111\u0128\u0129\u0168\u0169'
        '\u01A0\u01A1\u01AF\u01B0\u1EA0-\u1EF9\u0904-\u0939\u093D\u0950\u0960\u0961\u0966-\u096F'
        '\u0E01-\u0E2E\u0E30\u0E32\u0E33\u0E40-\u0E46\u0E50-\u0E59\u3005\u3041-\u3096\u30A1-\u30FA\u30FC'
        '\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3' as letters,
      '\u0900-\u0903\u093A-\u093C\u093E-\u094F\u0951-\u0957\u0962\u0963\u0E31\u0E34-\u0E3A\u0E47-\u0E4E' as marks
  )
  select p_name is nfc normalized and p_name !~ '^0[xX]'
    and p_name ~ ('^[' || letters || '][' || marks || ']{0,3}([ _-]?[' || letters || '][' || marks || ']{0,3})*$')
    and char_length(regexp_replace(p_name, '[' || marks || ']', '', 'g')) <= 20
  from part
$$;

-- Returns the common form of similar names: without case, accents, spaces and signs, and with one
-- character for each of O and 0, and of I, l and 1.
create or replace function leaderboard_name_key(p_name text) returns text language sql immutable as $$
  select translate(
    regexp_replace(normalize(lower(p_name collate pg_c_utf8), nfd), '[\u0001-/:-`{-\u007F\u0300-\u036F]', '', 'g'),
    'oil' || U&'\0111', '011d')
$$;

-- Shows a session's user on the leaderboards under a name; null hides them again. Makes the leaderboards due at the
-- next interval. Returns false, and changes nothing, where a user has this name or one that looks like it, operators
-- removed such a name, or it contains the product's or the operator's.
create or replace function set_leaderboard_name(p_token bytea, p_name text, p_operator text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asking bigint := session_user_of(p_token);
begin
  if p_name is null then
    delete from leaderboard_name where user_id = asking;
    update removed_leaderboard_name set answered = true where user_id = asking and not answered;
    return true;
  end if;
  if exists (
    select from unnest(array['City Mint', p_operator]) reserved
    where position(nullif(leaderboard_name_key(reserved), '') in leaderboard_name_key(p_name)) > 0)
    or exists (
      select from removed_leaderboard_name where leaderboard_name_key(name) = leaderboard_name_key(p_name)) then
    return false;
  end if;
  begin
    insert into leaderboard_name (user_id, name) values (asking, p_name)
    on conflict (user_id) do update set name = excluded.name;
  exception when unique_violation then
    return false;
  end;
  update removed_leaderboard_name set answered = true where user_id = asking and not answered;
  update leaderboard_state set batches = -1;
  return true;
end
$$;

-- Hides a user whose name operators remove, and keeps the name, so that no one chooses it again and the user is
-- notified. Returns false, and changes nothing, where the user has another name or none.
create or replace function remove_leaderboard_name(p_user bigint, p_name text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from leaderboard_name where user_id = p_user and name = p_name;
  if not found then
    return false;
  end if;
  insert into removed_leaderboard_name (user_id, name) values (p_user, p_name)
  on conflict (user_id, name) do update set removed_at = now(), answered = false;
  update leaderboard_state set batches = -1;
  return true;
end
$$;

revoke all on function is_leaderboard_name, leaderboard_name_key, set_leaderboard_name, remove_leaderboard_name
  from public;
grant execute on function set_leaderboard_name to city_mint_api;
grant execute on function remove_leaderboard_name to city_mint_operator;
-- Operators find the user of a name by the index over this key.
grant execute on function leaderboard_name_key to city_mint_operator, city_mint_ops;
