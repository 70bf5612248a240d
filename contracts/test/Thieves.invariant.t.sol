// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ThiefFixture} from "./support/ThiefFixture.sol";
import {ThiefHandler} from "./support/ThiefHandler.sol";

/// @dev Each key and each two keys of admin, signer, auditor, guard, canceller and funder as an adversary, and with
/// them a third one of signer or auditor.
contract ThievesInvariantTest is ThiefFixture {
    uint256 private constant BOTH_SIGNERS = 2 + 32;
    uint256 private constant PROTECTORS = 4 + 8;

    ThiefHandler private _handler;

    function setUp() public override {
        super.setUp();
        ThiefHandler.Accounts memory accounts = ThiefHandler.Accounts(admin, pauser, secondGuard, canceller, funder);
        _handler = new ThiefHandler(vault, accounts, announcements());
        vm.deal(address(vault), HELD + 5 ether);
        vm.deal(address(_handler), 1_000_000 ether);
        targetContract(address(_handler));
    }

    function invariant_ItTakesOneCapWithBothKeysOfVouchersAndElseNothing() public view {
        if (_handler.isAsleep()) return;
        bool hasBoth = _handler.stolen() & BOTH_SIGNERS == BOTH_SIGNERS;
        assertLe(_handler.taken(), hasBoth ? CAP : 0);
        assertLe(_handler.payments(), hasBoth ? 1 : 0);
    }

    function invariant_ItChangesNothingWhileAProtectorVetoes() public view {
        if (_handler.isAsleep()) return;
        assertEq(_handler.changedAtAll(), 0);
        assertTrue(vault.hasRole(vault.PAUSER_ROLE(), secondGuard));
        assertTrue(vault.hasRole(vault.PAUSER_ROLE(), pauser));
        assertTrue(vault.hasRole(vault.CANCELLER_ROLE(), canceller));
        assertEq(vault.defaultAdmin(), admin);
    }

    function invariant_ItChangesNothingByOneKeyUnlessAllCouldLeaveForTwoDays() public view {
        if (_handler.stolen() & PROTECTORS != 0) return;
        assertEq(_handler.changedInTheDark(), 0);
    }

    function invariant_ItLeavesAllThatItDidNotTake() public view {
        assertEq(vault.accounted(JU), HELD + _handler.funded() - _handler.taken());
        assertGe(address(vault).balance, vault.accounted(JU));
    }
}
