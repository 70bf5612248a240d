// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";

/// @title Anchors: what was promised, written where nobody can rewrite it
/// @notice Keeps the roots of the liabilities (what the ledger owes in a token at a block) and of the settlements (what
/// each order of a round was paid). Nothing here moves money.
contract Anchors is AccessControlDefaultAdminRules {
    struct Liabilities {
        bytes32 root;
        uint256 total;
        uint64 asOfBlock;
        uint64 anchoredAt;
    }

    bytes32 public constant ANCHOR_ROLE = keccak256("ANCHOR_ROLE");

    /// @notice How many liabilities roots a token has; the latest epoch, since the first is 1.
    mapping(address token => uint64) public epochOf;
    /// @notice The settlement root of a round; zero until it is anchored.
    mapping(bytes32 roundId => bytes32) public settlementRoot;

    mapping(address token => mapping(uint64 epoch => Liabilities)) private _liabilities;

    event LiabilitiesAnchored(
        address indexed token, uint64 indexed epoch, bytes32 root, uint256 total, uint64 asOfBlock
    );
    event SettlementAnchored(bytes32 indexed roundId, bytes32 root);

    error EmptyRoot();
    error BlockInFuture(uint64 asOfBlock, uint256 currentBlock);
    error BlockNotLater(uint64 asOfBlock, uint64 lastAsOfBlock);
    error SettlementAlreadyAnchored(bytes32 roundId);

    constructor(uint48 adminDelay, address admin) AccessControlDefaultAdminRules(adminDelay, admin) {}

    /// @notice Anchors what is owed in `token` as of a block; blocks must rise from epoch to epoch.
    /// @return epoch 1 for the first root of the token, then one more each time.
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

    /// @notice Anchors the settlement of a round, once and for ever.
    function anchorSettlement(bytes32 roundId, bytes32 root) external onlyRole(ANCHOR_ROLE) {
        // Check
        if (root == bytes32(0)) revert EmptyRoot();
        if (settlementRoot[roundId] != bytes32(0)) revert SettlementAlreadyAnchored(roundId);
        // Effect
        settlementRoot[roundId] = root;
        emit SettlementAnchored(roundId, root);
    }

    /// @notice The liabilities of an epoch; all zero when there is no such epoch.
    function liabilitiesAt(address token, uint64 epoch) external view returns (Liabilities memory) {
        return _liabilities[token][epoch];
    }

    /// @notice Whether `leaf` stands in the anchored settlement of the round. The tree hashes sorted pairs, and a leaf
    /// is hashed twice, so that an inner node can never pass as a leaf.
    function verifySettlement(bytes32 roundId, bytes32[] calldata proof, bytes calldata leaf)
        external
        view
        returns (bool)
    {
        bytes32 root = settlementRoot[roundId];
        if (root == bytes32(0)) return false;
        return MerkleProof.verifyCalldata(proof, root, keccak256(bytes.concat(keccak256(leaf))));
    }
}
