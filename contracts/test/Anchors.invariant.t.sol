// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {AnchorsFixture} from "./support/AnchorsFixture.sol";
import {AnchorsHandler} from "./support/AnchorsHandler.sol";

/// @dev The thief has the keys of scribe and admin, and no other.
contract AnchorsInvariantTest is AnchorsFixture {
    AnchorsHandler private _handler;

    function setUp() public override {
        super.setUp();
        _handler = new AnchorsHandler(anchors, admin, scribe);
        targetContract(address(_handler));
    }

    function invariant_ItAnchorsNoRootThatTheAuditorDidNotSign() public view {
        assertEq(_handler.unsigned(), 0);
    }

    function invariant_ItRewritesNoRoot() public view {
        assertEq(_handler.rewritten(), 0);
    }
}
