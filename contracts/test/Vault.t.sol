// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Vault} from "../src/Vault.sol";
import {Closed, FalseToken, FeeToken, Greedy, ReentrantToken} from "./support/OddTokens.sol";
import {VaultFixture} from "./support/VaultFixture.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {
    IAccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/IAccessControlDefaultAdminRules.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

contract VaultTest is VaultFixture {
    // constructor

    function test_constructor_WhenTheSignerIsZero_ItRefuses() public {
        vm.expectRevert(Vault.ZeroAddress.selector);
        new Vault(2 days, admin, address(0));
    }

    // receive

    function test_receive_ItRefusesAPlainTransfer() public {
        vm.prank(alice);
        (bool sent,) = address(vault).call{value: 1 ether}("");
        assertFalse(sent);
    }

    // depositNative

    function test_depositNative_WhenDepositsArePaused_ItRefuses() public {
        vm.prank(pauser);
        vault.pauseDeposits();
        _depositNativeExpecting(1 ether, abi.encodeWithSelector(Vault.DepositsArePaused.selector));
    }

    function test_depositNative_WhenJuIsNotListed_ItRefuses() public {
        _delist(JU);
        _depositNativeExpecting(1 ether, abi.encodeWithSelector(Vault.TokenNotListed.selector, JU));
    }

    function test_depositNative_WhenNothingIsSent_ItRefuses() public {
        _depositNativeExpecting(0, abi.encodeWithSelector(Vault.ZeroAmount.selector));
    }

    function test_depositNative_WhenItIsUnderTheMinimum_ItRefuses() public {
        _depositNativeExpecting(MINIMUM - 1, abi.encodeWithSelector(Vault.BelowMinimum.selector, MINIMUM - 1, MINIMUM));
    }

    function testFuzz_depositNative_ItCreditsWhatWasSent(uint256 amount, bytes32 ref) public {
        amount = bound(amount, MINIMUM, 10_000 ether);
        vm.expectEmit(address(vault));
        emit Vault.Deposited(3, alice, JU, amount, ref);
        vm.prank(alice);
        vault.depositNative{value: amount}(ref);
        assertEq(vault.accounted(JU), HELD + amount);
        assertEq(address(vault).balance, HELD + amount);
        assertEq(vault.seq(), 3);
    }

    // deposit

    function test_deposit_WhenDepositsArePaused_ItRefuses() public {
        vm.prank(pauser);
        vault.pauseDeposits();
        _depositExpecting(address(fmc), 1 ether, abi.encodeWithSelector(Vault.DepositsArePaused.selector));
    }

    function test_deposit_WhenTheTokenIsJu_ItRefuses() public {
        _depositExpecting(JU, 1 ether, abi.encodeWithSelector(Vault.NativeNeedsOwnCall.selector));
    }

    function test_deposit_WhenTheTokenIsNotListed_ItRefuses() public {
        _delist(address(fmc));
        _depositExpecting(address(fmc), 1 ether, abi.encodeWithSelector(Vault.TokenNotListed.selector, fmc));
    }

    function test_deposit_WhenItIsUnderTheMinimum_ItRefuses() public {
        _depositExpecting(
            address(fmc), MINIMUM - 1, abi.encodeWithSelector(Vault.BelowMinimum.selector, MINIMUM - 1, MINIMUM)
        );
    }

    function test_deposit_WhenItIsNotApproved_ItRefuses() public {
        vm.prank(alice);
        vm.expectPartialRevert(IERC20Errors.ERC20InsufficientAllowance.selector);
        vault.deposit(address(fmc), 1 ether, REF);
    }

    function test_deposit_WhenTheTokenTakesAFee_ItCreditsWhatArrived() public {
        FeeToken token = new FeeToken(alice, 100);
        setRule(address(token), rule());
        vm.startPrank(alice);
        token.approve(address(vault), 100 ether);
        vm.expectEmit(address(vault));
        emit Vault.Deposited(3, alice, address(token), 99 ether, REF);
        vault.deposit(address(token), 100 ether, REF);
        assertEq(vault.accounted(address(token)), 99 ether);
    }

    function test_deposit_WhenNothingArrives_ItRefuses() public {
        FeeToken token = new FeeToken(alice, 10_000);
        setRule(address(token), rule());
        vm.startPrank(alice);
        token.approve(address(vault), 1 ether);
        vm.expectRevert(Vault.NothingReceived.selector);
        vault.deposit(address(token), 1 ether, REF);
    }

    function test_deposit_WhenTheTokenAnswersFalse_ItRefuses() public {
        FalseToken token = new FalseToken();
        setRule(address(token), rule());
        _depositExpecting(
            address(token), 1 ether, abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, token)
        );
    }

    function test_deposit_WhenTheTokenDepositsFromInside_ItRefuses() public {
        ReentrantToken token = new ReentrantToken(alice);
        setRule(address(token), rule());
        vm.prank(alice);
        token.approve(address(vault), 1 ether);
        _depositExpecting(
            address(token), 1 ether, abi.encodeWithSelector(ReentrancyGuard.ReentrancyGuardReentrantCall.selector)
        );
    }

    function testFuzz_deposit_ItCreditsTheSender(uint256 amount, bytes32 ref) public {
        amount = bound(amount, MINIMUM, 10_000 ether);
        vm.startPrank(alice);
        fmc.approve(address(vault), amount);
        vm.expectEmit(address(vault));
        emit Vault.Deposited(3, alice, address(fmc), amount, ref);
        vault.deposit(address(fmc), amount, ref);
        assertEq(vault.accounted(address(fmc)), HELD + amount);
        assertEq(fmc.balanceOf(address(vault)), HELD + amount);
    }

    // depositWithPermit

    function test_depositWithPermit_WhenThePermitIsGood_ItDeposits() public {
        (address owner, uint8 v, bytes32 r, bytes32 s) = _permit(5 ether);
        vm.expectEmit(address(vault));
        emit Vault.Deposited(3, owner, address(fmc), 5 ether, REF);
        vm.prank(owner);
        vault.depositWithPermit(address(fmc), 5 ether, REF, block.timestamp, v, r, s);
    }

    function test_depositWithPermit_WhenSomebodyUsedThePermitBefore_ItStillDeposits() public {
        (address owner, uint8 v, bytes32 r, bytes32 s) = _permit(5 ether);
        vm.prank(bob);
        fmc.permit(owner, address(vault), 5 ether, block.timestamp, v, r, s);
        vm.prank(owner);
        vault.depositWithPermit(address(fmc), 5 ether, REF, block.timestamp, v, r, s);
        assertEq(vault.accounted(address(fmc)), HELD + 5 ether);
    }

    function test_depositWithPermit_WhenThePermitIsForAnotherAmount_ItRefuses() public {
        (address owner, uint8 v, bytes32 r, bytes32 s) = _permit(5 ether);
        vm.prank(owner);
        vm.expectPartialRevert(IERC20Errors.ERC20InsufficientAllowance.selector);
        vault.depositWithPermit(address(fmc), 6 ether, REF, block.timestamp, v, r, s);
    }

    // withdraw

    function test_withdraw_WhenWithdrawalsArePaused_ItRefuses() public {
        vm.prank(pauser);
        vault.pauseWithdrawals();
        sendExpecting(voucherOf(JU, 1), abi.encodeWithSelector(Vault.WithdrawalsArePaused.selector));
    }

    function testFuzz_withdraw_WhenAnybodyButTheAccountSendsIt_ItRefuses(address sender) public {
        vm.assume(sender != alice);
        Vault.Voucher memory voucher = voucherOf(JU, 1 ether);
        bytes memory signature = sign(voucher);
        vm.prank(sender);
        vm.expectRevert(abi.encodeWithSelector(Vault.NotVoucherAccount.selector, sender, alice));
        vault.withdraw(voucher, signature);
    }

    function test_withdraw_WhenTheRecipientIsZero_ItRefuses() public {
        Vault.Voucher memory voucher = voucherOf(JU, 1 ether);
        voucher.to = address(0);
        sendExpecting(voucher, abi.encodeWithSelector(Vault.BadRecipient.selector, address(0)));
    }

    function test_withdraw_WhenTheRecipientIsTheVault_ItRefuses() public {
        Vault.Voucher memory voucher = voucherOf(address(fmc), 1 ether);
        voucher.to = address(vault);
        sendExpecting(voucher, abi.encodeWithSelector(Vault.BadRecipient.selector, address(vault)));
    }

    function test_withdraw_WhenTheAmountIsZero_ItRefuses() public {
        sendExpecting(voucherOf(JU, 0), abi.encodeWithSelector(Vault.ZeroAmount.selector));
    }

    function test_withdraw_WhenTheIdWasPaid_ItRefuses() public {
        Vault.Voucher memory voucher = voucherOf(JU, 1 ether);
        send(voucher);
        sendExpecting(voucher, abi.encodeWithSelector(Vault.VoucherUsed.selector, voucher.id));
        voucher.amount = 2 ether;
        sendExpecting(voucher, abi.encodeWithSelector(Vault.VoucherUsed.selector, voucher.id));
    }

    function test_withdraw_WhenItIsASecondTooEarly_ItRefuses() public {
        Vault.Voucher memory voucher = voucherOf(JU, 1 ether);
        vm.warp(voucher.validAfter - 1);
        sendExpecting(voucher, abi.encodeWithSelector(Vault.VoucherNotYetValid.selector, voucher.validAfter));
    }

    function test_withdraw_WhenItIsTheLastSecond_ItPays() public {
        Vault.Voucher memory voucher = voucherOf(JU, 1 ether);
        vm.warp(voucher.deadline - 1);
        send(voucher);
        assertEq(bob.balance, 1 ether);
    }

    function test_withdraw_WhenTheDeadlineIsNow_ItRefuses() public {
        Vault.Voucher memory voucher = voucherOf(JU, 1 ether);
        vm.warp(voucher.deadline);
        sendExpecting(voucher, abi.encodeWithSelector(Vault.VoucherExpired.selector, voucher.deadline));
    }

    function test_withdraw_WhenItLivesAsLongAsAllowed_ItPays() public {
        Vault.Voucher memory voucher = voucherOf(JU, 1 ether);
        voucher.deadline = voucher.validAfter + vault.MAX_VOUCHER_TTL();
        send(voucher);
        assertEq(bob.balance, 1 ether);
    }

    function test_withdraw_WhenItLivesASecondTooLong_ItRefuses() public {
        Vault.Voucher memory voucher = voucherOf(JU, 1 ether);
        voucher.deadline = voucher.validAfter + vault.MAX_VOUCHER_TTL() + 1;
        sendExpecting(
            voucher, abi.encodeWithSelector(Vault.VoucherLivesTooLong.selector, voucher.validAfter, voucher.deadline)
        );
    }

    function testFuzz_withdraw_WhenAFieldIsAltered_ItRefuses(uint8 field) public {
        Vault.Voucher memory voucher = voucherOf(JU, 1 ether);
        bytes memory signature = sign(voucher);
        field = uint8(bound(field, 0, 6));
        if (field == 0) voucher.id = bytes32("another");
        else if (field == 1) voucher.account = bob;
        else if (field == 2) voucher.to = alice;
        else if (field == 3) voucher.token = address(fmc);
        else if (field == 4) voucher.amount = 2 ether;
        else if (field == 5) voucher.validAfter -= 1;
        else voucher.deadline += 1;
        vm.prank(voucher.account);
        vm.expectRevert(Vault.BadVoucherSignature.selector);
        vault.withdraw(voucher, signature);
    }

    function testFuzz_withdraw_WhenAnotherKeySigned_ItRefuses(uint256 key) public {
        key = bound(key, 1, type(uint128).max);
        vm.assume(key != SIGNER_KEY);
        Vault.Voucher memory voucher = voucherOf(JU, 1 ether);
        bytes memory signature = signWith(key, voucher);
        vm.prank(alice);
        vm.expectRevert(Vault.BadVoucherSignature.selector);
        vault.withdraw(voucher, signature);
    }

    function testFuzz_withdraw_WhenTheSignatureIsNoise_ItRefuses(bytes calldata signature) public {
        Vault.Voucher memory voucher = voucherOf(JU, 1 ether);
        vm.prank(alice);
        vm.expectRevert(Vault.BadVoucherSignature.selector);
        vault.withdraw(voucher, signature);
    }

    function test_withdraw_WhenItWasSignedForAnotherChain_ItRefuses() public {
        Vault.Voucher memory voucher = voucherOf(JU, 1 ether);
        bytes memory signature = sign(voucher);
        vm.chainId(210_000);
        vm.prank(alice);
        vm.expectRevert(Vault.BadVoucherSignature.selector);
        vault.withdraw(voucher, signature);
    }

    function test_withdraw_WhenItWasSignedForAnotherVault_ItRefuses() public {
        Vault.Voucher memory voucher = voucherOf(JU, 1 ether);
        bytes memory signature = sign(voucher);
        Vault other = newVault();
        vm.prank(alice);
        vm.expectRevert(Vault.BadVoucherSignature.selector);
        other.withdraw(voucher, signature);
    }

    function test_withdraw_WhenItIsOverTheCap_ItRefuses() public {
        send(voucherOf(JU, 40 ether));
        Vault.Voucher memory voucher = voucherOf(JU, 60 ether + 1);
        sendExpecting(voucher, abi.encodeWithSelector(Vault.WindowCapExceeded.selector, JU, 60 ether + 1, 60 ether));
        voucher.amount = 60 ether;
        send(voucher);
        assertEq(vault.windowLeft(JU), 0);
    }

    function test_withdraw_WhenTheVaultAccountsForLess_ItRefuses() public {
        Vault.TokenRule memory wide = rule();
        wide.windowCap = uint128(2 * HELD);
        setRule(JU, wide);
        vm.deal(address(vault), 2 * HELD);
        sendExpecting(
            voucherOf(JU, HELD + 1), abi.encodeWithSelector(Vault.MoreThanAccounted.selector, JU, HELD + 1, HELD)
        );
    }

    function test_withdraw_WhenTheRecipientRefusesJu_ItRefuses() public {
        Vault.Voucher memory voucher = voucherOf(JU, 1 ether);
        voucher.to = address(new Closed());
        sendExpecting(voucher, abi.encodeWithSelector(Vault.NativeTransferFailed.selector));
        assertFalse(vault.used(voucher.id));
    }

    function test_withdraw_WhenTheRecipientSendsASecondFromInside_ItRefuses() public {
        Greedy greedy = new Greedy(vault);
        Vault.Voucher memory first = voucherOf(JU, 1 ether);
        Vault.Voucher memory second = voucherOf(JU, 1 ether);
        (first.account, first.to) = (address(greedy), address(greedy));
        (second.account, second.to) = (address(greedy), address(greedy));
        greedy.keep(second, sign(second));
        bytes memory signature = sign(first);
        vm.expectRevert(Vault.NativeTransferFailed.selector);
        greedy.take(first, signature);
    }

    function test_withdraw_WhenTheTokenIsNoLongerListed_ItPays() public {
        _delist(address(fmc));
        send(voucherOf(address(fmc), 1 ether));
        assertEq(fmc.balanceOf(bob), 1 ether);
    }

    function testFuzz_withdraw_ItPaysTheRecipientExactly(bool native, uint256 amount) public {
        address token = native ? JU : address(fmc);
        Vault.Voucher memory voucher = voucherOf(token, bound(amount, 1, CAP));
        vm.expectEmit(address(vault));
        emit Vault.Withdrawn(3, voucher.id, alice, token, bob, voucher.amount);
        send(voucher);
        assertEq(native ? bob.balance : fmc.balanceOf(bob), voucher.amount);
        assertEq(vault.accounted(token), HELD - voucher.amount);
        assertEq(vault.windowLeft(token), CAP - voucher.amount);
        assertTrue(vault.used(voucher.id));
    }

    // cancelVoucher

    function test_cancelVoucher_WhenTheSenderHasNoRole_ItRefuses() public {
        _expectMissingRole(alice, vault.CANCELLER_ROLE());
        vm.prank(alice);
        vault.cancelVoucher("id");
    }

    function test_cancelVoucher_WhenTheIdWasPaid_ItRefuses() public {
        Vault.Voucher memory voucher = voucherOf(JU, 1 ether);
        send(voucher);
        vm.prank(canceller);
        vm.expectRevert(abi.encodeWithSelector(Vault.VoucherUsed.selector, voucher.id));
        vault.cancelVoucher(voucher.id);
    }

    function test_cancelVoucher_WhenWithdrawalsArePaused_ItCancels() public {
        vm.prank(pauser);
        vault.pauseWithdrawals();
        vm.expectEmit(address(vault));
        emit Vault.VoucherCancelled(3, "id");
        vm.prank(canceller);
        vault.cancelVoucher("id");
        assertTrue(vault.used("id"));
    }

    function test_cancelVoucher_ItMakesTheVoucherWorthless() public {
        Vault.Voucher memory voucher = voucherOf(JU, 1 ether);
        vm.prank(canceller);
        vault.cancelVoucher(voucher.id);
        sendExpecting(voucher, abi.encodeWithSelector(Vault.VoucherUsed.selector, voucher.id));
    }

    // fund

    function test_fund_WhenTheSenderHasNoRole_ItRefuses() public {
        _expectMissingRole(alice, vault.FUNDER_ROLE());
        vm.prank(alice);
        vault.fund(address(fmc), 1 ether, "emission");
    }

    function test_fund_WhenTheTokenIsJu_ItRefuses() public {
        vm.prank(funder);
        vm.expectRevert(Vault.NativeNeedsOwnCall.selector);
        vault.fund(JU, 1 ether, "treasury");
    }

    function test_fund_WhenTheTokenIsNotListed_ItRefuses() public {
        _delist(address(fmc));
        vm.prank(funder);
        vm.expectRevert(abi.encodeWithSelector(Vault.TokenNotListed.selector, fmc));
        vault.fund(address(fmc), 1 ether, "emission");
    }

    function test_fund_WhenNothingArrives_ItRefuses() public {
        vm.prank(funder);
        vm.expectRevert(Vault.NothingReceived.selector);
        vault.fund(address(fmc), 0, "emission");
    }

    function test_fund_ItAccountsForItAsNobodysDeposit() public {
        vm.startPrank(funder);
        fmc.approve(address(vault), 5 ether);
        vm.expectEmit(address(vault));
        emit Vault.Funded(3, funder, address(fmc), 5 ether, "emission");
        vault.fund(address(fmc), 5 ether, "emission");
        assertEq(vault.accounted(address(fmc)), HELD + 5 ether);
    }

    // fundNative

    function test_fundNative_WhenTheSenderHasNoRole_ItRefuses() public {
        _expectMissingRole(alice, vault.FUNDER_ROLE());
        vm.prank(alice);
        vault.fundNative{value: 1 ether}("treasury");
    }

    function test_fundNative_WhenJuIsNotListed_ItRefuses() public {
        _delist(JU);
        vm.prank(funder);
        vm.expectRevert(abi.encodeWithSelector(Vault.TokenNotListed.selector, JU));
        vault.fundNative{value: 1 ether}("treasury");
    }

    function test_fundNative_WhenNothingIsSent_ItRefuses() public {
        vm.prank(funder);
        vm.expectRevert(Vault.NothingReceived.selector);
        vault.fundNative("treasury");
    }

    function test_fundNative_ItAccountsForItAsNobodysDeposit() public {
        vm.expectEmit(address(vault));
        emit Vault.Funded(3, funder, JU, 5 ether, "treasury");
        vm.prank(funder);
        vault.fundNative{value: 5 ether}("treasury");
        assertEq(vault.accounted(JU), HELD + 5 ether);
    }

    // rescue

    function test_rescue_WhenTheSenderIsNotTheAdmin_ItRefuses() public {
        _expectMissingRole(alice, bytes32(0));
        vm.prank(alice);
        vault.rescue(JU, alice, 1);
    }

    function test_rescue_WhenNothingIsStray_ItRefuses() public {
        _rescueExpecting(JU, bob, 1, abi.encodeWithSelector(Vault.MoreThanStray.selector, JU, 1, 0));
        _rescueExpecting(address(fmc), bob, 1, abi.encodeWithSelector(Vault.MoreThanStray.selector, address(fmc), 1, 0));
    }

    function test_rescue_WhenTheAmountIsZero_ItRefuses() public {
        _rescueExpecting(JU, bob, 0, abi.encodeWithSelector(Vault.ZeroAmount.selector));
    }

    function test_rescue_WhenTheRecipientIsZeroOrTheVault_ItRefuses() public {
        vm.deal(address(vault), HELD + 1);
        _rescueExpecting(JU, address(0), 1, abi.encodeWithSelector(Vault.BadRecipient.selector, address(0)));
        _rescueExpecting(JU, address(vault), 1, abi.encodeWithSelector(Vault.BadRecipient.selector, vault));
    }

    function testFuzz_rescue_WhenJuWasForcedIn_ItPaysThatAndNoMore(uint256 stray) public {
        stray = bound(stray, 1, 10_000 ether);
        vm.deal(address(vault), HELD + stray);
        _rescueExpecting(JU, bob, stray + 1, abi.encodeWithSelector(Vault.MoreThanStray.selector, JU, stray + 1, stray));
        vm.expectEmit(address(vault));
        emit Vault.Rescued(3, JU, bob, stray);
        vm.prank(admin);
        vault.rescue(JU, bob, stray);
        assertEq(bob.balance, stray);
        assertEq(vault.accounted(JU), HELD);
    }

    function test_rescue_WhenATokenWasTransferredPlainly_ItPaysThat() public {
        vm.prank(alice);
        fmc.transfer(address(vault), 3 ether);
        vm.prank(admin);
        vault.rescue(address(fmc), bob, 3 ether);
        assertEq(fmc.balanceOf(bob), 3 ether);
        assertEq(fmc.balanceOf(address(vault)), HELD);
    }

    // setSigner

    function test_setSigner_WhenTheSenderIsNotTheAdmin_ItRefuses() public {
        _expectMissingRole(pauser, bytes32(0));
        vm.prank(pauser);
        vault.setSigner(pauser);
    }

    function test_setSigner_WhenTheSignerIsZero_ItRefuses() public {
        vm.prank(admin);
        vm.expectRevert(Vault.ZeroAddress.selector);
        vault.setSigner(address(0));
    }

    function test_setSigner_ItMakesOldVouchersWorthlessAndNewOnesGood() public {
        Vault.Voucher memory voucher = voucherOf(JU, 1 ether);
        vm.expectEmit(address(vault));
        emit Vault.SignerChanged(vm.addr(SIGNER_KEY), vm.addr(0xbeef));
        vm.prank(admin);
        vault.setSigner(vm.addr(0xbeef));
        sendExpecting(voucher, abi.encodeWithSelector(Vault.BadVoucherSignature.selector));
        bytes memory signature = signWith(0xbeef, voucher);
        vm.prank(alice);
        vault.withdraw(voucher, signature);
        assertEq(bob.balance, 1 ether);
    }

    // setTokenRule

    function test_setTokenRule_WhenTheSenderIsNotTheAdmin_ItRefuses() public {
        _expectMissingRole(alice, bytes32(0));
        vm.prank(alice);
        vault.setTokenRule(JU, rule());
    }

    function test_setTokenRule_WhenTheWindowIsTooShort_ItRefuses() public {
        Vault.TokenRule memory short = rule();
        short.window = vault.MIN_WINDOW() - 1;
        vm.prank(admin);
        vm.expectRevert(abi.encodeWithSelector(Vault.BadRule.selector, short.window));
        vault.setTokenRule(JU, short);
    }

    function testFuzz_setTokenRule_ItGivesNothingBackToTheCap(uint64 window, uint256 spent, uint128 minimum) public {
        send(voucherOf(JU, bound(spent, 1, CAP)));
        uint256 left = vault.windowLeft(JU);
        Vault.TokenRule memory next = rule();
        next.window = uint64(bound(window, 1 hours, 365 days));
        next.minDeposit = minimum;
        setRule(JU, next);
        assertEq(vault.windowLeft(JU), left);
    }

    function test_setTokenRule_WhenTheCapFallsUnderWhatWasSpent_ItLeavesNothing() public {
        send(voucherOf(JU, 50 ether));
        Vault.TokenRule memory lower = rule();
        lower.windowCap = 10 ether;
        setRule(JU, lower);
        assertEq(vault.windowLeft(JU), 0);
        vm.warp(START + 4 days);
        assertEq(vault.windowLeft(JU), 0);
        vm.warp(START + 5 days);
        assertEq(vault.windowLeft(JU), 10 ether);
    }

    // windowLeft

    function test_windowLeft_WhenTheTokenHasNoRule_ItIsZero() public view {
        assertEq(vault.windowLeft(address(0xdead)), 0);
    }

    function test_windowLeft_ItRefillsEvenlyAndNeverPastTheCap() public {
        send(voucherOf(JU, CAP));
        assertEq(vault.windowLeft(JU), 0);
        vm.warp(START + WINDOW / 4);
        assertEq(vault.windowLeft(JU), CAP / 4);
        vm.warp(START + WINDOW - 1);
        assertLt(vault.windowLeft(JU), CAP);
        vm.warp(START + WINDOW);
        assertEq(vault.windowLeft(JU), CAP);
        vm.warp(START + 10 * WINDOW);
        assertEq(vault.windowLeft(JU), CAP);
    }

    function test_windowLeft_ItLetsAtMostTwiceTheCapLeaveInOneWindow() public {
        Vault.Voucher memory voucher = voucherOf(JU, CAP);
        send(voucher);
        vm.warp(START + WINDOW - 1);
        uint256 left = vault.windowLeft(JU);
        send(voucherOf(JU, left));
        assertLt(CAP + left, 2 * uint256(CAP));
        sendExpecting(voucherOf(JU, 1), abi.encodeWithSelector(Vault.WindowCapExceeded.selector, JU, 1, 0));
    }

    function testFuzz_windowLeft_ItLetsNoMoreLeaveInAnySpan(uint256[12] calldata amounts, uint32[12] calldata waits)
        public
    {
        uint256 sum;
        for (uint256 i; i < amounts.length; ++i) {
            uint256 left = vault.windowLeft(JU);
            if (left != 0) {
                Vault.Voucher memory voucher = voucherOf(JU, bound(amounts[i], 1, left));
                send(voucher);
                sum += voucher.amount;
            }
            assertLe(sum, CAP + CAP * (block.timestamp - START) / WINDOW);
            vm.warp(block.timestamp + bound(waits[i], 0, WINDOW / 4));
        }
    }

    // pause

    function test_pause_WhenTheSenderHasNoRole_ItRefuses() public {
        bytes32 role = vault.PAUSER_ROLE();
        vm.startPrank(alice);
        _expectMissingRole(alice, role);
        vault.pauseDeposits();
        _expectMissingRole(alice, role);
        vault.pauseWithdrawals();
    }

    function test_pause_WhenThePauserWantsToStartAgain_ItRefuses() public {
        vm.startPrank(pauser);
        vault.pauseDeposits();
        vault.pauseWithdrawals();
        _expectMissingRole(pauser, bytes32(0));
        vault.unpauseDeposits();
        _expectMissingRole(pauser, bytes32(0));
        vault.unpauseWithdrawals();
    }

    function test_pause_WhenDepositsArePaused_ItStillPays() public {
        vm.expectEmit(address(vault));
        emit Vault.DepositsPaused(pauser);
        vm.prank(pauser);
        vault.pauseDeposits();
        send(voucherOf(JU, 1 ether));
        assertEq(bob.balance, 1 ether);
    }

    function test_pause_WhenWithdrawalsArePaused_ItStillTakesDeposits() public {
        vm.expectEmit(address(vault));
        emit Vault.WithdrawalsPaused(pauser);
        vm.prank(pauser);
        vault.pauseWithdrawals();
        vm.prank(alice);
        vault.depositNative{value: 1 ether}(REF);
        assertEq(vault.accounted(JU), HELD + 1 ether);
    }

    function test_pause_WhenTheAdminStartsAgain_ItWorks() public {
        vm.startPrank(pauser);
        vault.pauseDeposits();
        vault.pauseWithdrawals();
        vm.stopPrank();
        vm.startPrank(admin);
        vm.expectEmit(address(vault));
        emit Vault.DepositsUnpaused(admin);
        vault.unpauseDeposits();
        vm.expectEmit(address(vault));
        emit Vault.WithdrawalsUnpaused(admin);
        vault.unpauseWithdrawals();
        vm.stopPrank();
        vm.prank(alice);
        vault.depositNative{value: 1 ether}(REF);
        send(voucherOf(JU, 1 ether));
    }

    // admin

    function test_admin_WhenTheDelayIsNotOver_ItStaysTheSame() public {
        vm.prank(admin);
        vault.beginDefaultAdminTransfer(bob);
        vm.warp(START + 2 days);
        vm.prank(bob);
        vm.expectPartialRevert(IAccessControlDefaultAdminRules.AccessControlEnforcedDefaultAdminDelay.selector);
        vault.acceptDefaultAdminTransfer();
        assertEq(vault.defaultAdmin(), admin);
    }

    function test_admin_WhenTheNextOneAcceptsAfterTheDelay_ItPassesOn() public {
        vm.prank(admin);
        vault.beginDefaultAdminTransfer(bob);
        vm.warp(START + 2 days + 1);
        vm.prank(bob);
        vault.acceptDefaultAdminTransfer();
        assertEq(vault.defaultAdmin(), bob);
        assertFalse(vault.hasRole(bytes32(0), admin));
    }

    // seq

    function test_seq_ItRunsThroughEveryKindOfMovement() public {
        assertEq(vault.seq(), 2);
        vm.prank(alice);
        vault.depositNative{value: 1 ether}(REF);
        send(voucherOf(JU, 1 ether));
        vm.prank(canceller);
        vault.cancelVoucher("id");
        vm.prank(funder);
        vault.fundNative{value: 1 ether}("treasury");
        vm.deal(address(vault), address(vault).balance + 1);
        vm.expectEmit(address(vault));
        emit Vault.Rescued(7, JU, bob, 1);
        vm.prank(admin);
        vault.rescue(JU, bob, 1);
        assertEq(vault.seq(), 7);
    }

    function _depositNativeExpecting(uint256 amount, bytes memory refusal) private {
        vm.prank(alice);
        vm.expectRevert(refusal);
        vault.depositNative{value: amount}(REF);
    }

    function _depositExpecting(address token, uint256 amount, bytes memory refusal) private {
        vm.prank(alice);
        vm.expectRevert(refusal);
        vault.deposit(token, amount, REF);
    }

    function _rescueExpecting(address token, address to, uint256 amount, bytes memory refusal) private {
        vm.prank(admin);
        vm.expectRevert(refusal);
        vault.rescue(token, to, amount);
    }

    function _expectMissingRole(address account, bytes32 role) private {
        vm.expectRevert(abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, account, role));
    }

    function _delist(address token) private {
        Vault.TokenRule memory unlisted = rule();
        unlisted.listed = false;
        setRule(token, unlisted);
    }

    function _permit(uint256 amount) private returns (address owner, uint8 v, bytes32 r, bytes32 s) {
        uint256 key = 0xca401;
        owner = vm.addr(key);
        vm.prank(alice);
        fmc.transfer(owner, 10 ether);
        bytes32 typeHash =
            keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 content =
            keccak256(abi.encode(typeHash, owner, address(vault), amount, fmc.nonces(owner), block.timestamp));
        (v, r, s) = vm.sign(key, keccak256(abi.encodePacked(hex"1901", fmc.DOMAIN_SEPARATOR(), content)));
    }
}
