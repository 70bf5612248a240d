/** Why a transaction cannot be sent, as the chain or the node says. */
export type ChainFailure =
  | { readonly kind: 'reverted'; readonly error: string | null }
  | { readonly kind: 'insufficient-funds' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'unknown' };

/** Names the failure behind an error of a contract call: the contract's own error by its name, no money for gas, no answer. */
export function classifyChainError(error: unknown): ChainFailure {
  const links = errorLinks(error);
  const reverted = links.find((link) => link['name'] === 'ContractFunctionRevertedError');
  if (reverted !== undefined) {
    const data: unknown = reverted['data'];
    const name: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'errorName') : null;
    return { kind: 'reverted', error: typeof name === 'string' ? name : null };
  }
  if (links.some((link) => link['name'] === 'InsufficientFundsError' || NO_FUNDS.test(String(link['message'])))) {
    return { kind: 'insufficient-funds' };
  }
  if (links.some((link) => UNREACHABLE.includes(String(link['name'])))) return { kind: 'unreachable' };
  return { kind: 'unknown' };
}

const NO_FUNDS = /insufficient funds/i;
const UNREACHABLE = ['HttpRequestError', 'TimeoutError', 'WebSocketRequestError'];

type Link = Readonly<Record<'name' | 'message' | 'data', unknown>>;

/** An error and its causes; ten are more than any library nests, and end a chain that goes in a circle. */
function errorLinks(error: unknown): readonly Link[] {
  const links: Link[] = [];
  let link: unknown = error;
  while (typeof link === 'object' && link !== null && links.length < 10) {
    links.push({
      name: Reflect.get(link, 'name'),
      message: Reflect.get(link, 'message'),
      data: Reflect.get(link, 'data'),
    });
    link = Reflect.get(link, 'cause');
  }
  return links;
}
