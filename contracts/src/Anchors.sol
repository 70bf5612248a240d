// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IAnchors} from "./IAnchors.sol";
import {IVault} from "./IVault.sol";
import {Signatures} from "./Signatures.sol";
import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";

/// @title Anchors: roots of the ledger's data, stored immutably
contract Anchors is IAnchors, EIP712, AccessControlDefaultAdminRules {
    /// @inheritdoc IAnchors
    bytes32 public constant ANCHOR_ROLE = keccak256("ANCHOR_ROLE");
    /// @inheritdoc IAnchors
    bytes32 public constant ROOT_TYPEHASH = keccak256("Root(bytes32 subject,bytes32 root)");
    /// @inheritdoc IAnchors
    bytes32 public constant LIABILITIES_TYPEHASH = keccak256(
        "Liabilities(address token,bytes32 root,uint128 total,uint128 deposited,uint128 withdrawn,uint64 asOfBlock)"
    );

    /// @inheritdoc IAnchors
    IVault public immutable VAULT;

    /// @inheritdoc IAnchors
    mapping(bytes32 subject => bytes32) public rootOf;
    /// @inheritdoc IAnchors
    mapping(address token => uint64) public epochOf;

    mapping(address token => mapping(uint64 epoch => Liabilities)) private _liabilities;

    constructor(uint48 adminDelay, address admin, address scribe, IVault vault)
        EIP712("City Mint Anchors", "1")
        AccessControlDefaultAdminRules(adminDelay, admin)
    {
        VAULT = vault;
        _grantRole(ANCHOR_ROLE, scribe);
    }

    /// @inheritdoc IAnchors
    function anchor(bytes32 subject, bytes32 root, bytes calldata auditorSignature) external onlyRole(ANCHOR_ROLE) {
        // Check
        if (root == bytes32(0)) revert EmptyRoot();
        if (rootOf[subject] != bytes32(0)) revert SubjectAlreadyAnchored(subject);
        _checkAuditor(rootHash(subject, root), auditorSignature);
        // Effect
        rootOf[subject] = root;
        emit RootAnchored(subject, root);
    }

    /// @inheritdoc IAnchors
    function anchorLiabilities(Statement calldata made, bytes calldata auditorSignature)
        external
        onlyRole(ANCHOR_ROLE)
        returns (uint64 epoch)
    {
        // Check
        if (made.root == bytes32(0)) revert EmptyRoot();
        if (made.asOfBlock > block.number) revert BlockInFuture(made.asOfBlock, block.number);
        epoch = epochOf[made.token];
        if (epoch != 0) {
            uint64 last = _liabilities[made.token][epoch].asOfBlock;
            if (made.asOfBlock <= last) revert BlockNotLater(made.asOfBlock, last);
        }
        _checkAuditor(liabilitiesHash(made), auditorSignature);
        // Effect
        epoch += 1;
        epochOf[made.token] = epoch;
        uint64 now_ = uint64(block.timestamp);
        _liabilities[made.token][epoch] =
            Liabilities(made.root, made.total, made.asOfBlock, now_, made.deposited, made.withdrawn);
        emit LiabilitiesAnchored(
            made.token, epoch, made.root, made.total, made.asOfBlock, made.deposited, made.withdrawn
        );
    }

    /// @inheritdoc IAnchors
    function liabilitiesAt(address token, uint64 epoch) external view returns (Liabilities memory) {
        return _liabilities[token][epoch];
    }

    /// @inheritdoc IAnchors
    function rootHash(bytes32 subject, bytes32 root) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(ROOT_TYPEHASH, subject, root)));
    }

    /// @inheritdoc IAnchors
    function liabilitiesHash(Statement calldata made) public view returns (bytes32) {
        return _hashTypedDataV4(
            keccak256(
                abi.encode(
                    LIABILITIES_TYPEHASH,
                    made.token,
                    made.root,
                    made.total,
                    made.deposited,
                    made.withdrawn,
                    made.asOfBlock
                )
            )
        );
    }

    /// @inheritdoc IAnchors
    function verify(bytes32 subject, bytes32[] calldata proof, bytes calldata leaf) external view returns (bool) {
        bytes32 root = rootOf[subject];
        if (root == bytes32(0)) return false;
        return MerkleProof.verifyCalldata(proof, root, keccak256(bytes.concat(keccak256(leaf))));
    }

    /// @dev Reverts unless the vault's auditor of this moment signed the hash, and another account is the sender.
    function _checkAuditor(bytes32 hash, bytes calldata signature) private view {
        address auditor = VAULT.auditor();
        if (msg.sender == auditor) revert SenderIsAuditor(auditor);
        if (!Signatures.isSignedBy(auditor, hash, signature)) revert InvalidAuditorSignature();
    }
}
