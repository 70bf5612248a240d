// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "./IVault.sol";

/// @title IAnchors: the interface of the anchors
/// @notice Roots of the ledger's data, stored immutably: one root per subject, permanently, and the liabilities of each
/// token (the ledger's debts at a block) epoch by epoch. It holds no money. No single key anchors a root of a subject:
/// the sender has ANCHOR_ROLE, and the vault's auditor, another account, signed it.
interface IAnchors {
    /// @notice Liabilities in a token.
    /// @param root Root of the sum tree over all accounts.
    /// @param total Sum of all accounts, in base units.
    /// @param asOfBlock The block up to which the ledger was complete.
    /// @param anchoredAt Block time of the anchoring, in seconds.
    /// @param deposited The deposits of all accounts by then, as the vault counts them (`IVault.totalsOf`).
    /// @param withdrawn The withdrawals of all accounts by then.
    struct Liabilities {
        bytes32 root;
        uint128 total;
        uint64 asOfBlock;
        uint64 anchoredAt;
        uint128 deposited;
        uint128 withdrawn;
    }

    /// @notice Liabilities as they are anchored, and as the auditor signs them.
    struct Statement {
        address token;
        bytes32 root;
        uint128 total;
        uint128 deposited;
        uint128 withdrawn;
        uint64 asOfBlock;
    }

    /// @notice A root was anchored for a subject.
    event RootAnchored(bytes32 indexed subject, bytes32 root);
    /// @notice The liabilities of a token were anchored.
    event LiabilitiesAnchored(
        address indexed token,
        uint64 indexed epoch,
        bytes32 root,
        uint128 total,
        uint64 asOfBlock,
        uint128 deposited,
        uint128 withdrawn
    );

    /// @notice The root is zero.
    error EmptyRoot();
    /// @notice The subject has a root already.
    error SubjectAlreadyAnchored(bytes32 subject);
    /// @notice The liabilities are of a block that does not exist yet.
    error BlockInFuture(uint64 asOfBlock, uint256 currentBlock);
    /// @notice The liabilities are not of a later block than the previous ones.
    error BlockNotLater(uint64 asOfBlock, uint64 lastAsOfBlock);

    /// @notice The sender is the vault's auditor.
    error SenderIsAuditor(address auditor);
    /// @notice The vault's auditor did not sign this root of this subject, or these liabilities, for this contract.
    error InvalidAuditorSignature();

    /// @notice Anchors the root of a subject, once and permanently. Only for ANCHOR_ROLE.
    /// @param subject The root's subject. For the tree over a round's results, the Keccak-256 of the ASCII text
    /// "settlement/<round id>/<hash of the round's terms, 0x and hex>"; for the hash of an entry of the ledger's
    /// journal, "journal/<entry number>" as ASCII padded with zeros on the right.
    /// @param auditorSignature The signature of `rootHash` by the account that is the vault's auditor now.
    function anchor(bytes32 subject, bytes32 root, bytes calldata auditorSignature) external;

    /// @notice Anchors the liabilities in a token as of a block; blocks increase from epoch to epoch. Only for
    /// ANCHOR_ROLE.
    /// @param auditorSignature The signature of `liabilitiesHash` by the account that is the vault's auditor now.
    /// @return epoch 1 for the first root of the token, then one more each time.
    function anchorLiabilities(Statement calldata one, bytes calldata auditorSignature) external returns (uint64 epoch);

    /// @notice The EIP-712 hash that the auditor signs for a root of a subject.
    function rootHash(bytes32 subject, bytes32 root) external view returns (bytes32);

    /// @notice The EIP-712 hash that the auditor signs for liabilities.
    function liabilitiesHash(Statement calldata made) external view returns (bytes32);

    /// @notice The root of a subject; zero until it is anchored.
    function rootOf(bytes32 subject) external view returns (bytes32);

    /// @notice Number of liabilities roots of a token, which is the latest epoch.
    function epochOf(address token) external view returns (uint64);

    /// @notice The liabilities of an epoch; all zero for an epoch that does not exist.
    function liabilitiesAt(address token, uint64 epoch) external view returns (Liabilities memory);

    /// @notice Whether `leaf` is in the tree whose root is anchored for the subject. A node is the Keccak-256 of its
    /// two children in ascending order; a leaf is hashed twice, so that no inner node passes as a leaf.
    /// @param proof The siblings from the leaf to the root.
    function verify(bytes32 subject, bytes32[] calldata proof, bytes calldata leaf) external view returns (bool);

    /// @notice The vault whose auditor signs roots.
    function VAULT() external view returns (IVault);

    /// @notice EIP-712 type hash of a root.
    function ROOT_TYPEHASH() external view returns (bytes32);

    /// @notice EIP-712 type hash of liabilities.
    function LIABILITIES_TYPEHASH() external view returns (bytes32);

    /// @notice Role that can anchor roots.
    function ANCHOR_ROLE() external view returns (bytes32);
}
