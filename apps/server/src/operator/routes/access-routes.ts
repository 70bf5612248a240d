import type { accessEndpoints } from '@city-mint/api-contract/operator/access-endpoints';
import { isHex } from 'viem';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { limitedAddress } from '#platform/http/limited-address.ts';
import { readPageById } from '#platform/paging.ts';
import { logout } from '#session/commands/sessions.ts';
import { type ComposeSettings, composeMessage, login } from '#session/commands/sign-in.ts';
import { listLog } from '../queries/list-log.ts';
import { listProposals } from '../queries/list-proposals.ts';
import { isOperator, listOperators } from '../queries/operators.ts';

export type AccessDeps = {
  readonly db: Database;
  readonly chain: Parameters<typeof login>[0]['chain'];
  readonly signIn: ComposeSettings;
  readonly configured: readonly string[];
};

const LOG_PAGE = 50;

/** Returns the handlers of the sign-in of operators, of their list, their open proposals and the public log. */
export function accessRoutes({
  db,
  chain,
  signIn,
  configured,
}: AccessDeps): Handlers<keyof typeof accessEndpoints | 'POST /api/ops/proposals'> {
  return {
    async 'POST /api/ops/signMessage'({ eth_address, domain, uri }, { origin, ip }) {
      if (!(await isOperator(db, configured, eth_address))) {
        return { refusal: 'not-an-operator', details: { field: 'eth_address' } };
      }
      const order = {
        address: eth_address,
        caller: limitedAddress(ip),
        domain,
        uri,
        origin,
        scope: 'operator',
      } as const;
      const composed = await composeMessage(db, order, signIn);
      if (!('refusal' in composed)) return { data: composed };
      if (composed.refusal === 'too-many-open-nonces') {
        return { refusal: composed.refusal, details: { field: 'eth_address', ...composed.details } };
      }
      const { refusal } = composed;
      return { refusal, details: { field: refusal === 'uri-not-allowed' ? 'uri' : 'domain' } };
    },
    async 'POST /api/ops/login'({ sign_hex, nonce }) {
      if (!isHex(sign_hex)) return { refusal: 'signature-format', details: { field: 'sign_hex' } };
      const answer = await login(
        { db, chain },
        { nonce, signature: sign_hex, chainId: signIn.chainId, scope: 'operator' },
      );
      if ('refusal' in answer) return { refusal: answer.refusal, details: { field: 'nonce' } };
      const { token, expiresAt, user } = answer;
      return { data: { token, expiresAt: expiresAt.getTime(), address: user.address } };
    },
    async 'POST /api/ops/logout'(_request, { participant }) {
      await logout(db, participant.sessionHash);
      return { data: { ended: true } };
    },
    async 'GET /api/app/operatorLog'({ cursor }) {
      const page = await readPageById(
        { cursor, limit: LOG_PAGE },
        { read: (range) => listLog(db, range), idOf: ({ logId }) => BigInt(logId) },
      );
      return 'refusal' in page ? page : { data: page };
    },
    'POST /api/ops/operators': async () => ({ data: { operators: await listOperators(db, configured) } }),
    async 'POST /api/ops/proposals'({ cursor, limit }) {
      const page = await readPageById(
        { cursor, limit },
        { read: (range) => listProposals(db, range), idOf: ({ proposalId }) => BigInt(proposalId) },
      );
      return 'refusal' in page ? page : { data: page };
    },
  };
}
