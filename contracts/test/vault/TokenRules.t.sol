// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../../src/IVault.sol";
import {VaultFixture} from "../support/VaultFixture.sol";

contract TokenRulesTest is VaultFixture {
    // setTokenRule

    function test_setTokenRule_WhenTheSenderIsNotTheAdmin_ItReverts() public {
        expectMissingRole(alice, bytes32(0));
        vm.prank(alice);
        vault.setTokenRule(JU, rule());
    }

    function test_setTokenRule_WhenTheWindowIsTooShort_ItReverts() public {
        IVault.TokenRule memory short = rule();
        short.window = vault.MIN_WINDOW() - 1;
        vm.prank(admin);
        vm.expectRevert(abi.encodeWithSelector(IVault.WindowTooShort.selector, short.window));
        vault.setTokenRule(JU, short);
    }

    function testFuzz_setTokenRule_ItDoesNotRefillTheCap(uint64 window, uint256 spent, uint128 minimum) public {
        send(voucherOf(JU, bound(spent, 1, CAP)));
        uint256 left = vault.windowLeft(JU);
        IVault.TokenRule memory next = rule();
        next.window = uint64(bound(window, 1 hours, 365 days));
        next.minDeposit = minimum;
        setRule(JU, next);
        assertEq(vault.windowLeft(JU), left);
    }

    function test_setTokenRule_WhenTheCapFallsBelowWhatWasSpent_ItLeavesZero() public {
        send(voucherOf(JU, 50 ether));
        IVault.TokenRule memory lower = rule();
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

    function test_windowLeft_ItRefillsEvenlyUpToTheCap() public {
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

    function test_windowLeft_ItPaysAtMostTwiceTheCapInOneWindow() public {
        IVault.Voucher memory voucher = voucherOf(JU, CAP);
        send(voucher);
        vm.warp(START + WINDOW - 1);
        uint256 left = vault.windowLeft(JU);
        send(voucherOf(JU, left));
        assertLt(CAP + left, 2 * uint256(CAP));
        sendExpecting(voucherOf(JU, 1), abi.encodeWithSelector(IVault.WindowCapExceeded.selector, JU, 1, 0));
    }

    function testFuzz_windowLeft_ItPaysNoMoreThanTheCapInAnySpan(
        uint256[12] calldata amounts,
        uint32[12] calldata waits
    ) public {
        uint256 sum;
        for (uint256 i; i < amounts.length; ++i) {
            uint256 left = vault.windowLeft(JU);
            if (left != 0) {
                IVault.Voucher memory voucher = voucherOf(JU, bound(amounts[i], 1, left));
                send(voucher);
                sum += voucher.amount;
            }
            assertLe(sum, CAP + CAP * (block.timestamp - START) / WINDOW);
            vm.warp(block.timestamp + bound(waits[i], 0, WINDOW / 4));
        }
    }
}
