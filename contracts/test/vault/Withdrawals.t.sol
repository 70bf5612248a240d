// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Holdings} from "../../src/vault/Holdings.sol";
import {TokenRules} from "../../src/vault/TokenRules.sol";
import {Vouchers} from "../../src/vault/Vouchers.sol";
import {Withdrawals} from "../../src/vault/Withdrawals.sol";
import {Closed, Greedy} from "../support/OddTokens.sol";
import {VaultFixture} from "../support/VaultFixture.sol";

contract WithdrawalsTest is VaultFixture {
    // withdraw

    function test_withdraw_WhenWithdrawalsArePaused_ItRefuses() public {
        vm.prank(pauser);
        vault.pauseWithdrawals();
        sendExpecting(voucherOf(JU, 1), abi.encodeWithSelector(Withdrawals.WithdrawalsArePaused.selector));
    }

    function test_withdraw_WhenItIsOverTheCap_ItRefuses() public {
        send(voucherOf(JU, 40 ether));
        Vouchers.Voucher memory voucher = voucherOf(JU, 60 ether + 1);
        sendExpecting(
            voucher, abi.encodeWithSelector(TokenRules.WindowCapExceeded.selector, JU, 60 ether + 1, 60 ether)
        );
        voucher.amount = 60 ether;
        send(voucher);
        assertEq(vault.windowLeft(JU), 0);
    }

    function test_withdraw_WhenTheVaultAccountsForLess_ItRefuses() public {
        TokenRules.TokenRule memory wide = rule();
        wide.windowCap = uint128(2 * HELD);
        setRule(JU, wide);
        vm.deal(address(vault), 2 * HELD);
        sendExpecting(
            voucherOf(JU, HELD + 1), abi.encodeWithSelector(Withdrawals.MoreThanAccounted.selector, JU, HELD + 1, HELD)
        );
    }

    function test_withdraw_WhenTheRecipientRefusesJu_ItRefuses() public {
        Vouchers.Voucher memory voucher = voucherOf(JU, 1 ether);
        voucher.to = address(new Closed());
        sendExpecting(voucher, abi.encodeWithSelector(Holdings.NativeTransferFailed.selector));
        assertFalse(vault.used(voucher.id));
    }

    function test_withdraw_WhenTheRecipientSendsASecondFromInside_ItRefuses() public {
        Greedy greedy = new Greedy(vault);
        Vouchers.Voucher memory first = voucherOf(JU, 1 ether);
        Vouchers.Voucher memory second = voucherOf(JU, 1 ether);
        (first.account, first.to) = (address(greedy), address(greedy));
        (second.account, second.to) = (address(greedy), address(greedy));
        greedy.keep(second, sign(second));
        bytes memory signature = sign(first);
        vm.expectRevert(Holdings.NativeTransferFailed.selector);
        greedy.take(first, signature);
    }

    function test_withdraw_WhenTheTokenIsNoLongerListed_ItPays() public {
        delist(address(fmc));
        send(voucherOf(address(fmc), 1 ether));
        assertEq(fmc.balanceOf(bob), 1 ether);
    }

    function testFuzz_withdraw_ItPaysTheRecipientExactly(bool native, uint256 amount) public {
        address token = native ? JU : address(fmc);
        Vouchers.Voucher memory voucher = voucherOf(token, bound(amount, 1, CAP));
        vm.expectEmit(address(vault));
        emit Withdrawals.Withdrawn(3, voucher.id, alice, token, bob, voucher.amount);
        send(voucher);
        assertEq(native ? bob.balance : fmc.balanceOf(bob), voucher.amount);
        assertEq(vault.accounted(token), HELD - voucher.amount);
        assertEq(vault.windowLeft(token), CAP - voucher.amount);
        assertTrue(vault.used(voucher.id));
    }
}
