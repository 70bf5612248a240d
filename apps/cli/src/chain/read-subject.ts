import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { type Address, isAddressEqual, keccak256, type PublicClient, zeroAddress } from 'viem';
import {
  type Call,
  type ChangeDuty,
  type Duty,
  isAnnounced,
  type PlainDuty,
  type Sender,
  type TokenRule,
} from './duty.ts';
import { allowCall, announceCall, type Contracts, decisionCall, dutyCall, senderOf } from './duty-call.ts';
import { type ChangeState, type Place, readChange, readRole, type VaultState } from './read-vault.ts';
import { type Failure, simulateCall } from './simulate-call.ts';

/** All that the next step of a duty depends on, as one node has it. */
export type Subject = {
  readonly call: Call;
  readonly sender: Sender;
  /** The call that has to precede it: FMC is funded once the vault may take it. */
  readonly allow: Call | null;
  /** Whether the state that the duty leads to is reached. */
  readonly isReached: boolean;
  /** Whether no state says that the call was sent: a repetition would do it again. */
  readonly isOnce: boolean;
  /** Why the contract would refuse it, whoever sends it and when; null: no reason is known. */
  readonly refusal: Failure | null;
  /** The failure of the admin's call now; null: it passes, or another role sends it. */
  readonly verdict: Failure | null;
  /** Null for a duty that is not announced. */
  readonly change: ChangeState | null;
  /** Of a token: the present rule, and the funded amount in base units. */
  readonly rule: TokenRule | null;
  readonly funded: bigint | null;
};

type Reading = {
  readonly client: PublicClient;
  readonly place: Contracts & Place;
  readonly state: VaultState;
  /** The account that is going to send; null: not named. */
  readonly from: Address | null;
};

const NO_RULE: TokenRule = { listed: false, window: 0n, minDeposit: 0n, windowCap: 0n };

/** Returns the subject of a duty. Throws without an answer. */
export function readSubject(reading: Reading, duty: Duty): Promise<Subject> {
  switch (duty.kind) {
    case 'announce-change':
      return readAnnouncement(reading, duty.of);
    case 'approve-change':
    case 'veto-change':
    case 'withdraw-change':
      return readDecision(reading, duty);
    default:
      return readPlain(reading, duty);
  }
}

async function readPlain(reading: Reading, duty: PlainDuty): Promise<Subject> {
  const { client, place, state } = reading;
  const rule = duty.kind === 'set-rule' ? await readRule(reading, duty.token) : null;
  const call = dutyCall(duty, place, rule ?? NO_RULE);
  const sender = senderOf(duty);
  const [isReached, refusal, verdict, change, money] = await Promise.all([
    readReached(reading, duty, rule),
    readRefusal(reading, duty, rule),
    sender === 'admin' ? simulateCall(client, { call, from: state.admin, block: place.block }) : null,
    isAnnounced(duty) ? readChange(client, place, { id: keccak256(call.data), ...state }) : null,
    duty.kind === 'fund' ? readFunding(reading, duty) : { allow: null, funded: null },
  ]);
  return { call, sender, ...money, isReached, isOnce: duty.kind === 'fund', refusal, verdict, change, rule };
}

/** An announcement again would restart the delay. */
async function readAnnouncement(reading: Reading, of: PlainDuty): Promise<Subject> {
  const made = await readPlain(reading, of);
  const call = announceCall(reading.place.vault, made.call.data);
  const isMissing = made.verdict?.name === 'ChangeNotAnnounced' || made.verdict?.name === 'ChangeLapsed';
  return { ...made, call, verdict: null, isReached: made.change?.announced === true && !isMissing };
}

const DECISIONS = {
  'approve-change': 'approveChange',
  'veto-change': 'vetoChange',
  'withdraw-change': 'withdrawChange',
} as const;

async function readDecision(
  reading: Reading,
  { kind, of }: Exclude<ChangeDuty, { kind: 'announce-change' }>,
): Promise<Subject> {
  const { client, place, state } = reading;
  const made = typeof of === 'string' ? null : await readPlain(reading, of);
  const id = typeof of === 'string' ? of : keccak256(made?.call.data ?? '0x');
  const change = await readChange(client, place, { id, ...state });
  const isApproval = kind === 'approve-change';
  return {
    ...{ allow: null, verdict: null, change, rule: made?.rule ?? null, funded: null },
    call: decisionCall(place.vault, DECISIONS[kind], id),
    sender: kind === 'withdraw-change' ? 'admin' : 'protector',
    isReached: isApproval ? change.approved === 'yes' : !change.announced,
    isOnce: isApproval && change.approved === 'unneeded',
    refusal: isApproval && !change.announced ? { name: 'ChangeNotAnnounced', args: [id] } : null,
  };
}

