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
    address[] private _tokens;

    constructor(IVault vault, IAnchors anchors, address[] memory tokens) {
        VAULT = vault;
        ANCHORS = anchors;
        DEPLOYED_AT = uint64(block.timestamp);
        _tokens = tokens;
    }

    /// @inheritdoc IExit
    function begin() external {
        // Check
        if (begunAt != 0) revert AlreadyBegun(begunAt);
        if (!canBegin()) revert TooEarly();
        // Effect
        begunAt = uint64(block.timestamp);
        for (uint256 i; i < _tokens.length; ++i) {
            termsOf[_tokens[i]] = _termsNow(_tokens[i]);
        }
        emit Begun(msg.sender);
        // Interaction
        VAULT.beginExit();
    }

    /// @inheritdoc IExit
    function redeem(address token, address to, Leaves calldata leaves) external returns (uint256) {
        // Check
        Terms storage terms = _termsOfBegun(token);
        uint256 stated = _sumOf(leaves, terms);
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

    /// @dev Pays the sender `before` (the debt at the root, less the vault's counters at that time) plus the vault's
    /// counters now.
    function _pay(address token, address to, int256 before) private returns (uint256 paid) {
        // Check
        if (redeemed[msg.sender][token]) revert AlreadyRedeemed(msg.sender, token);
        (uint112 deposited, uint112 withdrawn,) = VAULT.totalsOf(msg.sender, token);
        int256 claim = before + uint256(deposited).toInt256() - uint256(withdrawn).toInt256();
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

    /// @dev The sum of the sender's leaves. Reverts unless they are all of them, and each leads to the root and total.
    function _sumOf(Leaves calldata leaves, Terms storage terms) private view returns (uint256 sum) {
        if (leaves.parts.length != LEAVES) revert LeavesMissing(leaves.parts.length);
        (bytes32 root, uint256 total) = (terms.root, terms.total);
        for (uint256 i; i < LEAVES; ++i) {
            Part calldata part = leaves.parts[i];
            // forge-lint: disable-next-line(unsafe-typecast) -- smaller than LEAVES
            bytes32 name = SumTree.nameOf(msg.sender, uint8(i), leaves);
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

    function _termsOfBegun(address token) private view returns (Terms storage) {
        if (begunAt == 0) revert NotBegun();
        return termsOf[token];
    }

    function _newest(address token) private view returns (IAnchors.Liabilities memory) {
        return ANCHORS.liabilitiesAt(token, ANCHORS.epochOf(token));
    }
}
