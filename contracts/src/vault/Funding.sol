// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Holdings} from "./Holdings.sol";
import {TokenRules} from "./TokenRules.sol";

/// @title Funding: what is added as nobody's deposit
abstract contract Funding is Holdings, TokenRules {
    bytes32 public constant FUNDER_ROLE = keccak256("FUNDER_ROLE");

    event Funded(uint64 indexed seq, address indexed from, address indexed token, uint256 amount, bytes32 purpose);

    /// @notice Adds a listed token to what the vault holds, as nobody's deposit.
    /// @param purpose What it is for, ASCII padded with zeros on the right: "treasury", "emission".
    function fund(address token, uint256 amount, bytes32 purpose) external nonReentrant onlyRole(FUNDER_ROLE) {
        // Check
        if (token == NATIVE) revert NativeNeedsOwnCall();
        if (!ruleOf[token].listed) revert TokenNotListed(token);
        // Interaction: before the effect, because what arrived is what is accounted for.
        uint256 received = _pull(token, amount);
        // Effect
        accounted[token] += received;
        emit Funded(_nextSeq(), msg.sender, token, received, purpose);
    }

    /// @notice Adds the JU sent along to what the vault holds, as nobody's deposit.
    function fundNative(bytes32 purpose) external payable nonReentrant onlyRole(FUNDER_ROLE) {
        // Check
        if (!ruleOf[NATIVE].listed) revert TokenNotListed(NATIVE);
        if (msg.value == 0) revert NothingReceived();
        // Effect
        accounted[NATIVE] += msg.value;
        emit Funded(_nextSeq(), msg.sender, NATIVE, msg.value, purpose);
    }
}
