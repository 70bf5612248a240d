// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {VaultFixture} from "./support/VaultFixture.sol";
import {VaultHandler} from "./support/VaultHandler.sol";

contract VaultInvariantTest is VaultFixture {
    VaultHandler private _handler;

    function setUp() public override {
        super.setUp();
        _handler = new VaultHandler(vault, fmc, admin, canceller, funder, pauser);
        vm.deal(address(_handler), 1_000_000 ether);
        vm.prank(alice);
        fmc.transfer(address(_handler), 10_000 ether);
        targetContract(address(_handler));
    }

    function invariant_ItHoldsDepositsAndFundingLessWithdrawals() public view {
        for (uint256 i; i < 2; ++i) {
            address token = _handler.tokenAt(i);
            uint256 held = token == JU ? address(vault).balance : fmc.balanceOf(address(vault));
            uint256 owed = HELD + _handler.received(token) - _handler.paidOut(token);
            assertEq(vault.accounted(token), owed);
            assertEq(held, owed + _handler.stray(token));
        }
    }

    function invariant_ItPaysNoVoucherTwice() public view {
        assertEq(_handler.paidAgain(), 0);
    }

    function invariant_ItPaysNoForgedVoucher() public view {
        assertEq(_handler.paidForged(), 0);
    }

    function invariant_ItPaysNoCancelledVoucher() public view {
        assertEq(_handler.paidCancelled(), 0);
    }

    function invariant_ItMakesNoUnannouncedChange() public view {
        assertEq(_handler.changedUnannounced(), 0);
    }

    function invariant_ItNumbersEveryEventWithoutAGap() public view {
        assertEq(vault.seq(), 2 + _handler.eventCount());
    }

    function invariant_ItNeverPaysMoreThanTheCapInAnySpan() public view {
        assertEq(_handler.overCap(), 0);
        for (uint256 i; i < 2; ++i) {
            assertLe(vault.windowLeft(_handler.tokenAt(i)), CAP);
        }
    }
}
