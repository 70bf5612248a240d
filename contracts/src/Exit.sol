// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IAnchors} from "./IAnchors.sol";
import {IExit} from "./IExit.sol";
import {IVault} from "./IVault.sol";
import {SumTree} from "./SumTree.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @title Exit: the way out that needs no one's key
/// @dev It has no roles and no settings. The vault deploys it and pays by it.
contract Exit is IExit {
    using SafeCast for uint256;
    using SafeCast for int256;

    /// @inheritdoc IExit
    uint64 public constant PATIENCE = 14 days;
    /// @inheritdoc IExit
    uint256 public constant LEAVES = 4;

    /// @inheritdoc IExit
    IVault public immutable VAULT;
    /// @inheritdoc IExit
    IAnchors public immutable ANCHORS;
    /// @dev Until the first root, its absence counts from here.
    uint64 private immutable DEPLOYED_AT;

    /// @inheritdoc IExit
    uint64 public begunAt;
    /// @inheritdoc IExit
    mapping(address token => Terms) public termsOf;
    /// @inheritdoc IExit
    mapping(address account => mapping(address token => bool)) public redeemed;
    /// @inheritdoc IExit
    mapping(address account => mapping(address token => Demand)) public demandOf;
    address[] private _tokens;

    constructor(IVault vault, IAnchors anchors, address[] memory tokens) {
        VAULT = vault;
        ANCHORS = anchors;
        DEPLOYED_AT = uint64(block.timestamp);
        _tokens = tokens;
    }

    /// @inheritdoc IExit
    function begin() external {
        _begin(canBegin());
    }

    /// @inheritdoc IExit
    function beginFor(address account, address token) external {
        _begin(canBeginFor(account, token));
    }

    /// @inheritdoc IExit
    function demand(address token, uint64 epoch, Leaves calldata leaves) external returns (uint256 due) {
        // Check
        _checkNotBegun();
        (uint64 window,,,) = VAULT.ceilingOf(token);
        if (window == 0) revert UnknownToken(token);
        due = dueTo(msg.sender, token);
        if (due != 0) revert AlreadyDemanded(due);
        int256 claim = _claimNow(token, epoch == 0 ? int256(0) : _availableAt(token, epoch, leaves));
        if (claim <= 0) revert NothingOwed();
        due = claim.toUint256();
        // Effect
        (, uint112 withdrawn,) = VAULT.totalsOf(msg.sender, token);
        uint112 until = (withdrawn + due).toUint112();
        demandOf[msg.sender][token] = Demand(uint64(block.timestamp), uint64(block.number), until);
        // Interaction
        VAULT.recordDemand(msg.sender, token, until, uint64(block.timestamp));
    }

    /// @inheritdoc IExit
    function answer(address account, address token, uint64 epoch, Leaves calldata leaves) external {
        // Check
        _checkNotBegun();
        Demand storage demanded = demandOf[account][token];
        IAnchors.Liabilities memory newer = ANCHORS.liabilitiesAt(token, epoch);
        if (newer.asOfBlock < demanded.blockNumber) revert RootNotNewer(newer.asOfBlock, demanded.blockNumber);
        uint256 sum = _sumOf(account, leaves, newer.root, newer.total);
        uint256 until = leaves.withdrawn + (sum < leaves.locked ? 0 : sum - leaves.locked);
        if (until >= demanded.until) revert NotTooHigh(until, demanded.until);
        // Effect
        demanded.until = until.toUint112();
        // Interaction
        VAULT.recordDemand(account, token, demanded.until, demanded.demandedAt);
    }

    /// @inheritdoc IExit
    function redeem(address token, address to, Leaves calldata leaves) external returns (uint256) {
        // Check
        Terms storage terms = _termsOfBegun(token);
        uint256 stated = _sumOf(msg.sender, leaves, terms.root, terms.total);
        // Effect, interaction
        return _pay(token, to, stated.toInt256() - leaves.deposited.toInt256() + leaves.withdrawn.toInt256());
    }

    /// @inheritdoc IExit
    function redeemNew(address token, address to) external returns (uint256) {
        // Check
        Terms storage terms = _termsOfBegun(token);
        (,, uint32 first) = VAULT.totalsOf(msg.sender, token);
        if (first <= terms.asOfBlock) revert NotNew(msg.sender, first, terms.asOfBlock);
        // Effect, interaction
        return _pay(token, to, 0);
    }

    /// @inheritdoc IExit
    function canBegin() public view returns (bool) {
        uint64 closedSince = VAULT.closedSince();
        if (closedSince != 0 && block.timestamp >= closedSince + PATIENCE) return true;
        for (uint256 i; i < _tokens.length; ++i) {
            uint64 anchoredAt = _newest(_tokens[i]).anchoredAt;
            if (block.timestamp >= (anchoredAt == 0 ? DEPLOYED_AT : anchoredAt) + PATIENCE) return true;
        }
        return false;
    }

    /// @inheritdoc IExit
    function canBeginFor(address account, address token) public view returns (bool) {
        uint256 due = dueTo(account, token);
        if (due == 0 || block.timestamp < demandOf[account][token].demandedAt + PATIENCE) return false;
        // Withdrawals of a colluding account could hold the window down without end.
        if (block.timestamp >= demandOf[account][token].demandedAt + 4 * PATIENCE) return true;
        // A demand above the cap is paid as it refills. The quarter lets a payment come before the exit, which would
        // else become possible in the same block.
        uint256 cap = VAULT.capOf(token);
        uint256 enough = Math.min(due, cap / 2) + cap / 4;
        return VAULT.windowLeft(token) >= Math.min(enough, VAULT.accounted(token));
    }

    /// @inheritdoc IExit
    function dueTo(address account, address token) public view returns (uint256) {
        (, uint112 withdrawn,) = VAULT.totalsOf(account, token);
        uint112 until = demandOf[account][token].until;
        return until > withdrawn ? until - withdrawn : 0;
    }

    function _begin(bool isTime) private {
        // Check
        _checkNotBegun();
        if (!isTime) revert TooEarly();
        // Effect
        begunAt = uint64(block.timestamp);
        for (uint256 i; i < _tokens.length; ++i) {
            termsOf[_tokens[i]] = _termsNow(_tokens[i]);
        }
        emit Begun(msg.sender);
        // Interaction
        VAULT.beginExit();
    }

    /// @dev Pays the sender `before` (the debt at the root, less the vault's counters at that time) plus the vault's
    /// counters now.
    function _pay(address token, address to, int256 before) private returns (uint256 paid) {
        // Check
        if (redeemed[msg.sender][token]) revert AlreadyRedeemed(msg.sender, token);
        int256 claim = _claimNow(token, before);
        if (claim <= 0) revert NothingOwed();
        Terms storage terms = termsOf[token];
        paid = claim.toUint256();
        if (terms.held < terms.owed) paid = Math.mulDiv(paid, terms.held, terms.owed);
        // Someone who was paid more than was owed before the exit took it from the others.
        uint256 left = VAULT.accounted(token);
        if (paid > left) paid = left;
        if (paid == 0) revert NothingOwed();
        // Effect
        redeemed[msg.sender][token] = true;
        // Interaction
        VAULT.payExit(token, msg.sender, to, paid);
    }

    /// @dev What the sender had at the root of an epoch and not in rounds, less the vault's counters at that time.
    function _availableAt(address token, uint64 epoch, Leaves calldata leaves) private view returns (int256) {
        IAnchors.Liabilities memory stated = ANCHORS.liabilitiesAt(token, epoch);
        uint256 sum = _sumOf(msg.sender, leaves, stated.root, stated.total);
        return sum.toInt256() - leaves.locked.toInt256() - leaves.deposited.toInt256() + leaves.withdrawn.toInt256();
    }

    /// @dev `before` plus the vault's counters of the sender now.
    function _claimNow(address token, int256 before) private view returns (int256) {
        (uint112 deposited, uint112 withdrawn,) = VAULT.totalsOf(msg.sender, token);
        return before + uint256(deposited).toInt256() - uint256(withdrawn).toInt256();
    }

    /// @dev The sum of an account's leaves. Reverts unless they are all of them, and each leads to the root and total.
    function _sumOf(address account, Leaves calldata leaves, bytes32 root, uint256 total)
        private
        pure
        returns (uint256 sum)
    {
        if (leaves.parts.length != LEAVES) revert LeavesMissing(leaves.parts.length);
        for (uint256 i; i < LEAVES; ++i) {
            Part calldata part = leaves.parts[i];
            // forge-lint: disable-next-line(unsafe-typecast) -- smaller than LEAVES
            bytes32 name = SumTree.nameOf(account, uint8(i), leaves);
            SumTree.Node memory top = SumTree.climb(SumTree.leafOf(name, part.amount, leaves.locked), part.path);
            if (top.hash != root || top.sum != total) revert LeafNotProven(i);
            sum += part.amount;
        }
    }

    function _termsNow(address token) private view returns (Terms memory) {
        IAnchors.Liabilities memory newest = _newest(token);
        uint256 held = VAULT.accounted(token);
        int256 since = held.toInt256() - VAULT.funded(token).toInt256() - uint256(newest.deposited).toInt256()
            + uint256(newest.withdrawn).toInt256();
        int256 owed = uint256(newest.total).toInt256() + since;
        return Terms(newest.root, newest.total, newest.asOfBlock, held, owed < 0 ? 0 : owed.toUint256());
    }

    function _checkNotBegun() private view {
        if (begunAt != 0) revert AlreadyBegun(begunAt);
    }

    function _termsOfBegun(address token) private view returns (Terms storage) {
        if (begunAt == 0) revert NotBegun();
        return termsOf[token];
    }

    function _newest(address token) private view returns (IAnchors.Liabilities memory) {
        return ANCHORS.liabilitiesAt(token, ANCHORS.epochOf(token));
    }
}
