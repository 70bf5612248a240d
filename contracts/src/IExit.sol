// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IAnchors} from "./IAnchors.sol";
import {IVault} from "./IVault.sol";

/// @title IExit: the interface of the exit
/// @notice A way out that needs no one's key. Once withdrawals have been impossible for `PATIENCE`, or no liabilities
/// of a token were anchored in that time, or an account's demand was not answered in it, anyone begins the exit,
/// permanently. Each account then takes its part itself: its amount in the newest anchored root, plus its deposits and
/// less its withdrawals since. No role has a say in it.
interface IExit {
    /// @notice A sibling on the path from a leaf to the root, and on which side of the path it is.
    struct Step {
        bool isLeft;
        bytes32 hash;
        uint256 sum;
    }

    /// @notice The amount of a leaf, and its path to the root.
    struct Part {
        uint256 amount;
        Step[] path;
    }

    /// @notice All leaves of an account in a tree of liabilities, in the order of their index.
    /// @param salt Of the account in this tree.
    /// @param deposited The account's deposits, as each leaf states them.
    /// @param withdrawn The account's withdrawals.
    /// @param locked The part of its balance in rounds; it belongs to the account all the same.
    struct Leaves {
        bytes32 salt;
        uint256 deposited;
        uint256 withdrawn;
        uint256 locked;
        Part[] parts;
    }

    /// @notice The terms of a token's payments, fixed when the exit began.
    /// @param root The newest root; zero: none was ever anchored.
    /// @param total The sum of that tree.
    /// @param asOfBlock The block of that root.
    /// @param held The vault's accounted amount.
    /// @param owed Its debt: the total, plus all deposits and less all withdrawals since.
    struct Terms {
        bytes32 root;
        uint256 total;
        uint64 asOfBlock;
        uint256 held;
        uint256 owed;
    }

    /// @notice An account's demand of a token.
    /// @param demandedAt In seconds; zero: never.
    /// @param blockNumber The block of the demand.
    /// @param until The account's withdrawals, as the vault counts them, with which it has all that it demanded.
    struct Demand {
        uint64 demandedAt;
        uint64 blockNumber;
        uint112 until;
    }

    /// @notice The exit began.
    event Begun(address indexed by);

    /// @notice The time has not come.
    error TooEarly();
    /// @notice The exit began before.
    error AlreadyBegun(uint64 begunAt);
    /// @notice The exit has not begun.
    error NotBegun();
    /// @notice The account has taken its part in this token.
    error AlreadyRedeemed(address account, address token);
    /// @notice Not all leaves of an account are there.
    error LeavesMissing(uint256 count);
    /// @notice The leaf does not lead to the anchored root and total.
    error LeafNotProven(uint256 index);
    /// @notice The account had deposited by the block of the root, or never did: it redeems with its leaves.
    error NotNew(address account, uint32 firstDeposit, uint64 asOfBlock);
    /// @notice Nothing is owed to the account.
    error NothingOwed();
    /// @notice The vault has no rules for the token.
    error UnknownToken(address token);
    /// @notice The account's earlier demand is not yet paid or answered.
    error AlreadyDemanded(uint256 due);
    /// @notice The root is of a block before the demand.
    error RootNotNewer(uint64 asOfBlock, uint64 blockNumber);
    /// @notice By this root the account owns at least the rest of its demand.
    error NotTooHigh(uint256 until, uint256 demanded);

    /// @notice Begins the exit. Anyone can, once `canBegin`.
    function begin() external;

    /// @notice Demands the sender's money that is not in rounds: its leaves' sum less their locked amount, plus its
    /// deposits and less its withdrawals since. The vault's keys have `PATIENCE` to pay it (`IVault.payDemand`), or to
    /// show with `answer` that less is owed. Otherwise anyone begins the exit with `beginFor`.
    /// @param epoch Of the root to which the leaves lead, any one; zero: no tree has the sender, who demands all
    /// deposits less all withdrawals.
    /// @param leaves The sender's leaves in that tree; ignored for epoch zero.
    /// @return due The demanded amount.
    function demand(address token, uint64 epoch, Leaves calldata leaves) external returns (uint256 due);

    /// @notice Lowers an account's demand to what a root of the demand's block or a later one states. Anyone can.
    /// @param leaves The account's leaves in the tree of that epoch.
    function answer(address account, address token, uint64 epoch, Leaves calldata leaves) external;

    /// @notice Begins the exit because of a demand. Anyone can, once `canBeginFor`.
    function beginFor(address account, address token) external;

    /// @notice Pays the sender's part in a token to `to`, once.
    /// @param leaves The sender's leaves in the tree of `termsOf(token).root`.
    /// @return paid The part; less than the claim if the vault holds less than it owes.
    function redeem(address token, address to, Leaves calldata leaves) external returns (uint256 paid);

    /// @notice Like `redeem`, for an account that first deposited after the block of the root, so is not in the tree.
    function redeemNew(address token, address to) external returns (uint256 paid);

    /// @notice Whether the exit can begin: withdrawals have been impossible for `PATIENCE` (paused, or without a
    /// signer), or a token has had no new root for `PATIENCE`.
    function canBegin() external view returns (bool);

    /// @notice Whether the exit can begin because of an account's demand: for `PATIENCE` it was not paid or answered
    /// in full, although the vault could now pay the rest, or half of its cap, and a quarter of the cap more. So a
    /// demand above the cap can be paid in parts. After four times `PATIENCE` only what is due counts.
    function canBeginFor(address account, address token) external view returns (bool);

    /// @notice The rest of an account's demand, in base units; zero: nothing.
    function dueTo(address account, address token) external view returns (uint256);

    /// @notice The last demand of an account.
    function demandOf(address account, address token)
        external
        view
        returns (uint64 demandedAt, uint64 blockNumber, uint112 until);

    /// @notice When the exit began, in seconds; zero: it has not.
    function begunAt() external view returns (uint64);

    /// @notice The terms of a token's payments; all zero before the exit.
    function termsOf(address token)
        external
        view
        returns (bytes32 root, uint256 total, uint64 asOfBlock, uint256 held, uint256 owed);

    /// @notice Whether an account has taken its part in a token.
    function redeemed(address account, address token) external view returns (bool);

    /// @notice Seconds without withdrawals, without a root, or since a demand, after which the exit can begin.
    function PATIENCE() external view returns (uint64);

    /// @notice The leaves of each account.
    function LEAVES() external view returns (uint256);

    /// @notice The vault that pays.
    function VAULT() external view returns (IVault);

    /// @notice The contract with the roots.
    function ANCHORS() external view returns (IAnchors);
}
