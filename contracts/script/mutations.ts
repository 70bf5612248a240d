/**
 * Bugs that the tests must find. `tests` names, as a regular expression, the tests that stand guard; at least one of
 * them has to fail. `find` occurs exactly once in the source.
 */
export type Mutation = {
  readonly name: string;
  readonly file: 'FMC' | 'Vault' | 'Anchors';
  readonly find: string;
  readonly put: string;
  readonly tests: string;
};

export const mutations: readonly Mutation[] = [
  {
    name: 'a voucher id is not spent',
    file: 'Vault',
    find: 'used[voucher.id] = true;',
    put: '',
    tests: 'invariant_ItPaysNoVoucherTwice',
  },
  {
    name: 'anybody may send a voucher',
    file: 'Vault',
    find: 'if (msg.sender != voucher.account) revert NotVoucherAccount(msg.sender, voucher.account);',
    put: '',
    tests: 'testFuzz_withdraw_WhenAnybodyButTheAccountSendsIt_ItRefuses',
  },
  {
    name: 'any signature will do',
    file: 'Vault',
    find: '|| recovered != signer)',
    put: ')',
    tests: 'invariant_ItPaysNoForgedVoucher',
  },
  {
    name: 'the recipient is not signed',
    file: 'Vault',
    find: '                    voucher.to,\n                    voucher.token,',
    put: '                    voucher.account,\n                    voucher.token,',
    tests: 'testFuzz_withdraw_WhenAFieldIsAltered_ItRefuses',
  },
  {
    name: 'a voucher lives a second past its deadline',
    file: 'Vault',
    find: 'block.timestamp >= voucher.deadline',
    put: 'block.timestamp > voucher.deadline',
    tests: 'test_withdraw_WhenTheDeadlineIsNow_ItRefuses',
  },
  {
    name: 'a voucher may live for ever',
    file: 'Vault',
    find: '> MAX_VOUCHER_TTL)',
    put: '> type(uint64).max)',
    tests: 'test_withdraw_WhenItLivesASecondTooLong_ItRefuses',
  },
  {
    name: 'a rule change gives the cap back',
    file: 'Vault',
    find: '_spending[token] = Spending(spentNow(token), uint64(block.timestamp));',
    put: 'delete _spending[token];',
    tests: 'testFuzz_setTokenRule_ItGivesNothingBackToTheCap',
  },
  {
    name: 'a rule change restarts the bucket',
    file: 'Vault',
    find: 'Spending(spentNow(token), uint64(block.timestamp));\n        ruleOf[token] = rule;',
    put: 'Spending(0, uint64(block.timestamp));\n        ruleOf[token] = rule;',
    tests: 'invariant_ItNeverPaysMoreThanTheCapAllowsInAnySpan',
  },
  {
    name: 'the cap refills at once',
    file: 'Vault',
    find: '* rule.windowCap / rule.window;',
    put: '* rule.windowCap;',
    tests: 'invariant_ItNeverPaysMoreThanTheCapAllowsInAnySpan',
  },
  {
    name: 'a withdrawal stays in the books',
    file: 'Vault',
    find: 'accounted[voucher.token] = held - voucher.amount;',
    put: '',
    tests: 'invariant_ItHoldsWhatCameInLessWhatWentOut',
  },
  {
    name: 'rescue takes what is accounted for',
    file: 'Vault',
    find: '_balance(token) - accounted[token]',
    put: '_balance(token)',
    tests: 'test_rescue_WhenNothingIsStray|testFuzz_rescue',
  },
  {
    name: 'a cancelled voucher has no number',
    file: 'Vault',
    find: 'emit VoucherCancelled(_nextSeq(), id);',
    put: 'emit VoucherCancelled(seq, id);',
    tests: 'invariant_ItNumbersEveryMovementWithoutAGap',
  },
  {
    name: 'a cancelled voucher is still good',
    file: 'Vault',
    find: 'used[id] = true;',
    put: '',
    tests: 'invariant_ItPaysNoCancelledVoucher',
  },
  {
    name: 'a deposit is credited as it was asked',
    file: 'Vault',
    find: '        accounted[token] += received;\n        emit Deposited(_nextSeq(), msg.sender, token, received, ref);',
    put: '        received = amount;\n        accounted[token] += received;\n        emit Deposited(_nextSeq(), msg.sender, token, received, ref);',
    tests: 'test_deposit_WhenTheTokenTakesAFee_ItCreditsWhatArrived',
  },
  {
    name: 'a deposit may be made from inside a deposit',
    file: 'Vault',
    find: 'function deposit(address token, uint256 amount, bytes32 ref) external nonReentrant {',
    put: 'function deposit(address token, uint256 amount, bytes32 ref) external {',
    tests: 'test_deposit_WhenTheTokenDepositsFromInside_ItRefuses',
  },
  {
    name: 'a used permit stops the deposit',
    file: 'Vault',
    find: 'try IERC20Permit(token).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}',
    put: 'IERC20Permit(token).permit(msg.sender, address(this), amount, deadline, v, r, s);',
    tests: 'test_depositWithPermit_WhenSomebodyUsedThePermitBefore_ItStillDeposits',
  },
  {
    name: 'one pause stops both',
    file: 'Vault',
    find: 'if (depositsPaused) revert DepositsArePaused();',
    put: 'if (depositsPaused || withdrawalsPaused) revert DepositsArePaused();',
    tests: 'test_pause_',
  },
  {
    name: 'a settlement can be rewritten',
    file: 'Anchors',
    find: 'if (settlementRoot[roundId] != bytes32(0)) revert SettlementAlreadyAnchored(roundId);',
    put: '',
    tests: 'test_anchorSettlement_',
  },
  {
    name: 'liabilities may be anchored twice for a block',
    file: 'Anchors',
    find: 'asOfBlock <= last',
    put: 'asOfBlock < last',
    tests: 'anchorLiabilities_',
  },
  {
    name: 'an inner node passes as a leaf',
    file: 'Anchors',
    find: 'keccak256(bytes.concat(keccak256(leaf)))',
    put: 'keccak256(leaf)',
    tests: 'verifySettlement_',
  },
  {
    name: 'some of the supply is minted twice',
    file: 'FMC',
    find: '_mint(holder, supply);',
    put: '_mint(holder, supply); _mint(msg.sender, 1);',
    tests: 'testFuzz_constructor_',
  },
];
