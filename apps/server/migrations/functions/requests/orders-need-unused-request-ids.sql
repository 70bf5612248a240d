-- Trigger: refuses an order with the request id of a withdrawal. Both calls lock the user's JU account before they
-- read, so one of two concurrent calls sees the other; callers that insert orders retry as for any existing key.
create or replace function orders_need_unused_request_ids() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from added_order a join withdrawal w on w.user_id = a.user_id and w.request_id = a.request_id
    where not a.automatic
  ) then
    raise exception 'a request id belongs to a withdrawal' using errcode = 'unique_violation';
  end if;
  return null;
end
$$;
