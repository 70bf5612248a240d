import type { FundingPurpose } from '@city-mint/chain-contract/deploy';
import { type Address, type Hex, keccak256, toHex, zeroHash } from 'viem';

/** The roles that the admin grants and revokes: the scribe's in the contract Anchors, the others in the vault. */
export const ROLE_NAMES = ['guard', 'canceller', 'funder', 'scribe'] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

/** The role's id in the contracts; `admin` is the default admin. */
export const ROLE_IDS: Readonly<Record<RoleName | 'admin', Hex>> = {
  admin: zeroHash,
  guard: keccak256(toHex('PAUSER_ROLE')),
  canceller: keccak256(toHex('CANCELLER_ROLE')),
  funder: keccak256(toHex('FUNDER_ROLE')),
  scribe: keccak256(toHex('ANCHOR_ROLE')),
};

/** The sender of a call; `protector`: a guard or a canceller. */
export type Sender = 'admin' | 'guard' | 'canceller' | 'funder' | 'protector';

/** Rule of a token in the vault; amounts in base units, the window in seconds. */
export type TokenRule = {
  readonly listed: boolean;
  readonly window: bigint;
  readonly minDeposit: bigint;
  readonly windowCap: bigint;
};

/** A transaction that a wallet or a multisig sends; `value` in base units of JU. */
export type Call = { readonly to: Address; readonly value: bigint; readonly data: Hex };

/** A duty of the vault's operators that changes something. */
export type PlainDuty =
  | {
      readonly kind:
        | 'pause-withdrawals'
        | 'unpause-withdrawals'
        | 'pause-deposits'
        | 'unpause-deposits'
        | 'remove-signer';
    }
  | { readonly kind: 'set-signer' | 'set-auditor'; readonly account: Address }
  | { readonly kind: 'cancel-voucher'; readonly id: Hex }
  | { readonly kind: 'grant-role' | 'revoke-role'; readonly role: RoleName; readonly account: Address }
  | {
      readonly kind: 'set-rule';
      readonly currency: 'JU' | 'FMC';
      readonly token: Address;
      /** The parts that differ from the present rule. */
      readonly rule: Partial<TokenRule>;
    }
  | { readonly kind: 'fund'; readonly amount: bigint; readonly purpose: FundingPurpose; readonly token: Address };

/** A decision on an announced change: by its id, or by the duty that it performs. */
export type ChangeDuty =
  | { readonly kind: 'announce-change'; readonly of: PlainDuty }
  | { readonly kind: 'approve-change' | 'veto-change' | 'withdraw-change'; readonly of: PlainDuty | Hex };

export type Duty = PlainDuty | ChangeDuty;
export type DutyKind = Duty['kind'];

/** Whether the vault makes this change only as announced; a rule it does unless the rule only admits fewer deposits. */
export function isAnnounced(duty: PlainDuty): boolean {
  switch (duty.kind) {
    case 'unpause-withdrawals':
    case 'set-signer':
    case 'set-auditor':
    case 'set-rule':
      return true;
    case 'grant-role':
    case 'revoke-role':
      return duty.role === 'guard' || duty.role === 'canceller';
    default:
      return false;
  }
}
