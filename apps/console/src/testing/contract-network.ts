import { endpoints } from '@city-mint/api-contract/endpoints';
import { type FakeNetwork, installNetwork } from '@city-mint/client/testing/fake-network.ts';

/**
 * Replaces `fetch` by a network that holds both sides to the contract until `restore` is called: a request that the
 * server would refuse as malformed fails the test, and so does a reply that the server could not send.
 */
export function installContractNetwork(): FakeNetwork {
  return installNetwork({ check: findBreach });
}

function findBreach(key: string, { request, answer }: { readonly request: unknown; readonly answer: unknown }) {
  const declared = Object.entries(endpoints).find(([name]) => name === key)?.[1];
  if (declared === undefined) return `the contract has no ${key}`;
  const sent = declared.request.safeParse(request);
  if (!sent.success) return `${key} was sent what the contract refuses: ${sent.error.message}`;
  const { code, data } = Object(answer);
  if (code !== 200) return null;
  const received = declared.reply.safeParse(data);
  return received.success ? null : `the test answers ${key} against the contract: ${received.error.message}`;
}
