// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {DemandFixture} from "./support/DemandFixture.sol";
import {DemandHandler} from "./support/DemandHandler.sol";

contract DemandsInvariantTest is DemandFixture {
    DemandHandler private _handler;

    function setUp() public override {
        super.setUp();
        _handler = new DemandHandler(vault, forest, scribe);
        _handler.anchor(3);
        targetContract(address(_handler));
    }

    function invariant_ItPaysEachAccountItsOwnOnceAndHoldsTheRest() public view {
        assertEq(_handler.overpaid(), 0);
        assertEq(_handler.paidTwice(), 0);
        assertEq(_handler.overdemanded(), 0);
        assertEq(_handler.refused(), 0);
        uint256 collectable;
        for (uint256 i; i < _handler.ACTORS(); ++i) {
            address account = _handler.actor(i);
            collectable += vault.collectable(account, JU);
            (, uint112 withdrawn,) = vault.totalsOf(account, JU);
            uint256 taken = _handler.withdrawn(account) + _handler.collected(account);
            assertEq(withdrawn, taken + vault.collectable(account, JU));
            assertEq(account.balance, taken + _handler.redeemed(account));
        }
        assertEq(vault.uncollected(JU), collectable);
        assertEq(address(vault).balance, vault.accounted(JU) + collectable);
    }

    function invariant_ItBeginsTheExitForAnOpenDemandAndNeverWhileTheSystemPaysAndAnswers() public view {
        if (_handler.isHonest()) assertEq(exit.begunAt(), 0);
        assertEq(_handler.unserved(), 0);
        assertEq(_handler.early(), 0);
        assertEq(_handler.prevented(), 0);
    }
}
