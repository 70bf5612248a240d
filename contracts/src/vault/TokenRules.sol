// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../IVault.sol";
import {Holdings} from "./Holdings.sol";

/// @title TokenRules: which tokens can be deposited, and how much of them can be withdrawn per window
abstract contract TokenRules is Holdings {
    /// @dev `spent` as of `since`, in base units; it refills with time.
    struct Spending {
        uint128 spent;
        uint64 since;
    }

    uint256 private constant ALL_BPS = 10_000;
    /// @inheritdoc IVault
    uint64 public constant MIN_WINDOW = 1 hours;
    /// @inheritdoc IVault
    uint64 public constant MAX_WINDOW = 7 days;

    /// @inheritdoc IVault
    mapping(address token => TokenRule) public ruleOf;
    /// @inheritdoc IVault
    mapping(address token => Ceiling) public ceilingOf;
    mapping(address token => Spending) private _spending;

    constructor(Listing[] memory listings) {
        for (uint256 i; i < listings.length; ++i) {
            Listing memory listing = listings[i];
            Ceiling memory ceiling = listing.ceiling;
            if (ceiling.window < MIN_WINDOW) revert WindowTooShort(ceiling.window);
            if (ceiling.shareBps > ALL_BPS) revert ShareTooLarge(ceiling.shareBps);
            ceilingOf[listing.token] = ceiling;
            _setRule(listing.token, listing.rule);
        }
    }

    /// @inheritdoc IVault
    function setTokenRule(address token, TokenRule calldata rule) external onlyRole(DEFAULT_ADMIN_ROLE) {
        TokenRule memory current = ruleOf[token];
        bool isTighter = rule.windowCap < current.windowCap || rule.window > current.window;
        bool isLooser = rule.windowCap > current.windowCap || rule.window < current.window
            || rule.minDeposit < current.minDeposit || (rule.listed && !current.listed);
        if (isTighter || isLooser) _useAnnouncement();
        // Otherwise the same rule, set again and again, would slow the refill of more than the cap.
        bool isSameCap = rule.windowCap == current.windowCap && rule.window == current.window;
        if (!isSameCap) _spending[token] = Spending(spentNow(token), uint64(block.timestamp));
        _setRule(token, rule);
        if (isTighter) _restartDelays();
    }

    /// @inheritdoc IVault
    function windowLeft(address token) public view returns (uint256) {
        uint128 spent = spentNow(token);
        uint256 cap = _capOf(token, spent);
        uint256 left = spent < cap ? cap - spent : 0;
        return left < accounted[token] ? left : accounted[token];
    }

    /// @inheritdoc IVault
    function capOf(address token) external view returns (uint256) {
        return _capOf(token, spentNow(token));
    }

    /// @inheritdoc IVault
    function spentNow(address token) public view returns (uint128) {
        Spending storage spending = _spending[token];
        uint128 spent = spending.spent;
        if (spent == 0) return 0;
        uint256 cap = _capOf(token, spent);
        // What a tighter rule leaves above the cap refills in one window too: else nothing could be paid for years.
        uint256 refilled = (block.timestamp - spending.since) * (spent > cap ? spent : cap) / ruleOf[token].window;
        // forge-lint: disable-next-line(unsafe-typecast) -- smaller than spent
        return refilled < spent ? spent - uint128(refilled) : 0;
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

    function _setRule(address token, TokenRule memory rule) private {
        // Check
        Ceiling storage ceiling = ceilingOf[token];
        if (ceiling.window == 0 || rule.window < ceiling.window || rule.windowCap > ceiling.windowCap) {
            revert CeilingExceeded(token, ceiling.window, ceiling.windowCap);
        }
        if (rule.window > MAX_WINDOW || rule.windowCap < ceiling.floor || rule.windowCap == 0) {
            revert RuleTooTight(token, MAX_WINDOW, ceiling.floor);
        }
        // Effect
        ruleOf[token] = rule;
        emit TokenRuleSet(token, rule.listed, rule.window, rule.minDeposit, rule.windowCap);
    }

    /// @dev The share is that of what the vault would account for if nothing of the cap were spent, so that spending
    /// does not lower the cap by itself.
    function _capOf(address token, uint256 spent) private view returns (uint256 cap) {
        Ceiling storage ceiling = ceilingOf[token];
        uint128 most = ruleOf[token].windowCap;
        cap = (accounted[token] + spent) * ceiling.shareBps / ALL_BPS;
        if (cap < ceiling.floor) cap = ceiling.floor;
        if (cap > most) cap = most;
    }
}
