import type { ChainDutyTexts } from '../chain-duty-texts.ts';

const CLOSED =
  'Announced changes then need a protector’s approval. After 14 days without withdrawals anyone can begin the exit, permanently.';
const RESTART = 'The delays of other announced changes begin again.';

/** Texts of `fmc chain` in English. */
export const chainDuties: ChainDutyTexts = {
  language: 'en',
  labels: {
    ...{ duty: 'Duty', effect: 'Effect', consequence: 'Consequence', chain: 'Chain', exit: 'Exit' },
    ...{ withdrawals: 'Withdrawals', deposits: 'Deposits', signer: 'Signer', auditor: 'Auditor', from: '--from' },
    ...{ change: 'Change', rule: 'Rule now', funded: 'Funded so far', next: 'Next', sender: 'Sender' },
    ...{ function: 'function', wouldFail: 'WOULD FAIL' },
  },
  effects: {
    'pause-withdrawals': () => 'Pauses withdrawals: the vault pays no voucher, signed ones included.',
    'unpause-withdrawals': () => 'Resumes withdrawals.',
    'pause-deposits': () => 'Pauses deposits.',
    'unpause-deposits': () => 'Resumes deposits.',
    'remove-signer': () => 'Removes the signer: from then on no voucher is valid.',
    'set-signer': ({ account }) => `Makes ${account} the signer of vouchers.`,
    'set-auditor': ({ account }) => `Makes ${account} the auditor, which signs each voucher and root a second time.`,
    'cancel-voucher': ({ id }) => `Invalidates voucher ${id} without a payment.`,
    'grant-role': ({ account, role }) => `Makes ${account} a ${role}.`,
    'revoke-role': ({ account, role }) => `Ends that ${account} is a ${role}.`,
    'set-rule': ({ rule }) => `Sets the rule of ${rule}.`,
    fund: ({ amount }) => `Adds ${amount} of the sender to the vault, which belongs to no user.`,
    'announce-change': ({ of }) => `Announces a change: ${of}`,
    'approve-change': ({ of }) => `Approves an announced change: ${of}`,
    'veto-change': ({ of }) => `Vetoes an announced change: ${of}`,
    'withdraw-change': ({ of }) => `Withdraws an announced change: ${of}`,
  },
  consequences: {
    'pause-withdrawals': `To resume takes the admin and a protector. ${CLOSED}`,
    'unpause-withdrawals': `Signed vouchers that have not expired are paid again. ${RESTART}`,
    'pause-deposits': 'Withdrawals continue. Only the admin resumes deposits.',
    'unpause-deposits': 'Users can deposit again.',
    'remove-signer': `The account can never become signer or auditor again; the next signer must be announced. ${CLOSED}`,
    'set-signer': `Vouchers of the previous signer are invalid, and it can never become signer or auditor again. The worker needs the new key before that. ${RESTART}`,
    'set-auditor': `Vouchers and roots that the previous auditor signed are invalid, and it can never become signer or auditor again. The auditor’s process needs the new key before that. ${RESTART}`,
    'cancel-voucher': 'The ledger returns the amount to the user once this is final.',
    'grant-role': 'It has the role’s rights from then on.',
    'revoke-role': 'It has none of the role’s rights from then on.',
    'set-rule':
      'Fewer deposits apply immediately; any other difference must be announced, and a tighter cap or window restarts the delays of announced changes.',
    fund: 'Sent twice, it funds twice: no one but you knows whether it was sent. Compare the funded amount before you repeat it.',
    'announce-change': 'Everyone sees it. Announced again, it waits again; protectors can veto it.',
    'approve-change':
      'It can then be made two days after its announcement, also while withdrawals are stopped. Approve only a change that you know: the admin’s key may be stolen.',
    'veto-change': 'It cannot be made unless it is announced again.',
    'withdraw-change': 'It cannot be made unless it is announced again.',
  },
  roles: {
    guard: 'A guard pauses deposits and withdrawals, approves and vetoes changes.',
    canceller: 'A canceller cancels vouchers, approves and vetoes changes.',
    funder: 'A funder adds money to the vault.',
    scribe: 'A scribe anchors roots that the auditor has signed.',
  },
  senders: {
    admin: 'the admin',
    guard: 'a guard (PAUSER_ROLE)',
    canceller: 'a canceller (CANCELLER_ROLE)',
    funder: 'a funder (FUNDER_ROLE)',
    protector: 'a protector: a guard or canceller that is not the admin and whose role the change does not revoke',
  },
  steps: {
    announce: 'Announce it: send this call. Then run the command again.',
    'announce-again': 'The announcement has lapsed. Announce it again: send this call. Then run the command again.',
    approve: 'It is announced and has to be approved: send this call. Then run the command again.',
    allow: 'Allow the vault to take the FMC: send this call. Then run the command again.',
    call: 'Send this call. Then run the command again.',
    'call-once': 'Send this call, once: the command cannot tell whether it was sent, and prints it again.',
    done: 'Done: this is the state already. Nothing is to be sent.',
  },
  waits: (until) => `It is announced. Wait: it can be called from ${until}. Run the command again then.`,
  refused: 'The contract refuses it, whoever sends it. Nothing is to be sent.',
  onChain: (chainId, { block, time, nodes }) =>
    `${chainId}, at block ${block} of ${time}, as ${nodes === 1 ? '1 node says' : `${nodes} nodes say`}`,
  stale: (minutes) => `OLD: the block is ${minutes} minutes old. Ask another node before you send anything`,
  open: 'possible',
  paused: 'paused',
  noSigner: 'not possible: there is no signer',
  exited: 'has begun: the vault pays only what accounts redeem',
  has: (account, roles) => `${account}: ${roles}`,
  noRole: 'has no role',
  changeState: ({ id, announced, readyAt, approved }) => {
    if (!announced) return `${id}: not announced`;
    const when = readyAt === null ? 'not ready before an approval' : `can be made from ${readyAt}`;
    const approval = {
      yes: 'approved',
      no: 'not approved',
      unneeded: 'needs no approval while withdrawals are possible',
    };
    return `${id}: announced, ${when}, ${approval[approved]}`;
  },
  changeOf: (id) => `${id} (its id does not say what it does)`,
  rule: ({ token, listed, window, minDeposit, windowCap }) =>
    `${token}: deposits ${listed ? 'accepted' : 'refused'} from ${minDeposit}, ${windowCap} at most per ${window}`,
  unsent: 'Nothing was sent, and no key was read: a wallet or a multisig sends the call.',
  failures: {
    AccessControlUnauthorizedAccount: ([account, role]) => `${account} does not have the role ${role}`,
    NotProtector: ([sender]) => `${sender} is no protector, is the admin, or loses its role by this change`,
    ChangeNotAnnounced: () => 'the change is not announced, or was made, withdrawn or vetoed',
    ChangeNotApproved: () => 'no protector has approved the change',
    ChangeNotReady: ([readyAt]) => `the delay of the change has not passed; it can be made from ${readyAt}`,
    ChangeLapsed: ([lapsesAt]) => `the announcement lapsed at ${lapsesAt}`,
    SignerRetired: ([account]) => `${account} is or was signer or auditor, and can become neither again`,
    VoucherUsed: ([id]) => `voucher ${id} was paid or cancelled`,
    CeilingExceeded: () =>
      'the window is shorter or the cap larger than the deployment permits, or the token is unknown',
    RuleTooTight: () => 'the window is longer or the cap smaller than the deployment permits',
    TokenNotListed: ([token]) => `the vault does not accept the token ${token}`,
    NothingReceived: () => 'the amount is zero',
    Exited: () => 'the exit has begun',
    ERC20InsufficientBalance: ([sender]) => `${sender} has less FMC than that`,
    InsufficientFunds: () => 'the sender has less JU than that',
  },
  otherFailure: 'the contract refuses it',
  unknownDuty: (name, nearest) =>
    `There is no duty ${name}, “fmc chain” lists them${nearest.length === 0 ? '' : `. Nearest: ${nearest.join(', ')}`}`,
  optionsFirst: (name) => `Options follow the duty: fmc chain ${name} …`,
  badAddress: (text) => `${text}: must be 0x and 40 hex digits`,
  badChecksum: (text) => `${text}: capital letters contradict the checksum (EIP-55): a character is wrong`,
  zeroAddress: 'The zero address is no account',
  badId: (text) => `${text}: must be 0x and 64 hex digits`,
  badAmount: (text) => `${text}: must be an amount in whole units, more than 0, with at most 18 decimals, such as 12.5`,
  badChoice: (name, choices) => `${name}: must be one of ${choices}`,
  badCount: (name, usage) => `fmc chain ${name} takes ${usage === '' ? 'no arguments' : usage}`,
  badWindow: '--window: must be whole seconds, such as 1h',
  notAnnounced: (name) => `${name} is not announced: it applies immediately`,
  emptyRule: 'Which part of the rule? --listed, --window, --min-deposit, --window-cap',
  fmcMissing: '--fmc is missing: the address of the token FMC',
  fromMissing: '--from is missing: FMC is funded once its sender has allowed the vault to take it',
  nodeMissing: '--node is missing (or FMC_NODES in the environment): the URL of a node of the chain',
  otherChain: (found, wanted) => `The nodes are of chain ${found}, not of ${wanted} (--chain-id).`,
  nodesDisagree: (names) => `The nodes contradict each other, so that one of them lies: ${names}`,
  nodeBehind: (name) => `The node ${name} is more than 60 blocks behind another one`,
  nodeUnread: (name, why) => `The node ${name} does not answer as a node with this vault does: ${why}`,
};
