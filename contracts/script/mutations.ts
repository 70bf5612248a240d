/**
 * A bug that the tests must find. `file` is the source in contracts/src, without .sol, in which `find` occurs exactly
 * once and is replaced by `put`; `guard` is the file in contracts/test, without .t.sol, of whose `tests` (a regular
 * expression) at least one must fail.
 */
export type Mutation = {
  readonly name: string;
  readonly file: string;
  readonly guard: string;
  readonly find: string;
  readonly put: string;
  readonly tests: string;
};

export const mutations: readonly Mutation[] = [
  {
    name: 'a voucher id is not marked as used',
    file: 'vault/Withdrawals',
    guard: 'Vault.invariant',
    find: 'used[voucher.id] = true;',
    put: '',
    tests: 'invariant_ItPaysNoVoucherTwice',
  },
  {
    name: 'another account can send a voucher',
    file: 'vault/Vouchers',
    guard: 'vault/Vouchers',
    find: 'if (msg.sender != voucher.account) revert NotVoucherAccount(msg.sender, voucher.account);',
    put: '',
    tests: 'testFuzz_withdraw_WhenAnotherAccountSendsIt_ItReverts',
  },
  {
    name: 'any signature is accepted',
    file: 'vault/Vouchers',
    guard: 'Vault.invariant',
    find: '|| recovered != signer)',
    put: ')',
    tests: 'invariant_ItPaysNoForgedVoucher',
  },
  {
    name: 'the recipient is not signed',
    file: 'vault/Vouchers',
    guard: 'vault/Vouchers',
    find: '                    voucher.to,\n                    voucher.token,',
    put: '                    voucher.account,\n                    voucher.token,',
    tests: 'testFuzz_withdraw_WhenAFieldIsAltered_ItReverts',
  },
  {
    name: 'a voucher is valid at its deadline',
    file: 'vault/Vouchers',
    guard: 'vault/Vouchers',
    find: 'block.timestamp >= voucher.deadline',
    put: 'block.timestamp > voucher.deadline',
    tests: 'test_withdraw_WhenTheDeadlineIsNow_ItReverts',
  },
  {
    name: 'the lifetime of a voucher is not limited',
    file: 'vault/Vouchers',
    guard: 'vault/Vouchers',
    find: '> MAX_VOUCHER_TTL)',
    put: '> type(uint64).max)',
    tests: 'test_withdraw_WhenItsLifetimeIsOneSecondTooLong_ItReverts',
  },
  {
    name: 'a rule change refills the cap',
    file: 'vault/TokenRules',
    guard: 'vault/TokenRules',
    find: '_spending[token] = Spending(spentNow(token), uint64(block.timestamp));',
    put: 'delete _spending[token];',
    tests: 'testFuzz_setTokenRule_ItDoesNotRefillTheCap',
  },
  {
    name: 'a rule change restarts the bucket',
    file: 'vault/TokenRules',
    guard: 'Vault.invariant',
    find: 'Spending(spentNow(token), uint64(block.timestamp));\n        ruleOf[token] = rule;',
    put: 'Spending(0, uint64(block.timestamp));\n        ruleOf[token] = rule;',
    tests: 'invariant_ItNeverPaysMoreThanTheCapInAnySpan',
  },
  {
    name: 'the cap refills immediately',
    file: 'vault/TokenRules',
    guard: 'Vault.invariant',
    find: '* rule.windowCap / rule.window;',
    put: '* rule.windowCap;',
    tests: 'invariant_ItNeverPaysMoreThanTheCapInAnySpan',
  },
  {
    name: 'a withdrawal remains accounted',
    file: 'vault/Withdrawals',
    guard: 'Vault.invariant',
    find: 'accounted[voucher.token] = held - voucher.amount;',
    put: '',
    tests: 'invariant_ItHoldsDepositsAndFundingLessWithdrawals',
  },
  {
    name: 'rescue pays out accounted money',
    file: 'vault/Rescue',
    guard: 'vault/Rescue',
    find: '_balance(token) - accounted[token]',
    put: '_balance(token)',
    tests: 'test_rescue_WhenNothingArrivedByAccident|testFuzz_rescue',
  },
  {
    name: 'a cancelled voucher has no sequence number',
    file: 'vault/Vouchers',
    guard: 'Vault.invariant',
    find: 'emit VoucherCancelled(_nextSeq(), id);',
    put: 'emit VoucherCancelled(seq, id);',
    tests: 'invariant_ItNumbersEveryEventWithoutAGap',
  },
  {
    name: 'a cancelled voucher is still valid',
    file: 'vault/Vouchers',
    guard: 'Vault.invariant',
    find: 'used[id] = true;',
    put: '',
    tests: 'invariant_ItPaysNoCancelledVoucher',
  },
  {
    name: 'a deposit credits the amount asked for',
    file: 'vault/Deposits',
    guard: 'vault/OddTokens',
    find: 'uint256 received = _pull(token, amount);\n        // Effect\n',
    put: 'uint256 received = _pull(token, amount);\n        received = amount;\n',
    tests: 'test_deposit_WhenTheTokenChargesAFee_ItCreditsWhatTheVaultReceived',
  },
  {
    name: 'a deposit can reenter',
    file: 'vault/Deposits',
    guard: 'vault/OddTokens',
    find: 'function deposit(address token, uint256 amount, bytes32 ref) external nonReentrant {',
    put: 'function deposit(address token, uint256 amount, bytes32 ref) external {',
    tests: 'test_deposit_WhenTheTokenReenters_ItReverts',
  },
  {
    name: 'a used permit stops the deposit',
    file: 'vault/Deposits',
    guard: 'vault/Deposits',
    find: 'try IERC20Permit(token).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}',
    put: 'IERC20Permit(token).permit(msg.sender, address(this), amount, deadline, v, r, s);',
    tests: 'test_depositWithPermit_WhenThePermitWasUsedBefore_ItDeposits',
  },
  {
    name: 'either pause stops deposits',
    file: 'vault/Deposits',
    guard: 'vault/Pauses',
    find: 'if (depositsPaused) revert DepositsArePaused();',
    put: 'if (depositsPaused || withdrawalsPaused) revert DepositsArePaused();',
    tests: 'test_pause_',
  },
  {
    name: 'the signer has a slot of its own',
    file: 'vault/Vouchers',
    guard: 'Vault',
    find: 'abstract contract Vouchers is EIP712, Holdings {',
    put: 'abstract contract Vouchers is Holdings, EIP712 {',
    tests: 'test_storage_',
  },
  {
    name: 'an anchored root can be rewritten',
    file: 'Anchors',
    guard: 'Anchors',
    find: 'if (rootOf[subject] != bytes32(0)) revert SubjectAlreadyAnchored(subject);',
    put: '',
    tests: 'test_anchor_',
  },
  {
    name: 'liabilities can be anchored twice for a block',
    file: 'Anchors',
    guard: 'Anchors',
    find: 'asOfBlock <= last',
    put: 'asOfBlock < last',
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
  {
    name: 'some of the supply is minted twice',
    file: 'FMC',
    guard: 'FMC',
    find: '_mint(holder, supply);',
    put: '_mint(holder, supply); _mint(msg.sender, 1);',
    tests: 'testFuzz_constructor_',
  },
];
