// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ILeaving} from "../../src/ILeaving.sol";
import {IVault} from "../../src/IVault.sol";
import {DemandFixture} from "../support/DemandFixture.sol";

contract VaultDemandsTest is DemandFixture {
    uint256 private constant GAS_PER_PAYMENT = 200_000;

    // payDemand

    /// forge-config: default.fuzz.runs = 64
    function testFuzz_payDemand_ItCreditsTheAccountExactlyForAnyone(address sender, bool native, uint256 amount)
        public
    {
        address token = native ? JU : address(fmc);
        amount = bound(amount, 1, FREE);
        demandAs(alice, token);
        IVault.Voucher memory voucher = voucherFor(alice, token, amount);
        (bytes memory signature, bytes memory second) = (sign(voucher), cosign(voucher));
        uint256 held = vault.accounted(token);
        uint64 seq = vault.seq();
        vm.expectEmit(address(vault));
        emit IVault.Withdrawn(seq + 1, voucher.id, alice, token, alice, amount);
        vm.prank(sender);
        uint256 gas = gasleft();
        vault.payDemand(voucher, signature, second);
        assertLt(gas - gasleft(), GAS_PER_PAYMENT);
        (, uint112 withdrawn,) = vault.totalsOf(alice, token);
        assertEq(withdrawn, amount);
        assertEq(vault.accounted(token), held - amount);
        assertEq(vault.collectable(alice, token), amount);
        assertEq(vault.uncollected(token), amount);
        assertEq(vault.windowLeft(token), CAP - amount);
        assertEq(vault.spentNow(token), amount);
        assertEq(exit.dueTo(alice, token), FREE - amount);
        assertEq(native ? address(vault).balance : fmc.balanceOf(address(vault)), held);
        assertEq(vault.seq(), seq + 1);
    }

    function test_payDemand_WhenTheVoucherIsToAnotherAddress_ItRevertsAndTheVoucherCanBeWithdrawn() public {
        demandAs(alice, JU);
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        payExpecting(voucher, abi.encodeWithSelector(IVault.InvalidRecipient.selector, bob));
        assertFalse(vault.used(voucher.id));
        assertEq(vault.uncollected(JU), 0);
        send(voucher);
        assertEq(bob.balance, 1 ether);
        assertEq(exit.dueTo(alice, JU), FREE - 1 ether);
    }

    function test_payDemand_WhenNothingIsDemanded_ItReverts() public {
        _payExpectingNothingDemanded(JU);
    }

    function test_payDemand_WhenAnotherTokenIsDemanded_ItReverts() public {
        demandAs(alice, JU);
        _payExpectingNothingDemanded(address(fmc));
    }

    function test_payDemand_WhenTheDemandIsPaid_ItReverts() public {
        demandAs(alice, JU);
        payAmount(alice, JU, FREE);
        _payExpectingNothingDemanded(JU);
    }

    function test_payDemand_WhenTheDemandWasAnsweredWithNothing_ItReverts() public {
        demandAs(alice, JU);
        anchorBoth(0, 6 ether);
        answerFor(alice);
        _payExpectingNothingDemanded(JU);
    }

    function test_payDemand_WhenTheVoucherWasWithdrawn_ItReverts() public {
        demandAs(alice, JU);
        IVault.Voucher memory voucher = voucherFor(alice, JU, 1 ether);
        send(voucher);
        payExpecting(voucher, abi.encodeWithSelector(IVault.VoucherUsed.selector, voucher.id));
    }

    function test_payDemand_WhenTheVoucherIsUsed_ItIsNeitherWithdrawnNorUsedAgain() public {
        demandAs(alice, JU);
        IVault.Voucher memory voucher = voucherFor(alice, JU, 1 ether);
        pay(voucher);
        bytes memory refusal = abi.encodeWithSelector(IVault.VoucherUsed.selector, voucher.id);
        sendExpecting(voucher, refusal);
        payExpecting(voucher, refusal);
        vm.prank(canceller);
        vm.expectRevert(refusal);
        vault.cancelVoucher(voucher.id);
        assertEq(vault.collectable(alice, JU), 1 ether);
    }

    function test_payDemand_WhenTheVoucherWasCancelled_ItReverts() public {
        demandAs(alice, JU);
        IVault.Voucher memory voucher = voucherFor(alice, JU, 1 ether);
        vm.prank(canceller);
        vault.cancelVoucher(voucher.id);
        payExpecting(voucher, abi.encodeWithSelector(IVault.VoucherUsed.selector, voucher.id));
    }

    function test_payDemand_WhenTheVoucherHasExpired_ItReverts() public {
        demandAs(alice, JU);
        IVault.Voucher memory voucher = voucherFor(alice, JU, 1 ether);
        vm.warp(voucher.deadline);
        payExpecting(voucher, abi.encodeWithSelector(IVault.VoucherExpired.selector, voucher.deadline));
    }

    function test_payDemand_WhenWithdrawalsArePaused_ItReverts() public {
        demandAs(alice, JU);
        vm.prank(pauser);
        vault.pauseWithdrawals();
        payExpecting(voucherFor(alice, JU, 1 ether), abi.encodeWithSelector(IVault.WithdrawalsArePaused.selector));
    }

    function test_payDemand_WhenTheAmountExceedsTheCap_ItReverts() public {
        aliceDeposits(400 ether);
        demandAs(alice, JU);
        payAmount(alice, JU, 40 ether);
        IVault.Voucher memory voucher = voucherFor(alice, JU, 60 ether + 1);
        payExpecting(voucher, abi.encodeWithSelector(IVault.WindowCapExceeded.selector, JU, 60 ether + 1, 60 ether));
        voucher.amount = 60 ether;
        pay(voucher);
        assertEq(vault.windowLeft(JU), 0);
    }

    function test_payDemand_WhenASignatureIsWrong_ItReverts() public {
        demandAs(alice, JU);
        IVault.Voucher memory voucher = voucherFor(alice, JU, 1 ether);
        (bytes memory signature, bytes memory second) = (sign(voucher), cosign(voucher));
        vm.expectRevert(IVault.InvalidVoucherSignature.selector);
        vault.payDemand(voucher, second, second);
        vm.expectRevert(IVault.InvalidAuditorSignature.selector);
        vault.payDemand(voucher, signature, signature);
        voucher.amount += 1;
        vm.expectRevert(IVault.InvalidVoucherSignature.selector);
        vault.payDemand(voucher, signature, second);
    }

    function test_payDemand_WhenTheExitHasBegun_ItReverts() public {
        demandAs(alice, JU);
        beginByPause();
        payExpecting(voucherFor(alice, JU, 1 ether), abi.encodeWithSelector(ILeaving.Exited.selector));
    }

    function test_payDemand_WhenTheAmountExceedsTheDemand_ItCreditsAllOfIt() public {
        demandAs(alice, JU);
        payAmount(alice, JU, 16 ether);
        assertEq(vault.collectable(alice, JU), 16 ether);
        assertEq(exit.dueTo(alice, JU), 0);
    }

    // recordDemand

    function testFuzz_recordDemand_WhenTheSenderIsNotTheExit_ItReverts(address sender) public {
        vm.assume(sender != address(exit));
        vm.prank(sender);
        vm.expectRevert(abi.encodeWithSelector(ILeaving.NotExit.selector, sender));
        vault.recordDemand(sender, JU, 1, START);
    }

    function _payExpectingNothingDemanded(address token) private {
        payExpecting(
            voucherFor(alice, token, 1 ether), abi.encodeWithSelector(IVault.NothingDemanded.selector, alice, token)
        );
    }
}