async function readReached(
  { client, place, state }: Reading,
  duty: PlainDuty,
  rule: TokenRule | null,
): Promise<boolean> {
  switch (duty.kind) {
    case 'pause-withdrawals':
      return state.withdrawalsPaused;
    case 'unpause-withdrawals':
      return !state.withdrawalsPaused;
    case 'pause-deposits':
      return state.depositsPaused;
    case 'unpause-deposits':
      return !state.depositsPaused;
    case 'remove-signer':
      return state.signer === zeroAddress;
    case 'set-signer':
      return isAddressEqual(state.signer, duty.account);
    case 'set-auditor':
      return isAddressEqual(state.auditor, duty.account);
    case 'cancel-voucher': {
      const at = { address: place.vault, abi: vaultAbi, blockNumber: place.block } as const;
      return client.readContract({ ...at, functionName: 'used', args: [duty.id] });
    }
    case 'grant-role':
      return readRole(client, place, duty);
    case 'revoke-role':
      return !(await readRole(client, place, duty));
    case 'set-rule': {
      const { listed, window, minDeposit, windowCap } = { ...rule, ...duty.rule };
      const isSame = listed === rule?.listed && window === rule?.window && minDeposit === rule?.minDeposit;
      return isSame && windowCap === rule?.windowCap;
    }
    case 'fund':
      return false;
  }
}

/** The vault checks these only when the change is made, two days after its announcement. */
async function readRefusal(
  { client, place, state }: Reading,
  duty: PlainDuty,
  rule: TokenRule | null,
): Promise<Failure | null> {
  const at = { address: place.vault, abi: vaultAbi, blockNumber: place.block } as const;
  if (duty.kind === 'set-signer' || duty.kind === 'set-auditor') {
    const present = duty.kind === 'set-signer' ? state.signer : state.auditor;
    if (isAddressEqual(present, duty.account)) return null;
    const isRetired = await client.readContract({ ...at, functionName: 'wasSigner', args: [duty.account] });
    return isRetired ? { name: 'SignerRetired', args: [duty.account] } : null;
  }
  if (duty.kind === 'set-rule' && rule !== null) {
    const { window, windowCap } = { ...rule, ...duty.rule };
    const [[shortest, , floor, largest], longest] = await Promise.all([
      client.readContract({ ...at, functionName: 'ceilingOf', args: [duty.token] }),
      client.readContract({ ...at, functionName: 'MAX_WINDOW' }),
    ]);
    if (shortest === 0n || window < shortest || windowCap > largest)
      return { name: 'CeilingExceeded', args: [duty.token, shortest, largest] };
    const isTooTight = window > longest || windowCap < floor || windowCap === 0n;
    return isTooTight ? { name: 'RuleTooTight', args: [duty.token, longest, floor] } : null;
  }
  return null;
}

async function readRule({ client, place }: Reading, token: Address): Promise<TokenRule> {
  const at = { address: place.vault, abi: vaultAbi, blockNumber: place.block } as const;
  const [listed, window, minDeposit, windowCap] = await client.readContract({
    ...at,
    functionName: 'ruleOf',
    args: [token],
  });
  return { listed, window, minDeposit, windowCap };
}

async function readFunding(
  { client, place: { vault, block }, from }: Reading,
  { token, amount }: PlainDuty & { kind: 'fund' },
): Promise<Pick<Subject, 'allow' | 'funded'>> {
  const at = { address: vault, abi: vaultAbi, blockNumber: block } as const;
  const funded = await client.readContract({ ...at, functionName: 'funded', args: [token] });
  if (token === NATIVE_TOKEN || from === null) return { allow: null, funded };
  const allowed = await client.readContract({
    ...{ address: token, abi: fmcAbi, functionName: 'allowance', args: [from, vault], blockNumber: block },
  });
  return { allow: allowed < amount ? allowCall(token, { vault, amount }) : null, funded };
}
