import { answerCall, PHONE_METHODS, type PhoneSigner } from './answer-call.ts';
import { type CallDescription, describeCall, type KnownContracts, type PhoneCall } from './describe-call.ts';
import { openWalletKit } from './open-wallet-kit.ts';
import type { RelayedStorage } from './relayed-storage.ts';

/** A question to the wallet's owner. */
export type PhoneQuestion = {
  readonly id: number;
  /** Name and address that the page states of itself. */
  readonly page: { readonly name: string; readonly url: string };
  readonly description: CallDescription | { readonly kind: 'connect' };
};

/** State that the owner sees. */
export type PhoneState = {
  readonly address: string;
  readonly pages: readonly { readonly topic: string; readonly name: string; readonly url: string }[];
  readonly questions: readonly PhoneQuestion[];
};

type PhoneOptions = PhoneSigner & {
  readonly relayUrl: string;
  /** Where the owner finds the wallet. */
  readonly url: string;
  readonly contracts: KnownContracts;
  readonly storage: RelayedStorage;
  readonly onChange: () => void;
};

const EVENTS = ['chainChanged', 'accountsChanged'];
const REFUSED = { code: 5000, message: 'User rejected.' };
const BYE = { code: 6000, message: 'User disconnected.' };

type Waiting = PhoneQuestion & { readonly answer: (isApproved: boolean) => Promise<unknown> };

/** A wallet on another device, as WalletConnect's SDK makes them; its owner answers each question. Returns it. */
export async function startDemoPhone(options: PhoneOptions) {
  const { account, chain, relayUrl, url, contracts, storage, onChange } = options;
  const metadata = { name: 'Demo phone wallet', description: 'City Mint, local system', url, icons: [] };
  const kit = await openWalletKit({ relayUrl, metadata, storage, storagePrefix: 'phone' });
  const waiting = new Map<number, Waiting>();
  const ask = (question: Waiting) => {
    waiting.set(question.id, question);
    onChange();
  };

  kit.on('session_proposal', ({ id, params }) => {
    const { name, url: address } = params.proposer.metadata;
    const chains = [`eip155:${chain.id}`];
    const accounts = chains.map((each) => `${each}:${account.address}`);
    const namespaces = { eip155: { chains, accounts, methods: PHONE_METHODS, events: EVENTS } };
    ask({
      id,
      page: { name, url: address },
      description: { kind: 'connect' },
      answer: (isApproved) =>
        isApproved ? kit.approveSession({ id, namespaces }) : kit.rejectSession({ id, reason: REFUSED }),
    });
  });
  kit.on('session_request', ({ topic, id, params: { request } }) => {
    const call: PhoneCall = { method: request.method, params: request.params };
    const { name = '', url: address = '' } = kit.getActiveSessions()[topic]?.peer.metadata ?? {};
    ask({
      id,
      page: { name, url: address },
      description: describeCall(call, contracts),
      async answer(isApproved) {
        const outcome = isApproved ? await outcomeOf({ account, chain }, call) : { error: REFUSED };
        await kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...outcome } });
      },
    });
  });
  const forget = ({ id }: { readonly id: number }) => {
    waiting.delete(id);
    onChange();
  };
  kit.on('session_request_expire', forget);
  kit.on('proposal_expire', forget);
  kit.on('session_delete', onChange);

  return {
    readState(): PhoneState {
      const pages = Object.values(kit.getActiveSessions()).map(({ topic, peer: { metadata: page } }) => {
        return { topic, name: page.name, url: page.url };
      });
      const questions = [...waiting.values()].map(({ id, page, description }) => ({ id, page, description }));
      return { address: account.address, pages, questions };
    },
    /** Takes the link of a pairing; rejects for one that was used or is none. */
    pair: (uri: string) => kit.pair({ uri }),
    /** Answers a question, at most once. Returns whether it was still open. */
    async answer(id: number, isApproved: boolean): Promise<boolean> {
      const question = waiting.get(id);
      waiting.delete(id);
      await question?.answer(isApproved);
      onChange();
      return question !== undefined;
    },
    /** Ends the session with a page. */
    async leave(topic: string): Promise<void> {
      await kit.disconnectSession({ topic, reason: BYE });
      onChange();
    },
  };
}

export type DemoPhone = Awaited<ReturnType<typeof startDemoPhone>>;

async function outcomeOf(signer: PhoneSigner, call: PhoneCall) {
  try {
    return { result: await answerCall(signer, call) };
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { error: { code: -32603, message } };
  }
}
