// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";

/// @title TokenRules: which token comes in, from what amount on, and how much of it may go out in a time
abstract contract TokenRules is AccessControlDefaultAdminRules {
    /// @notice What holds for a token. `listed` and `minDeposit` rule what comes in; `windowCap` and `window` rule what
    /// goes out, also when the token is no longer listed.
    struct TokenRule {
        bool listed;
        uint64 window;
        uint128 minDeposit;
        uint128 windowCap;
    }

    /// @dev `spent` as it stood at `since`; it drains with time.
    struct Spending {
        uint128 spent;
        uint64 since;
    }

    /// @notice The shortest window of a rule, in seconds: a shorter one would refill a cap at once.
    uint64 public constant MIN_WINDOW = 1 hours;

    mapping(address token => TokenRule) public ruleOf;
    mapping(address token => Spending) private _spending;

    event TokenRuleSet(address indexed token, bool listed, uint64 window, uint128 minDeposit, uint128 windowCap);

    error BadRule(uint64 window);
    error TokenNotListed(address token);
    error WindowCapExceeded(address token, uint256 amount, uint256 left);

    /// @notice Sets the rule of a token. What was spent stays spent: it drains at the old rate up to now, at the new
    /// rate from now on. A higher cap or a shorter window lets more out: that is the admin's to answer for, and logged.
    function setTokenRule(address token, TokenRule calldata rule) external onlyRole(DEFAULT_ADMIN_ROLE) {
        // Check
        if (rule.window < MIN_WINDOW) revert BadRule(rule.window);
        // Effect
        _spending[token] = Spending(spentNow(token), uint64(block.timestamp));
        ruleOf[token] = rule;
        emit TokenRuleSet(token, rule.listed, rule.window, rule.minDeposit, rule.windowCap);
    }

    /// @notice How much of a token may be withdrawn now. A bucket of `windowCap` that refills evenly over `window`:
    /// in any span of t seconds at most `windowCap * (1 + t / window)` leaves, so never more than twice the cap in
    /// one window, and no edge between windows to wait for.
    function windowLeft(address token) public view returns (uint256) {
        uint128 cap = ruleOf[token].windowCap;
        uint128 spent = spentNow(token);
        return spent < cap ? cap - spent : 0;
    }

    /// @notice What of the bucket is used up now: what was spent less what has refilled since, rounded against the
    /// one who withdraws.
    function spentNow(address token) public view returns (uint128) {
        TokenRule storage rule = ruleOf[token];
        Spending storage spending = _spending[token];
        if (spending.spent == 0) return 0;
        uint256 refilled = (block.timestamp - spending.since) * rule.windowCap / rule.window;
        // forge-lint: disable-next-line(unsafe-typecast) -- smaller than spent
        return refilled < spending.spent ? spending.spent - uint128(refilled) : 0;
    }

    /// @dev Takes `amount` out of the bucket; only after `_checkCap` let it pass.
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
