// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Holdings} from "./Holdings.sol";

/// @title Rescue: how what came by accident gets out again
abstract contract Rescue is Holdings {
    event Rescued(uint64 indexed seq, address indexed token, address indexed to, uint256 amount);

    error MoreThanStray(address token, uint256 amount, uint256 stray);

    /// @notice Pays out what came by accident: at most `balance - accounted`.
    function rescue(address token, address to, uint256 amount) external nonReentrant onlyRole(DEFAULT_ADMIN_ROLE) {
        // Check
        if (amount == 0) revert ZeroAmount();
        if (to == address(0) || to == address(this)) revert BadRecipient(to);
        uint256 stray = _balance(token) - accounted[token];
        if (amount > stray) revert MoreThanStray(token, amount, stray);
        // Effect
        emit Rescued(_nextSeq(), token, to, amount);
        // Interaction
        _pay(token, to, amount);
    }
}
