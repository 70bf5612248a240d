import { maxUint64 } from 'viem';
import type { Call, Sender } from './duty.ts';
import { announceCall, decisionCall } from './duty-call.ts';
import type { Subject } from './read-subject.ts';
import type { Failure } from './simulate-call.ts';

/**
 * The next step of a duty: `done`: its state is reached; `wait`: until a time in seconds; `refused`: the contract
 * refuses it, whoever sends it; any other is a call to send, `call-once` one that no state shows to be sent.
 */
export type Step =
  | { readonly kind: 'done' }
  | { readonly kind: 'wait'; readonly until: bigint }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | {
      readonly kind: 'announce' | 'announce-again' | 'approve' | 'allow' | 'call' | 'call-once';
      readonly call: Call;
      readonly sender: Sender;
    };

/** Returns the next step of a duty by the state of the chain. */
export function planStep({ call, sender, allow, isReached, isOnce, refusal, verdict, change }: Subject): Step {
  if (refusal !== null) return { kind: 'refused', failure: refusal };
  if (isReached) return { kind: 'done' };
  if (allow !== null) return { kind: 'allow', call: allow, sender };
  if (verdict === null) return { kind: isOnce ? 'call-once' : 'call', call, sender };
  if (change === null) return { kind: 'refused', failure: verdict };
  switch (verdict.name) {
    case 'ChangeNotAnnounced':
      return { kind: 'announce', call: announceCall(call.to, call.data), sender: 'admin' };
    case 'ChangeLapsed':
      return { kind: 'announce-again', call: announceCall(call.to, call.data), sender: 'admin' };
    case 'ChangeNotApproved':
      return { kind: 'approve', call: decisionCall(call.to, 'approveChange', change.id), sender: 'protector' };
    case 'ChangeNotReady': {
      const [until] = verdict.args;
      if (typeof until === 'bigint' && until !== maxUint64) return { kind: 'wait', until };
      return { kind: 'approve', call: decisionCall(call.to, 'approveChange', change.id), sender: 'protector' };
    }
    default:
      return { kind: 'refused', failure: verdict };
  }
}
