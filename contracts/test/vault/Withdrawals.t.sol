// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../../src/IVault.sol";
import {Closed, Greedy} from "../support/OddTokens.sol";
import {VaultFixture} from "../support/VaultFixture.sol";

contract WithdrawalsTest is VaultFixture {
    // withdraw

    function test_withdraw_WhenWithdrawalsArePaused_ItReverts() public {
        vm.prank(pauser);
        vault.pauseWithdrawals();
        sendExpecting(voucherOf(JU, 1), abi.encodeWithSelector(IVault.WithdrawalsArePaused.selector));
    }

    function test_withdraw_WhenTheAmountExceedsTheCap_ItReverts() public {
        send(voucherOf(JU, 40 ether));
        IVault.Voucher memory voucher = voucherOf(JU, 60 ether + 1);
        sendExpecting(voucher, abi.encodeWithSelector(IVault.WindowCapExceeded.selector, JU, 60 ether + 1, 60 ether));
        voucher.amount = 60 ether;
        send(voucher);
        assertEq(vault.windowLeft(JU), 0);
    }

    function test_withdraw_WhenTheAmountExceedsTheAccountedBalance_ItReverts() public {
        IVault.TokenRule memory wide = rule();
        wide.windowCap = CEILING_CAP;
        changeAnnounced(abi.encodeCall(IVault.setTokenRule, (JU, wide)));
        send(voucherOf(JU, CAP));
        vm.warp(block.timestamp + WINDOW);
        vm.deal(address(vault), 2 * HELD);
        sendExpecting(
            voucherOf(JU, HELD), abi.encodeWithSelector(IVault.AccountedExceeded.selector, JU, HELD, HELD - CAP)
        );
    }

    function test_withdraw_WhenTheRecipientRefusesJu_ItReverts() public {
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        voucher.to = address(new Closed());
        sendExpecting(voucher, abi.encodeWithSelector(IVault.NativeTransferFailed.selector));
        assertFalse(vault.used(voucher.id));
    }

    function test_withdraw_WhenTheRecipientReentersWithASecondVoucher_ItReverts() public {
        Greedy greedy = new Greedy(vault);
        IVault.Voucher memory first = voucherOf(JU, 1 ether);
        IVault.Voucher memory second = voucherOf(JU, 1 ether);
        (first.account, first.to) = (address(greedy), address(greedy));
        (second.account, second.to) = (address(greedy), address(greedy));
        greedy.keep(second, sign(second), cosign(second));
        (bytes memory signature, bytes memory other) = (sign(first), cosign(first));
        vm.expectRevert(IVault.NativeTransferFailed.selector);
        greedy.take(first, signature, other);
    }

    function test_withdraw_WhenTheTokenIsNoLongerListed_ItPays() public {
        delist(address(fmc));
        send(voucherOf(address(fmc), 1 ether));
        assertEq(fmc.balanceOf(bob), 1 ether);
    }

    function test_withdraw_ItCountsWhatItsAccountWithdrew() public {
        send(voucherOf(JU, 2 ether));
        send(voucherOf(JU, 3 ether));
        send(voucherOf(address(fmc), 1 ether));
        (uint112 deposited, uint112 withdrawn,) = vault.totalsOf(alice, JU);
        assertEq(deposited, 0);
        assertEq(withdrawn, 5 ether);
        (, withdrawn,) = vault.totalsOf(alice, address(fmc));
        assertEq(withdrawn, 1 ether);
        (, withdrawn,) = vault.totalsOf(bob, JU);
        assertEq(withdrawn, 0);
    }

    function testFuzz_withdraw_ItPaysTheRecipientExactly(bool native, uint256 amount) public {
        address token = native ? JU : address(fmc);
        IVault.Voucher memory voucher = voucherOf(token, bound(amount, 1, CAP));
        vm.expectEmit(address(vault));
        emit IVault.Withdrawn(3, voucher.id, alice, token, bob, voucher.amount);
        send(voucher);
        assertEq(native ? bob.balance : fmc.balanceOf(bob), voucher.amount);
        assertEq(vault.accounted(token), HELD - voucher.amount);
        assertEq(vault.windowLeft(token), CAP - voucher.amount);
        assertTrue(vault.used(voucher.id));
    }
}
