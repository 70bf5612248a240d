// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Holdings} from "./Holdings.sol";
import {Pauses} from "./Pauses.sol";
import {TokenRules} from "./TokenRules.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";

/// @title Deposits: how a participant recharges
abstract contract Deposits is Holdings, Pauses, TokenRules {
    event Deposited(uint64 indexed seq, address indexed account, address indexed token, uint256 amount, bytes32 ref);

    error DepositsArePaused();
    error BelowMinimum(uint256 amount, uint256 minimum);

    /// @notice Recharges the sender's account with the JU sent along.
    /// @param ref The sender's own reference; the vault only repeats it.
    function depositNative(bytes32 ref) external payable nonReentrant {
        // Check
        _checkDeposit(NATIVE, msg.value);
        // Effect
        accounted[NATIVE] += msg.value;
        emit Deposited(_nextSeq(), msg.sender, NATIVE, msg.value, ref);
    }

    /// @notice Recharges the sender's account with a listed token, which the sender has approved before.
    function deposit(address token, uint256 amount, bytes32 ref) external nonReentrant {
        _deposit(token, amount, ref);
    }

    /// @notice Like `deposit`, with the approval signed instead of sent.
    function depositWithPermit(
        address token,
        uint256 amount,
        bytes32 ref,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant {
        // Anyone may have used the permit before us; then the allowance is there and the deposit still works.
        try IERC20Permit(token).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}
        _deposit(token, amount, ref);
    }

    function _deposit(address token, uint256 amount, bytes32 ref) private {
        // Check
        if (token == NATIVE) revert NativeNeedsOwnCall();
        _checkDeposit(token, amount);
        // Interaction: before the effect, because what arrived is what is credited; every door is nonReentrant.
        uint256 received = _pull(token, amount);
        // Effect
        accounted[token] += received;
        emit Deposited(_nextSeq(), msg.sender, token, received, ref);
    }

    function _checkDeposit(address token, uint256 amount) private view {
        if (depositsPaused) revert DepositsArePaused();
        TokenRule storage rule = ruleOf[token];
        if (!rule.listed) revert TokenNotListed(token);
        if (amount == 0) revert ZeroAmount();
        if (amount < rule.minDeposit) revert BelowMinimum(amount, rule.minDeposit);
    }
}
