import { sql } from 'kysely';

/** The published rounds with the hashes of their terms as 0x hex, as a relation for other queries. */
export const termsHashes = sql<{
  round_id: bigint;
  terms_hash: string;
}>`(select round_id, terms_hash from round_terms)`;
