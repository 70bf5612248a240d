import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';

/**
 * Switches the idempotency of joins off in one test's own database: every order is stored under an id of its own, so neither the unique key
 * nor any look at earlier requests ever finds one again. What was asked for stays in `asked_request`, for counting.
 */
export async function forgetRequestIds(owner: Database): Promise<void> {
  await sql`create table asked_request (order_id bigint primary key, user_id bigint not null, request_id uuid not null)`.execute(
    owner,
  );
  await sql`
    create function forget_request_id() returns trigger language plpgsql security definer as $$
    begin
      insert into asked_request values (new.id, new.user_id, new.request_id);
      new.request_id := gen_random_uuid();
      return new;
    end
    $$`.execute(owner);
  await sql`create trigger forget_request_id before insert on mint_order for each row execute function forget_request_id()`.execute(
    owner,
  );
}
