import { randomBytes } from 'node:crypto';
import type { Database } from '@city-mint/server/platform/database/database';
import { hashToken, newToken } from '@city-mint/server/session/token';
import { sql } from 'kysely';
import type { WorldIds } from './calls.ts';
import { OPERATOR, WALLETS } from './world-size.ts';

/** A token of each wallet, and of an operator. */
export type SessionTokens = Readonly<Record<keyof typeof WALLETS | 'operator', string>>;

/** Opens a session of each wallet and of the operator; returns their tokens. */
export async function openSessions(db: Database): Promise<SessionTokens> {
  const tokens = { whale: newToken(), inviter: newToken(), ordinary: newToken(), operator: newToken() };
  for (const name of ['whale', 'inviter', 'ordinary'] as const) {
    await sql`insert into session (token_hash, user_id, expires_at)
      values (${hashToken(tokens[name])}, ${WALLETS[name]}, now() + interval '1 day')`.execute(db);
  }
  await sql`insert into operator_session (token_hash, address, nonce, signature, expires_at)
    values (${hashToken(tokens.operator)}, ${OPERATOR},
      substr(md5(random()::text) || md5(random()::text) || md5(random()::text) || md5(random()::text), 1, 100),
      '0x' || repeat('1', 130), now() + interval '1 day')`.execute(db);
  return tokens;
}

/** Returns ids of rows that samples name; a preview of texts is made. */
export async function readWorldIds(db: Database): Promise<WorldIds> {
  const tokenBytes = randomBytes(32);
  await sql`insert into text_preview (token_hash, texts, made_by, expires_at)
    values (sha256(${tokenBytes}), '{"zh": {"ui.retry": "再试一次"}}'::jsonb, ${OPERATOR},
      now() + interval '1 day')`.execute(db);
  const { rows } = await sql<Omit<WorldIds, 'previewToken'>>`
    select (select max(id) from round where state = 'open')::text as "openRound",
      (select max(round_id) from settlement_file)::text as "settledRound",
      (select min(id) from city)::text as city,
      (select id from mint_order where user_id = ${WALLETS.whale}::int order by id offset 500 limit 1)::text
        as "whaleOrder",
      (select max(id) from withdrawal where user_id = ${WALLETS.whale}::int)::text as withdrawal,
      (select address from app_user where id = ${WALLETS.ordinary}::int) as "ordinaryAddress"`.execute(db);
  const [ids] = rows;
  if (ids === undefined) throw new Error('the world has no rows');
  return { ...ids, previewToken: tokenBytes.toString('hex') };
}
