// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../../src/IVault.sol";
import {VaultFixture} from "../support/VaultFixture.sol";

/// @dev The cap after a rule that is below the spent part.
contract TighterRulesTest is VaultFixture {
    // setTokenRule

    function test_setTokenRule_WhenTheCapFallsBelowTheSpentPart_ItLeavesZeroUntilTheCapIsReached() public {
        _tightenWhenSpent(50 ether, 10 ether, WINDOW);
        uint256 start = block.timestamp;
        assertEq(vault.windowLeft(JU), 0);
        assertEq(vault.spentNow(JU), 50 ether);
        // Four fifths of the spent part refill in four fifths of the window.
        vm.warp(start + WINDOW * 4 / 5);
        assertEq(vault.windowLeft(JU), 0);
        assertEq(vault.spentNow(JU), 10 ether);
        vm.warp(start + WINDOW * 9 / 10);
        assertEq(vault.windowLeft(JU), 5 ether);
    }

    function testFuzz_setTokenRule_WhenTheCapFallsBelowTheSpentPart_ItHasItsWholeCapAgainAfterOneWindow(
        uint256 spent,
        uint256 cap,
        uint256 window
    ) public {
        cap = bound(cap, FLOOR, CAP - 1);
        window = bound(window, CEILING_WINDOW, vault.MAX_WINDOW());
        _tightenWhenSpent(bound(spent, cap, CAP), cap, window);
        uint256 start = block.timestamp;
        assertEq(vault.windowLeft(JU), 0);
        vm.warp(start + window - 1);
        assertLt(vault.windowLeft(JU), cap);
        vm.warp(start + window);
        assertEq(vault.windowLeft(JU), cap);
        vm.warp(start + 10 * window);
        assertEq(vault.windowLeft(JU), cap);
    }

    /// @dev Over the change, the old rule's limit until then and the new one's refill; after the change, the new rule's
    /// limit.
    function testFuzz_setTokenRule_WhenTheCapFalls_ItPaysNoMoreInAnySpanThanBothRulesAllow(
        uint256[16] calldata amounts,
        uint32[16] calldata waits,
        uint256 cap,
        uint256 window
    ) public {
        cap = bound(cap, FLOOR, CAP - 1);
        window = bound(window, CEILING_WINDOW, vault.MAX_WINDOW());
        bytes memory data = abi.encodeCall(IVault.setTokenRule, (JU, _ruleOf(cap, window)));
        announce(data);
        vm.warp(START + 2 days);
        uint256 start = block.timestamp;
        uint256 sum;
        for (uint256 i; i < 6; ++i) {
            sum += _spendPart(amounts[i]);
            vm.warp(block.timestamp + bound(waits[i], 0, WINDOW / 4));
        }
        adminCalls(data);
        uint256 change = block.timestamp;
        uint256 most = CAP + CAP * (change - start) / WINDOW;
        uint256 sumSince;
        for (uint256 i = 6; i < 16; ++i) {
            sumSince += _spendPart(amounts[i]);
            uint256 refilled = cap * (block.timestamp - change) / window;
            assertLe(sum + sumSince, most + refilled + 1);
            assertLe(sumSince, cap + refilled);
            vm.warp(block.timestamp + bound(waits[i], 0, window / 4));
        }
    }

    /// @dev An admin needs no announcement for the same rule.
    function test_setTokenRule_WhenTheSameRuleIsSetAgainAndAgain_ItDelaysNoRefill() public {
        _tightenWhenSpent(50 ether, 10 ether, WINDOW);
        uint256 start = block.timestamp;
        for (uint256 hour = 1; hour <= WINDOW / 1 hours; ++hour) {
            vm.warp(start + hour * 1 hours);
            adminCalls(abi.encodeCall(IVault.setTokenRule, (JU, _ruleOf(10 ether, WINDOW))));
        }
        vm.warp(start + WINDOW);
        assertEq(vault.windowLeft(JU), 10 ether);
    }

    /// @dev A spent part below the new cap refills as before.
    function test_setTokenRule_WhenTheCapFallsToMoreThanTheSpentPart_ItRefillsTheCapInOneWindow() public {
        _tightenWhenSpent(20 ether, 40 ether, WINDOW);
        assertEq(vault.windowLeft(JU), 20 ether);
        vm.warp(block.timestamp + WINDOW / 4);
        assertEq(vault.windowLeft(JU), 30 ether);
        vm.warp(block.timestamp + WINDOW / 4);
        assertEq(vault.windowLeft(JU), 40 ether);
    }

    function _tightenWhenSpent(uint256 spent, uint256 cap, uint256 window) private {
        bytes memory data = abi.encodeCall(IVault.setTokenRule, (JU, _ruleOf(cap, window)));
        announce(data);
        vm.warp(START + 2 days);
        send(voucherOf(JU, spent));
        adminCalls(data);
    }

    /// @dev Withdraws some part of the cap, all of it for every second amount.
    function _spendPart(uint256 amount) private returns (uint256) {
        uint256 left = vault.windowLeft(JU);
        if (left == 0) return 0;
        amount = amount % 2 == 0 ? left : bound(amount, 1, left);
        send(voucherOf(JU, amount));
        return amount;
    }

    function _ruleOf(uint256 cap, uint256 window) private pure returns (IVault.TokenRule memory made) {
        made = rule();
        (made.windowCap, made.window) = (uint128(cap), uint64(window));
    }
}
