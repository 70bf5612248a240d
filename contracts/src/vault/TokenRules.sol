// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../IVault.sol";
import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";

/// @title TokenRules: which tokens can be deposited, and how much of them can be withdrawn per window
abstract contract TokenRules is IVault, AccessControlDefaultAdminRules {
    /// @dev `spent` as of `since`, in base units; it refills with time.
    struct Spending {
        uint128 spent;
        uint64 since;
    }

    /// @inheritdoc IVault
    uint64 public constant MIN_WINDOW = 1 hours;

    /// @inheritdoc IVault
    mapping(address token => TokenRule) public ruleOf;
    mapping(address token => Spending) private _spending;

    /// @inheritdoc IVault
    function setTokenRule(address token, TokenRule calldata rule) external onlyRole(DEFAULT_ADMIN_ROLE) {
        // Check
        if (rule.window < MIN_WINDOW) revert WindowTooShort(rule.window);
        // Effect
        _spending[token] = Spending(spentNow(token), uint64(block.timestamp));
        ruleOf[token] = rule;
        emit TokenRuleSet(token, rule.listed, rule.window, rule.minDeposit, rule.windowCap);
    }

    /// @inheritdoc IVault
    function windowLeft(address token) public view returns (uint256) {
        uint128 cap = ruleOf[token].windowCap;
        uint128 spent = spentNow(token);
        return spent < cap ? cap - spent : 0;
    }

    /// @inheritdoc IVault
    function spentNow(address token) public view returns (uint128) {
        TokenRule storage rule = ruleOf[token];
        Spending storage spending = _spending[token];
        if (spending.spent == 0) return 0;
        uint256 refilled = (block.timestamp - spending.since) * rule.windowCap / rule.window;
        // forge-lint: disable-next-line(unsafe-typecast) -- smaller than spent
        return refilled < spending.spent ? spending.spent - uint128(refilled) : 0;
    }

    /// @dev Takes `amount` from the cap; only after `_checkCap` passed.
    function _spend(address token, uint256 amount) internal {
        // forge-lint: disable-next-line(unsafe-typecast) -- amount <= left, and spent + left <= windowCap: it fits
        uint128 spent = spentNow(token) + uint128(amount);
        _spending[token] = Spending(spent, uint64(block.timestamp));
    }

    function _checkCap(address token, uint256 amount) internal view {
        uint256 left = windowLeft(token);
        if (amount > left) revert WindowCapExceeded(token, amount, left);
    }
}
