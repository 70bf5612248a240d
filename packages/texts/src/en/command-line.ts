import type { CommandLineTexts } from '../command-line-texts.ts';

/** How a proposal ended. */
const ENDS: Readonly<Record<string, string>> = {
  confirmed: 'confirmed',
  rejected: 'rejected',
  outdated: 'its subject was changed by another action',
  lapsed: 'its proposer may no longer propose it',
  expired: 'no one decided within 24 hours',
};

/** What commands say in English. */
export const commandLine: CommandLineTexts = {
  language: 'en',
  keyAsArgument: 'A private key is never an argument: every user of the machine can read those. Put it into a file.',
  notAKey: (path) => `${path}: not a key file (a private key in hex, or a keystore of version 3)`,
  wrongPassword: (path) => `${path}: the password is wrong`,
  fileNotPrivate: (path) => `${path}: must belong to you and be readable by you alone (chmod 600)`,
  passwordOf: (path) => `Password of ${path}: `,
  passwordNeeded: (path) => `${path} is encrypted: --password-file PATH is needed where no one can be asked`,
  rejectedInWallet: 'The wallet’s owner declined to sign. Nothing was sent.',
  signerRefused: (why) => `The wallet did not sign: ${why}. Nothing was sent.`,
  signerUnreachable: 'The wallet of --signer-url does not answer. Nothing was sent.',
  signedByAnother: (address) => `The signature of the wallet is not that of ${address}. Nothing was sent.`,
  noSigner: 'Who signs? --key-file PATH, or --signer-url URL with --account 0x…',
  twoSigners: 'Either --key-file or --signer-url, not both',
  accountMissing: '--signer-url needs --account 0x…',
  accountNotOfKey: (address) => `--account is not the account of the key file, which is ${address}`,
  missing: (option, variable) => `${option} is missing (or ${variable} in the environment)`,
  notAnUrl: (option) => `${option}: must be an http or https address`,
  notSecure: (option) => `${option}: must be https; http is allowed for localhost and IPv4 addresses alone`,
  notAnAddress: (option) => `${option}: must be 0x and 40 hex digits`,
  notANumber: (option, most) => `${option}: must be a whole number from 1 to ${most}`,
  severalSessions: 'There are sessions of several accounts: name one with --account 0x…',
  otherChain: (found, wanted) =>
    `The server signs in for chain ${found}, not for ${wanted} (--chain-id). Nothing was signed.`,
  strangeSignIn: 'The server asks to sign something else than this sign-in. Nothing was signed.',
  noAnswer: (url) => `${url} does not answer`,
  sessionEnded: 'The session has ended: sign in with “fmc login”',
  signedIn: (address, until) => `Signed in as ${address} until ${until}`,
  signedOut: (count) => (count === 0 ? 'There was no session' : `Signed out (${count})`),
  action: 'Action',
  meaning: 'Meaning',
  consequence: 'Consequence',
  subject: 'Subject',
  operator: 'Operator',
  system: 'System',
  onChain: (chainId) => `chain ${chainId}`,
  fields: 'Fields',
  people: 'Takes',
  onePerson: 'one operator: it is done at once',
  twoPersons: 'two operators: it is proposed now, and another one confirms it within 24 hours',
  proposedBy: 'Proposed by',
  reason: 'Reason',
  expires: 'Valid until',
  figure: 'figure',
  before: 'before',
  after: 'after',
  unchanged: 'No figure changes.',
  askSign: 'Sign and send? [y/N] ',
  askConfirm: 'Confirm it as the second operator? [y/N] ',
  askReject: 'Reject it? [y/N] ',
  notConfirmed: 'Not signed. Nothing was sent.',
  yesNeeded: 'No one can be asked here: --yes signs without asking',
  done: (logId) => `Done: entry ${logId} of the public log.`,
  proposed: (id, until) =>
    `Proposed as ${id}: another operator confirms it until ${until} with “fmc proposals confirm ${id}”.`,
  sentAgain:
    'An answer was lost, so the same request was sent again under the same id and signature; it was performed once.',
  refusedUnanswered:
    'The answer was lost. The log has no entry of this request: it was refused, and nothing has changed.',
  unknownOutcome: (requestId) =>
    `No answer came, so it is not known whether this was performed. Look it up before you repeat it: ` +
    `“fmc log --request-id ${requestId}”`,
  proposalNotFound: (id) => `There is no proposal ${id}`,
  proposalEnded: ({ id, state, by, at }) =>
    `Proposal ${id} is no longer open: ${ENDS[state] ?? state}${by === null ? '' : ` by ${by}`}` +
    `${at === null ? '' : ` at ${at}`}`,
  alreadyProposed: ({ id, by, reason, until }) =>
    `Already proposed as ${id} by ${by} (“${reason}”). Nothing was sent. Another operator confirms it until ${until} ` +
    `with “fmc proposals confirm ${id}”`,
  reasonTooShort: '--reason: at least 3 characters',
  reasonTooLong: '--reason: at most 500 characters',
  proposalOutdated: 'What this proposal would change has changed since it was made. Nothing was sent.',
  unknownAction: (name) => `This release does not know the action ${name}`,
  notAPlan: (path, why) => `${path}: ${why}`,
  planValid: 'The plan violates no bound.',
  planInvalid: (count) => `The plan violates ${count === 1 ? 'a bound' : `${count} bounds`}:`,
  consentsAsked: (count, terms) =>
    `Once it is published, ${count === 1 ? '1 user' : `${count} users`} will be asked for a new consent, ` +
    `because these terms go beyond what they accepted: ${terms}`,
  mustBe: (field, bound) => `${field} must be ${bound}`,
  logVerified: (count) => `${count} entries, each signed as it is shown`,
  logBroken: (count) => `${count} entries are BROKEN`,
  logTwice: 'its signature is that of another entry too',
  logEmpty: 'No entry',
  listEmpty: 'None',
  nothingToBook: 'No undecided payment of this kind is examined yet',
  nextPage: (cursor) => `More with --cursor ${cursor}`,
};
