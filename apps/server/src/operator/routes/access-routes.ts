import type { accessEndpoints } from '@city-mint/api-contract/operator/access-endpoints';
import { isHex } from 'viem';
import type { Handlers } from '#platform/http/handler.ts';
import { readPageById } from '#platform/paging.ts';
import { createSignInComposer, type SignInDeps } from '#session/commands/compose-sign-in.ts';
import { createOperatorLogin } from '#session/commands/operator-sign-in.ts';
import { logoutOperator } from '#session/commands/sessions.ts';
import { readLogPage } from '../queries/list-log.ts';
import { listProposals } from '../queries/list-proposals.ts';
import { findRole, listOperators, readPermissions } from '../queries/operators.ts';

export type AccessDeps = SignInDeps & {
  /** Operators of the configuration, EIP-55. */
  readonly configured: readonly string[];
};

type AccessKey = Exclude<keyof typeof accessEndpoints, 'GET /api/app/operatorLog'> | 'POST /api/ops/proposals';

/** Returns the handlers of the operators' sign-in, list and open proposals. */
export function accessRoutes(deps: AccessDeps): Handlers<AccessKey> {
  const { db, configured } = deps;
  const compose = createSignInComposer(deps, 'operator');
  const login = createOperatorLogin(deps);
  return {
    async 'POST /api/ops/signMessage'({ eth_address, domain, uri }, { origin }) {
      if ((await findRole(db, configured, eth_address)) === null) {
        return { refusal: 'not-an-operator', details: { field: 'eth_address' } };
      }
      const composed = await compose({ address: eth_address, domain, uri, origin });
      if (!('refusal' in composed)) return { data: composed };
      const { refusal } = composed;
      return { refusal, details: { field: refusal === 'uri-not-allowed' ? 'uri' : 'domain' } };
    },
    async 'POST /api/ops/login'({ sign_hex, nonce }) {
      if (!isHex(sign_hex)) return { refusal: 'signature-format', details: { field: 'sign_hex' } };
      const answer = await login({ nonce, signature: sign_hex });
      if ('refusal' in answer) return { refusal: answer.refusal, details: { field: 'nonce' } };
      const { token, expiresAt, address } = answer;
      return { data: { token, expiresAt: expiresAt.getTime(), address } };
    },
    async 'POST /api/ops/logout'(_request, { participant }) {
      await logoutOperator(db, participant.sessionHash);
      return { data: { ended: true } };
    },
    async 'POST /api/ops/log'(request) {
      const page = await readLogPage(db, request);
      return 'refusal' in page ? page : { data: page };
    },
    'POST /api/ops/operators': async () => ({ data: { operators: await listOperators(db, configured) } }),
    async 'POST /api/ops/me'(_request, { participant }) {
      const permissions = await readPermissions(db, configured, participant.address);
      return permissions === null ? { refusal: 'session-ended' } : { data: permissions };
    },
    async 'POST /api/ops/proposals'({ cursor, limit, ...filter }) {
      const page = await readPageById(
        { cursor, limit },
        { read: (range) => listProposals(db, filter, range), idOf: ({ proposalId }) => BigInt(proposalId) },
      );
      return 'refusal' in page ? page : { data: page };
    },
  };
}
