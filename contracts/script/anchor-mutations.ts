import type { Mutation } from './mutation.ts';

const LIABILITIES_FIELDS = ['token', 'root', 'total', 'deposited', 'withdrawn', 'asOfBlock'];

/** Bugs of the contract Anchors. */
export const anchorMutations: readonly Mutation[] = [
  {
    name: 'an anchored root can be rewritten',
    file: 'Anchors',
    guard: 'Anchors',
    find: 'if (rootOf[subject] != bytes32(0)) revert SubjectAlreadyAnchored(subject);',
    put: '',
    tests: 'test_anchor_',
  },
  {
    name: 'the auditor does not sign roots',
    file: 'Anchors',
    guard: 'Anchors.invariant',
    find: '_checkAuditor(rootHash(subject, root), auditorSignature);',
    put: '',
    tests: 'invariant_ItAnchorsNoRootThatTheAuditorDidNotSign',
  },
  {
    name: 'the auditor can send its own root',
    file: 'Anchors',
    guard: 'Anchors',
    find: 'if (msg.sender == auditor) revert SenderIsAuditor(auditor);',
    put: '',
    tests: 'test_anchor_WhenTheAuditorIsTheSender_ItReverts',
  },
  {
    name: 'the subject is not signed',
    file: 'Anchors',
    guard: 'Anchors',
    find: 'abi.encode(ROOT_TYPEHASH, subject, root)',
    put: 'abi.encode(ROOT_TYPEHASH, bytes32(0), root)',
    tests: 'anchor_WhenTheAuditorSignedAnother',
  },
  {
    name: 'the root is not signed',
    file: 'Anchors',
    guard: 'Anchors',
    find: 'abi.encode(ROOT_TYPEHASH, subject, root)',
    put: 'abi.encode(ROOT_TYPEHASH, subject, bytes32(0))',
    tests: 'anchor_WhenTheAuditorSignedAnother',
  },
  {
    name: 'the auditor does not sign liabilities',
    file: 'Anchors',
    guard: 'Anchors',
    find: '_checkAuditor(liabilitiesHash(made), auditorSignature);',
    put: '',
    tests: 'anchorLiabilities_WhenAnotherKeySigned',
  },
  ...LIABILITIES_FIELDS.map((field) => ({
    name: `the field ${field} of liabilities is not signed`,
    file: 'Anchors',
    guard: 'Anchors',
    find: `                    made.${field}`,
    put: '                    0',
    tests: 'anchorLiabilities_WhenTheAuditorSignedOthers',
  })),
  {
    name: 'liabilities can be anchored twice for a block',
    file: 'Anchors',
    guard: 'Anchors',
    find: 'made.asOfBlock <= last',
    put: 'made.asOfBlock < last',
    tests: 'anchorLiabilities_',
  },
  {
    name: 'an inner node passes as a leaf',
    file: 'Anchors',
    guard: 'Anchors',
    find: 'keccak256(bytes.concat(keccak256(leaf)))',
    put: 'keccak256(leaf)',
    tests: 'verify_',
  },
];
