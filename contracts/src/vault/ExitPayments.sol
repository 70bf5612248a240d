// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Exit} from "../Exit.sol";
import {IAnchors} from "../IAnchors.sol";
import {ILeaving} from "../ILeaving.sol";
import {Holdings} from "./Holdings.sol";

/// @title ExitPayments: how the vault pays in the exit
/// @notice `Exit` decides; it is deployed by the vault's constructor, so no role can choose or replace it.
abstract contract ExitPayments is Holdings {
    /// @inheritdoc ILeaving
    address public immutable ANCHORS;
    /// @inheritdoc ILeaving
    address public immutable EXIT;

    constructor(IAnchors anchors, Listing[] memory listings) {
        address[] memory tokens = new address[](listings.length);
        for (uint256 i; i < listings.length; ++i) {
            tokens[i] = listings[i].token;
        }
        ANCHORS = address(anchors);
        EXIT = address(new Exit(this, anchors, tokens));
    }

    /// @inheritdoc ILeaving
    function beginExit() external {
        _checkExit();
        exited = true;
        emit ExitBegun(_nextSeq());
    }

    /// @inheritdoc ILeaving
    function payExit(address token, address account, address to, uint256 amount) external nonReentrant {
        // Check
        _checkExit();
        if (to == address(0) || to == address(this)) revert InvalidRecipient(to);
        // Effect
        accounted[token] -= amount;
        emit Redeemed(_nextSeq(), account, token, to, amount);
        // Interaction
        _pay(token, to, amount);
    }

    function _checkExit() internal view {
        if (msg.sender != EXIT) revert NotExit(msg.sender);
    }
}
