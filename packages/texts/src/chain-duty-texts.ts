import type { OperatorLanguage } from '@city-mint/domain/languages';

/** The names of the duties, as commands. */
type DutyName =
  | `${'pause' | 'unpause'}-${'withdrawals' | 'deposits'}`
  | `${'announce' | 'approve' | 'veto' | 'withdraw'}-change`
  | `${'grant' | 'revoke'}-role`
  | 'remove-signer'
  | 'set-signer'
  | 'set-auditor'
  | 'cancel-voucher'
  | 'set-rule'
  | 'fund';

/** Fields of a duty as texts; empty: the duty has no such field. */
export type DutyFields = {
  readonly account: string;
  /** The name of a role as an operator types it. */
  readonly role: string;
  readonly id: string;
  readonly rule: string;
  /** With its currency. */
  readonly amount: string;
  /** The change that is announced or decided on, in words. */
  readonly of: string;
};

/** Texts of `fmc chain`; help is in English. */
export type ChainDutyTexts = {
  readonly language: OperatorLanguage;
  readonly labels: Readonly<
    Record<
      | ('duty' | 'effect' | 'consequence' | 'chain' | 'exit' | 'withdrawals' | 'deposits' | 'signer' | 'auditor')
      | ('from' | 'change' | 'rule' | 'funded' | 'next' | 'sender' | 'function' | 'wouldFail'),
      string
    >
  >;
  readonly effects: Readonly<Record<DutyName, (fields: DutyFields) => string>>;
  readonly consequences: Readonly<Record<DutyName, string>>;
  /** The consequence of a role for its holder. */
  readonly roles: Readonly<Record<string, string>>;
  readonly senders: Readonly<Record<string, string>>;
  readonly steps: Readonly<
    Record<'announce' | 'announce-again' | 'approve' | 'allow' | 'call' | 'call-once' | 'done', string>
  >;
  readonly waits: (until: string) => string;
  readonly refused: string;
  readonly onChain: (chainId: number, at: { block: string; time: string; nodes: number }) => string;
  readonly stale: (minutes: number) => string;
  readonly open: string;
  readonly paused: string;
  readonly noSigner: string;
  readonly exited: string;
  readonly has: (account: string, roles: string) => string;
  readonly noRole: string;
  readonly changeState: (change: {
    readonly id: string;
    readonly announced: boolean;
    readonly readyAt: string | null;
    readonly approved: 'yes' | 'no' | 'unneeded';
  }) => string;
  readonly changeOf: (id: string) => string;
  readonly rule: (rule: {
    readonly token: string;
    readonly listed: boolean;
    readonly window: string;
    readonly minDeposit: string;
    readonly windowCap: string;
  }) => string;
  readonly unsent: string;
  /** The contract's errors, by name; the arguments are texts, in the order of the contract. */
  readonly failures: Readonly<Record<string, (args: readonly string[]) => string>>;
  readonly otherFailure: string;
  readonly unknownDuty: (name: string, nearest: readonly string[]) => string;
  readonly optionsFirst: (name: string) => string;
  readonly badAddress: (text: string) => string;
  readonly badChecksum: (text: string) => string;
  readonly zeroAddress: string;
  readonly badId: (text: string) => string;
  readonly badAmount: (text: string) => string;
  readonly badChoice: (name: string, choices: string) => string;
  readonly badCount: (name: string, usage: string) => string;
  readonly badWindow: string;
  readonly notAnnounced: (name: string) => string;
  readonly emptyRule: string;
  readonly fmcMissing: string;
  readonly fromMissing: string;
  readonly nodeMissing: string;
  readonly otherChain: (found: number, wanted: number) => string;
  readonly nodesDisagree: (names: string) => string;
  readonly nodeBehind: (name: string) => string;
  readonly nodeUnread: (name: string, why: string) => string;
};
