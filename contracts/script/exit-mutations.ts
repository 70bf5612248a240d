import type { Mutation } from './mutation.ts';

/** Bugs of the exit. */
export const exitMutations: readonly Mutation[] = [
  {
    name: 'the exit begins while withdrawals are paused for a moment',
    file: 'Exit',
    guard: 'Exit',
    find: 'block.timestamp >= closedSince + PATIENCE',
    put: 'block.timestamp >= closedSince',
    tests: 'test_begin_WhenThereIsNoSigner',
  },
  {
    name: 'an opening for a moment delays the exit',
    file: 'vault/Delays',
    guard: 'Exit',
    find: '(_closedSince == 0 || now_ - _openedAt >= CHANGE_DELAY)',
    put: 'true',
    tests: 'test_begin_WhenWithdrawalsWerePossibleForAMoment',
  },
  {
    name: 'an account redeems twice',
    file: 'Exit',
    guard: 'Exit',
    find: '        redeemed[msg.sender][token] = true;\n',
    put: '',
    tests: 'test_redeem_When(ItWasRedeemed|TheAccountIsAContract)',
  },
  {
    name: 'withdrawals since the root are paid again',
    file: 'Exit',
    guard: 'Exit',
    find: ' - uint256(withdrawn).toInt256()',
    put: '',
    tests: 'test_redeem_ItPaysTheLeaves',
  },
  {
    name: 'who comes first is paid in full',
    file: 'Exit',
    guard: 'Exit',
    find: 'if (terms.held < terms.owed) ',
    put: 'if (false) ',
    tests: 'test_redeem_WhenLessIsHeld',
  },
  {
    name: 'deposits before the root are paid as new',
    file: 'Exit',
    guard: 'Exit',
    find: 'first <= terms.asOfBlock',
    put: 'first == 0',
    tests: 'test_redeemNew_',
  },
  {
    name: 'anyone takes what the exit pays',
    file: 'vault/ExitPayments',
    guard: 'Exit',
    find: 'if (msg.sender != EXIT) revert NotExit(msg.sender);',
    put: '',
    tests: 'testFuzz_beginExit_',
  },
  {
    name: 'a voucher is paid after the exit began',
    file: 'vault/Withdrawals',
    guard: 'Exit',
    find: '        _checkOpen();\n',
    put: '',
    tests: 'test_begin_ItEnds',
  },
];
