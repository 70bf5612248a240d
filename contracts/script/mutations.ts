/**
 * Bugs that the tests must find. `file` is the source in contracts/src, without .sol, where `find` occurs exactly once;
 * `guard` the file in contracts/test, without .t.sol, whose `tests` (a regular expression) stand guard: at least one of
 * them has to fail.
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
    name: 'a voucher id is not spent',
    file: 'vault/Withdrawals',
    guard: 'Vault.invariant',
    find: 'used[voucher.id] = true;',
    put: '',
    tests: 'invariant_ItPaysNoVoucherTwice',
  },
  {
    name: 'anybody may send a voucher',
    file: 'vault/Vouchers',
    guard: 'vault/Vouchers',
    find: 'if (msg.sender != voucher.account) revert NotVoucherAccount(msg.sender, voucher.account);',
    put: '',
    tests: 'testFuzz_withdraw_WhenAnybodyButTheAccountSendsIt_ItRefuses',
  },
  {
    name: 'any signature will do',
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
    tests: 'testFuzz_withdraw_WhenAFieldIsAltered_ItRefuses',
  },
  {
    name: 'a voucher lives a second past its deadline',
    file: 'vault/Vouchers',
    guard: 'vault/Vouchers',
    find: 'block.timestamp >= voucher.deadline',
    put: 'block.timestamp > voucher.deadline',
    tests: 'test_withdraw_WhenTheDeadlineIsNow_ItRefuses',
  },
  {
    name: 'a voucher may live for ever',
    file: 'vault/Vouchers',
    guard: 'vault/Vouchers',
    find: '> MAX_VOUCHER_TTL)',
    put: '> type(uint64).max)',
    tests: 'test_withdraw_WhenItLivesASecondTooLong_ItRefuses',
  },
  {
    name: 'a rule change gives the cap back',
    file: 'vault/TokenRules',
    guard: 'vault/TokenRules',
    find: '_spending[token] = Spending(spentNow(token), uint64(block.timestamp));',
    put: 'delete _spending[token];',
    tests: 'testFuzz_setTokenRule_ItGivesNothingBackToTheCap',
  },
  {
    name: 'a rule change restarts the bucket',
    file: 'vault/TokenRules',
    guard: 'Vault.invariant',
    find: 'Spending(spentNow(token), uint64(block.timestamp));\n        ruleOf[token] = rule;',
    put: 'Spending(0, uint64(block.timestamp));\n        ruleOf[token] = rule;',
    tests: 'invariant_ItNeverPaysMoreThanTheCapAllowsInAnySpan',
  },
  {
    name: 'the cap refills at once',
    file: 'vault/TokenRules',
    guard: 'Vault.invariant',
    find: '* rule.windowCap / rule.window;',
    put: '* rule.windowCap;',
    tests: 'invariant_ItNeverPaysMoreThanTheCapAllowsInAnySpan',
  },
  {
    name: 'a withdrawal stays in the books',
    file: 'vault/Withdrawals',
    guard: 'Vault.invariant',
    find: 'accounted[voucher.token] = held - voucher.amount;',
    put: '',
    tests: 'invariant_ItHoldsWhatCameInLessWhatWentOut',
  },
  {
    name: 'rescue takes what is accounted for',
    file: 'vault/Rescue',
    guard: 'vault/Rescue',
    find: '_balance(token) - accounted[token]',
    put: '_balance(token)',
    tests: 'test_rescue_WhenNothingIsStray|testFuzz_rescue',
  },
  {
    name: 'a cancelled voucher has no number',
    file: 'vault/Vouchers',
    guard: 'Vault.invariant',
    find: 'emit VoucherCancelled(_nextSeq(), id);',
    put: 'emit VoucherCancelled(seq, id);',
    tests: 'invariant_ItNumbersEveryMovementWithoutAGap',
  },
  {
    name: 'a cancelled voucher is still good',
    file: 'vault/Vouchers',
    guard: 'Vault.invariant',
    find: 'used[id] = true;',
    put: '',
    tests: 'invariant_ItPaysNoCancelledVoucher',
  },
  {
    name: 'a deposit is credited as it was asked',
    file: 'vault/Deposits',
    guard: 'vault/OddTokens',
    find: '        accounted[token] += received;\n        emit Deposited(_nextSeq(), msg.sender, token, received, ref);',
    put: '        received = amount;\n        accounted[token] += received;\n        emit Deposited(_nextSeq(), msg.sender, token, received, ref);',
    tests: 'test_deposit_WhenTheTokenTakesAFee_ItCreditsWhatArrived',
  },
  {
    name: 'a deposit may be made from inside a deposit',
    file: 'vault/Deposits',
    guard: 'vault/OddTokens',
    find: 'function deposit(address token, uint256 amount, bytes32 ref) external nonReentrant {',
    put: 'function deposit(address token, uint256 amount, bytes32 ref) external {',
    tests: 'test_deposit_WhenTheTokenDepositsFromInside_ItRefuses',
  },
  {
    name: 'a used permit stops the deposit',
    file: 'vault/Deposits',
    guard: 'vault/Deposits',
    find: 'try IERC20Permit(token).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}',
    put: 'IERC20Permit(token).permit(msg.sender, address(this), amount, deadline, v, r, s);',
    tests: 'test_depositWithPermit_WhenSomebodyUsedThePermitBefore_ItStillDeposits',
  },
  {
    name: 'one pause stops both',
    file: 'vault/Deposits',
    guard: 'vault/Pauses',
    find: 'if (depositsPaused) revert DepositsArePaused();',
    put: 'if (depositsPaused || withdrawalsPaused) revert DepositsArePaused();',
    tests: 'test_pause_',
  },
  {
    name: 'the signer lies in a slot of its own',
    file: 'vault/Vouchers',
    guard: 'Vault',
    find: 'abstract contract Vouchers is EIP712, Holdings {',
    put: 'abstract contract Vouchers is Holdings, EIP712 {',
    tests: 'test_storage_',
  },
  {
    name: 'a settlement can be rewritten',
    file: 'Anchors',
    guard: 'Anchors',
    find: 'if (settlementRoot[roundId] != bytes32(0)) revert SettlementAlreadyAnchored(roundId);',
    put: '',
    tests: 'test_anchorSettlement_',
  },
  {
    name: 'liabilities may be anchored twice for a block',
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
    tests: 'verifySettlement_',
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
