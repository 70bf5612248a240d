import { Counter, type Registry } from 'prom-client';
import type { ReadinessCheck } from '#platform/http/server-deps.ts';
import type { ObserveSignIn } from './commands/sign-in.ts';

/**
 * Registers a counter of logins by outcome. Returns the function that updates it, and a check that verifiers answer: it
 * fails from a login that none answered until the next that one does.
 */
export function createSignInMetrics(registry: Registry): { observe: ObserveSignIn; check: ReadinessCheck } {
  const logins = new Counter({
    name: 'city_mint_sign_ins_total',
    help: 'Logins: opened, the code of their refusal, or unanswered when no verifier decided them.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  let isUnanswered = false;
  return {
    observe(outcome) {
      logins.inc({ outcome });
      if (outcome === 'opened' || outcome === 'signature-invalid') isUnanswered = false;
      if (outcome === 'unanswered') isUnanswered = true;
    },
    check: async () => (isUnanswered ? 'no verifier answered the last sign-in' : null),
  };
}
