import type { ParsedRequestOf } from '@city-mint/api-contract/endpoints';
import type { sessionEndpoints } from '@city-mint/api-contract/session/endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { ZERO } from '@city-mint/domain/money/token-amount';
import { isHex } from 'viem';
import type { Handlers, Outcome } from '#platform/http/handler.ts';
import { createSignInComposer } from './commands/compose-sign-in.ts';
import { composeConfirmation } from './commands/confirmations.ts';
import { acceptDisclosure, createDisclosureReader, type DisclosureDeps } from './commands/disclosures.ts';
import { logout, revokeSessions } from './commands/sessions.ts';
import { createLogin, type LoginDeps } from './commands/sign-in.ts';
import type { ConfirmedAction } from './confirmation-message.ts';
import { confirmationNotice, inviterNotice } from './disclosure-content.ts';
import type { CoversDisclosure } from './queries/covering.ts';
import { readOwnDisclosure } from './queries/own-disclosure.ts';
import { listSessions } from './queries/sessions.ts';

export type SessionDeps = DisclosureDeps &
  LoginDeps & {
    readonly coversDisclosure: CoversDisclosure;
    /** Returns the address (EIP-55) of a user's inviter, or null. */
    readonly findSuperior: (userId: bigint) => Promise<string | null>;
    /** Returns why an action would be refused after signing, or undefined if it would be accepted. */
    readonly checkAction: (confirmed: ConfirmedAction, caller: ActionCaller) => Promise<ActionRefusal | undefined>;
  };

export type ActionCaller = {
  readonly userId: bigint;
  readonly country: string | null;
  /** The user has accepted the current disclosure. */
  readonly consented: boolean;
};
export type ActionRefusal = Extract<Outcome<'POST /api/app/user/confirmMessage'>, { readonly refusal: string }>;

/** Returns the handlers of the endpoints in api-contract's session/endpoints.ts. */
export function sessionRoutes(deps: SessionDeps): Handlers<keyof typeof sessionEndpoints> {
  const { db } = deps;
  const compose = createSignInComposer(deps, 'participant');
  const login = createLogin(deps);
  const readDisclosure = createDisclosureReader(deps);
  return {
    'POST /api/app/user/signMessage': async ({ eth_address, domain, uri }, { origin }) => {
      const composed = await compose({ address: eth_address, domain, uri, origin });
      if (!('refusal' in composed)) return { data: composed };
      return { refusal: composed.refusal, details: { field: FIELD_OF[composed.refusal] } };
    },
    'POST /api/app/user/login': async ({ sign_hex, nonce }) => {
      if (!isHex(sign_hex)) return { refusal: 'signature-format', details: { field: 'sign_hex' } };
      const answer = await login({ nonce, signature: sign_hex });
      if ('refusal' in answer) return { refusal: answer.refusal, details: { field: FIELD_OF[answer.refusal] } };
      const { token, expiresAt, user } = answer;
      return {
        data: {
          token,
          expiresAt: expiresAt.getTime(),
          user: {
            address: user.address,
            registeredAt: user.registered_at.getTime(),
            superior: await deps.findSuperior(user.id),
            consentHash: user.consent_hash,
          },
        },
      };
    },
    'POST /api/app/user/logout': async (_request, { participant }) => {
      await logout(db, participant.token);
      return { data: { ended: true } };
    },
    'POST /api/app/user/sessions': async (_request, { participant }) => ({
      data: { sessions: await listSessions(db, participant) },
    }),
    'POST /api/app/user/sessions/revoke': async ({ sessionId }, { participant }) => {
      const ended = await revokeSessions(db, { token: participant.token, sessionId });
      if (ended === 0 && sessionId !== undefined) return { refusal: 'not-found', details: { field: 'sessionId' } };
      return { data: { ended } };
    },
    'GET /api/app/disclosure': async (_request, { lang }) => {
      const { version, hash, content } = await readDisclosure();
      const sections = content[lang];
      return { data: { version, hash, sections: [...sections] } };
    },
    'POST /api/app/user/disclosure': async (_request, { participant, lang }) => {
      return { data: await readOwnDisclosure(db, { participant, current: await readDisclosure(), lang }) };
    },
    'POST /api/app/user/consent': async ({ hash }, { participant }) => {
      const current = await readDisclosure();
      const answer = await acceptDisclosure(db, { token: participant.token, hash, current });
      if ('refusal' in answer) return { refusal: answer.refusal, details: { field: 'hash', current: answer.hash } };
      return { data: { hash: answer.hash, acceptedAt: answer.acceptedAt.getTime() } };
    },
    ...confirmationRoutes(deps),
  };
}

function confirmationRoutes(deps: SessionDeps): Handlers<'POST /api/app/user/confirmMessage'> {
  const { db, signIn } = deps;
  return {
    'POST /api/app/user/confirmMessage': async (request, context) => {
      const confirmed = confirmedAction(request);
      const { userId, token, address, consentHash } = context.participant;
      const consented = await deps.coversDisclosure(consentHash);
      const caller = { userId, country: context.region, consented };
      const refused = await deps.checkAction(confirmed, caller);
      if (refused !== undefined) return refused;
      const { chainId } = signIn;
      const domain = domainOf(context.origin, signIn.signInDomains);
      const isInviter = confirmed.action === 'bind-inviter';
      const notice = isInviter ? inviterNotice(context.lang, await deps.readLiveTerms()) : [];
      const lines = [...confirmationNotice(context.lang, confirmed), ...notice];
      const asked = { userId, token, address, confirmed, notice: lines, domain, chainId };
      const composed = await composeConfirmation(db, asked);
      if (!('refusal' in composed)) return { data: { ...composed, notice } };
      return { refusal: composed.refusal, details: { field: 'action', ...composed.details } };
    },
  };
}

/** Request parsing has required the fields of the action. */
function confirmedAction(request: ParsedRequestOf<'POST /api/app/user/confirmMessage'>): ConfirmedAction {
  const {
    action,
    superior = '',
    uid = '',
    keep = ZERO,
    stopAfterLosses = 0,
    parallelRounds = 1,
    version = 0,
  } = request;
  switch (action) {
    case 'bind-inviter':
      return { action, superior };
    case 'bind-exchange-uid':
      return { action, uid };
    case 'auto-mint':
      return { action, keep: formatAmount(keep), stopAfterLosses, parallelRounds, version };
  }
}

/** The domain of the calling page if it is allowed, else the first allowed one. */
function domainOf(origin: string | null, allowed: readonly string[]): string {
  const host = origin !== null && URL.canParse(origin) ? new URL(origin).host : null;
  return allowed.find((domain) => domain === host) ?? allowed[0] ?? 'city-mint';
}

const FIELD_OF = {
  'domain-not-allowed': 'domain',
  'uri-not-allowed': 'uri',
  'nonce-used-or-unknown': 'nonce',
  'message-expired': 'nonce',
  'signature-invalid': 'sign_hex',
  'try-again': 'sign_hex',
} as const;
