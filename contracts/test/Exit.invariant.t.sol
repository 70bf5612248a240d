// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ExitFixture} from "./support/ExitFixture.sol";
import {ExitHandler} from "./support/ExitHandler.sol";

contract ExitInvariantTest is ExitFixture {
    ExitHandler private _handler;

    function setUp() public override {
        super.setUp();
        vm.warp(START + 1 days);
        (address[] memory noOne, uint256[] memory nothing) = (new address[](0), new uint256[](0));
        anchorTree(address(fmc), noOne, nothing);
        _handler = new ExitHandler(vault, forest, scribe, pauser);
        _handler.anchor();
        targetContract(address(_handler));
    }

    function invariant_ItPaysNoAccountMoreThanItsOwnNorTwice() public view {
        assertEq(_handler.overpaid(), 0);
        assertEq(_handler.paidTwice(), 0);
        assertLe(_handler.paid(), _handler.heldAtBegin());
        assertEq(address(vault).balance, vault.accounted(JU));
        if (vault.exited()) assertEq(vault.accounted(JU), _handler.heldAtBegin() - _handler.paid());
    }

    function invariant_ItBeginsWhenItsTimeHasComeAndNotEarlier() public view {
        assertEq(_handler.early(), 0);
        assertEq(_handler.prevented(), 0);
    }

    function invariant_ItRefusesNoAccountThatIsOwedSomething() public view {
        assertEq(_handler.refused(), 0);
    }
}
