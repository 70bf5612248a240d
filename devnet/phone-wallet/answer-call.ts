import type { chainById } from '@city-mint/chain-contract/chains';
import { createWalletClient, type Hex, http, isHex, type LocalAccount } from 'viem';
import type { PhoneCall } from './describe-call.ts';

/** The methods that the wallet offers to pages. */
export const PHONE_METHODS = ['eth_sendTransaction', 'personal_sign', 'eth_signTypedData_v4'];

/** The key of the wallet and the chain that it uses. */
export type PhoneSigner = { readonly account: LocalAccount; readonly chain: ReturnType<typeof chainById> };

/** Does what its owner has approved. Returns the signature or the transaction's hash; throws for any other method. */
export async function answerCall({ account, chain }: PhoneSigner, { method, params }: PhoneCall): Promise<Hex> {
  const [first, second] = params;
  switch (method) {
    case 'personal_sign':
      return account.signMessage({ message: { raw: hexFrom(first) } });
    case 'eth_signTypedData_v4':
      return account.signTypedData(JSON.parse(String(second)));
    case 'eth_sendTransaction': {
      const { to, data, value, gas } = Object(first);
      return createWalletClient({ account, chain, transport: http() }).sendTransaction({
        ...(to === undefined ? {} : { to: hexFrom(to) }),
        ...(data === undefined ? {} : { data: hexFrom(data) }),
        ...(value === undefined ? {} : { value: BigInt(hexFrom(value)) }),
        ...(gas === undefined ? {} : { gas: BigInt(hexFrom(gas)) }),
      });
    }
    default:
      throw new Error(`the demo phone wallet does not offer ${method}`);
  }
}

function hexFrom(value: unknown): Hex {
  if (!isHex(value)) throw new Error('not hexadecimal');
  return value;
}
