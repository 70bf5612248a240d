// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IAnchors} from "./IAnchors.sol";
import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";

/// @title Anchors: roots of the ledger's data, stored immutably
contract Anchors is IAnchors, AccessControlDefaultAdminRules {
    /// @inheritdoc IAnchors
    bytes32 public constant ANCHOR_ROLE = keccak256("ANCHOR_ROLE");

    /// @inheritdoc IAnchors
    mapping(bytes32 subject => bytes32) public rootOf;
    /// @inheritdoc IAnchors
    mapping(address token => uint64) public epochOf;

    mapping(address token => mapping(uint64 epoch => Liabilities)) private _liabilities;

    constructor(uint48 adminDelay, address admin, address scribe) AccessControlDefaultAdminRules(adminDelay, admin) {
        _grantRole(ANCHOR_ROLE, scribe);
    }

    /// @inheritdoc IAnchors
    function anchor(bytes32 subject, bytes32 root) external onlyRole(ANCHOR_ROLE) {
        // Check
        if (root == bytes32(0)) revert EmptyRoot();
        if (rootOf[subject] != bytes32(0)) revert SubjectAlreadyAnchored(subject);
        // Effect
        rootOf[subject] = root;
        emit RootAnchored(subject, root);
    }

    /// @inheritdoc IAnchors
    function anchorLiabilities(address token, bytes32 root, uint256 total, uint64 asOfBlock)
        external
        onlyRole(ANCHOR_ROLE)
        returns (uint64 epoch)
    {
        // Check
        if (root == bytes32(0)) revert EmptyRoot();
        if (asOfBlock > block.number) revert BlockInFuture(asOfBlock, block.number);
        epoch = epochOf[token];
        if (epoch != 0) {
            uint64 last = _liabilities[token][epoch].asOfBlock;
            if (asOfBlock <= last) revert BlockNotLater(asOfBlock, last);
        }
        // Effect
        epoch += 1;
        epochOf[token] = epoch;
        _liabilities[token][epoch] = Liabilities(root, total, asOfBlock, uint64(block.timestamp));
        emit LiabilitiesAnchored(token, epoch, root, total, asOfBlock);
    }

    /// @inheritdoc IAnchors
    function liabilitiesAt(address token, uint64 epoch) external view returns (Liabilities memory) {
        return _liabilities[token][epoch];
    }

    /// @inheritdoc IAnchors
    function verify(bytes32 subject, bytes32[] calldata proof, bytes calldata leaf) external view returns (bool) {
        bytes32 root = rootOf[subject];
        if (root == bytes32(0)) return false;
        return MerkleProof.verifyCalldata(proof, root, keccak256(bytes.concat(keccak256(leaf))));
    }
}
