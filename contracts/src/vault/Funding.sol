// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../IVault.sol";
import {Holdings} from "./Holdings.sol";
import {TokenRules} from "./TokenRules.sol";

/// @title Funding: how the operator adds money that belongs to no user
abstract contract Funding is Holdings, TokenRules {
    /// @inheritdoc IVault
    function fund(address token, uint256 amount, bytes32 purpose) external nonReentrant onlyRole(FUNDER_ROLE) {
        // Check
        _checkOpen();
        if (token == NATIVE) revert NativeTokenNotAccepted();
        if (!ruleOf[token].listed) revert TokenNotListed(token);
        // Interaction: before the effect, because the amount received is accounted for; every entry is nonReentrant.
        uint256 received = _pull(token, amount);
        // Effect
        accounted[token] += received;
        funded[token] += received;
        emit Funded(_nextSeq(), msg.sender, token, received, purpose);
    }

    /// @inheritdoc IVault
    function fundNative(bytes32 purpose) external payable nonReentrant onlyRole(FUNDER_ROLE) {
        // Check
        _checkOpen();
        if (!ruleOf[NATIVE].listed) revert TokenNotListed(NATIVE);
        if (msg.value == 0) revert NothingReceived();
        // Effect
        accounted[NATIVE] += msg.value;
        funded[NATIVE] += msg.value;
        emit Funded(_nextSeq(), msg.sender, NATIVE, msg.value, purpose);
    }
}
