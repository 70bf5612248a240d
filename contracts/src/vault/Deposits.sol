// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../IVault.sol";
import {Holdings} from "./Holdings.sol";
import {Pauses} from "./Pauses.sol";
import {TokenRules} from "./TokenRules.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @title Deposits: how users deposit
abstract contract Deposits is Holdings, Pauses, TokenRules {
    /// @inheritdoc IVault
    function depositNative(bytes32 ref) external payable nonReentrant {
        // Check
        _checkDeposit(NATIVE, msg.value);
        // Effect
        _credit(NATIVE, msg.value);
        emit Deposited(_nextSeq(), msg.sender, NATIVE, msg.value, ref);
    }

    /// @inheritdoc IVault
    function deposit(address token, uint256 amount, bytes32 ref) external nonReentrant {
        _deposit(token, amount, ref);
    }

    /// @inheritdoc IVault
    function depositWithPermit(
        address token,
        uint256 amount,
        bytes32 ref,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant {
        // Anyone can have used the permit before; then the allowance is set and the deposit succeeds.
        try IERC20Permit(token).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}
        _deposit(token, amount, ref);
    }

    function _deposit(address token, uint256 amount, bytes32 ref) private {
        // Check
        if (token == NATIVE) revert NativeTokenNotAccepted();
        _checkDeposit(token, amount);
        // Interaction: before the effect, because the amount received is credited; every entry is nonReentrant.
        uint256 received = _pull(token, amount);
        // Effect
        _credit(token, received);
        emit Deposited(_nextSeq(), msg.sender, token, received, ref);
    }

    function _credit(address token, uint256 amount) private {
        accounted[token] += amount;
        Totals storage totals = totalsOf[msg.sender][token];
        totals.deposited += SafeCast.toUint112(amount);
        if (totals.firstDeposit == 0) totals.firstDeposit = SafeCast.toUint32(block.number);
    }

    function _checkDeposit(address token, uint256 amount) private view {
        _checkOpen();
        if (depositsPaused) revert DepositsArePaused();
        TokenRule storage rule = ruleOf[token];
        if (!rule.listed) revert TokenNotListed(token);
        if (amount == 0) revert ZeroAmount();
        if (amount < rule.minDeposit) revert BelowMinimum(amount, rule.minDeposit);
    }
}
