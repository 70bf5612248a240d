// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../IVault.sol";
import {Holdings} from "./Holdings.sol";

/// @title Rescue: how money that arrived by accident is paid out
abstract contract Rescue is Holdings {
    /// @inheritdoc IVault
    function rescue(address token, address to, uint256 amount) external nonReentrant onlyRole(DEFAULT_ADMIN_ROLE) {
        // Check
        _checkOpen();
        _useAnnouncement();
        if (amount == 0) revert ZeroAmount();
        if (to == address(0) || to == address(this)) revert InvalidRecipient(to);
        uint256 stray = _balance(token) - accounted[token] - uncollected[token];
        if (amount > stray) revert StrayExceeded(token, amount, stray);
        // Effect
        emit Rescued(_nextSeq(), token, to, amount);
        // Interaction
        _pay(token, to, amount);
    }
}
