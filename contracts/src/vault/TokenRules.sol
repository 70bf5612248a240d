// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../IVault.sol";
import {Delays} from "./Delays.sol";

/// @title TokenRules: which tokens can be deposited, and how much of them can be withdrawn per window
abstract contract TokenRules is Delays {
    /// @dev A ceiling without its token.
    struct Loosest {
        uint64 window;
        uint128 windowCap;
    }

    /// @dev `spent` as of `since`, in base units; it refills with time.
    struct Spending {
        uint128 spent;
        uint64 since;
    }

    /// @inheritdoc IVault
    uint64 public constant MIN_WINDOW = 1 hours;

    /// @inheritdoc IVault
    mapping(address token => TokenRule) public ruleOf;
    /// @inheritdoc IVault
    mapping(address token => Loosest) public ceilingOf;
    mapping(address token => Spending) private _spending;

    constructor(Ceiling[] memory ceilings) {
        for (uint256 i; i < ceilings.length; ++i) {
            Ceiling memory ceiling = ceilings[i];
            if (ceiling.window < MIN_WINDOW) revert WindowTooShort(ceiling.window);
            ceilingOf[ceiling.token] = Loosest(ceiling.window, ceiling.windowCap);
        }
    }

    /// @inheritdoc IVault
    function setTokenRule(address token, TokenRule calldata rule) external onlyRole(DEFAULT_ADMIN_ROLE) {
        // Check
        if (rule.window < MIN_WINDOW) revert WindowTooShort(rule.window);
        Loosest storage ceiling = ceilingOf[token];
        if (ceiling.window == 0 || rule.window < ceiling.window || rule.windowCap > ceiling.windowCap) {
            revert CeilingExceeded(token, ceiling.window, ceiling.windowCap);
        }
        if (_isLooser(rule, ruleOf[token])) _useAnnouncement();
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

    /// @dev A token without a rule yet has window 0: its first rule, set at deployment, is not looser.
    function _isLooser(TokenRule calldata next, TokenRule storage current) private view returns (bool) {
        if (current.window == 0) return false;
        return (next.listed && !current.listed) || next.window < current.window || next.minDeposit < current.minDeposit
            || next.windowCap > current.windowCap;
    }

    function _checkCap(address token, uint256 amount) internal view {
        uint256 left = windowLeft(token);
        if (amount > left) revert WindowCapExceeded(token, amount, left);
    }
}
