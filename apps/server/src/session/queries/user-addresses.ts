import { sql } from 'kysely';

/** Every user's address, as rows (id, address), for one statement over everybody. */
export const userAddresses = sql`select id, address from app_user`;
