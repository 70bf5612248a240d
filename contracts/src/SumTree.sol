// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IExit} from "./IExit.sol";

/// @title SumTree: the tree of liabilities, hashed with SHA-256
/// @dev docs/money-rules.md#12-the-proof-of-liabilities. The first byte tells names, leaves and inner nodes apart. Sums
/// are added with checks, so that none goes round.
library SumTree {
    struct Node {
        bytes32 hash;
        uint256 sum;
    }

    bytes1 private constant LEAF = 0x00;
    bytes1 private constant INNER = 0x01;
    bytes1 private constant NAME = 0x02;

    /// @dev The name of an account's leaf.
    function nameOf(address account, uint8 index, IExit.Leaves calldata leaves) internal pure returns (bytes32) {
        return sha256(abi.encodePacked(NAME, leaves.salt, account, index, leaves.deposited, leaves.withdrawn));
    }

    function leafOf(bytes32 name, uint256 amount, uint256 locked) internal pure returns (Node memory) {
        return Node(sha256(abi.encodePacked(LEAF, name, amount, locked)), amount);
    }

    /// @dev The root to which a path leads from a node.
    function climb(Node memory node, IExit.Step[] calldata path) internal pure returns (Node memory) {
        for (uint256 i; i < path.length; ++i) {
            IExit.Step calldata step = path[i];
            bytes32 hash = step.isLeft
                ? sha256(abi.encodePacked(INNER, step.hash, step.sum, node.hash, node.sum))
                : sha256(abi.encodePacked(INNER, node.hash, node.sum, step.hash, step.sum));
            node = Node(hash, node.sum + step.sum);
        }
        return node;
    }
}
