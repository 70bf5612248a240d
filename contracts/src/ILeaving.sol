// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// @title ILeaving: the vault's side of demands and of the exit
/// @notice The contract `Exit` decides what an account may demand, when an exit begins, and who takes how much.
interface ILeaving {
    /// @notice An account demanded its money at a time in seconds, or its demand was lowered (`IExit`): the account has
    /// all of it once its withdrawals are `until`.
    event Demanded(
        uint64 indexed seq, address indexed account, address indexed token, uint112 until, uint64 demandedAt
    );
    /// @notice An account collected the payments of its demands.
    event Collected(address indexed account, address indexed token, address to, uint256 amount);
    /// @notice The exit began: the vault pays only what `EXIT` tells it, and takes nothing any more.
    event ExitBegun(uint64 indexed seq);
    /// @notice An account took its part in the exit.
    event Redeemed(uint64 indexed seq, address indexed account, address indexed token, address to, uint256 amount);

    /// @notice The exit has begun: nothing is deposited, funded, withdrawn or rescued any more.
    error Exited();
    /// @notice The sender is not the contract Exit.
    error NotExit(address sender);

    /// @notice Pays the sender's collectable amount to `to`, also while withdrawals are paused and in the exit.
    function collect(address token, address to) external returns (uint256 amount);

    /// @notice The amount that an account can collect.
    function collectable(address account, address token) external view returns (uint256);

    /// @notice The collectable amounts of all accounts; they are no longer accounted for.
    function uncollected(address token) external view returns (uint256);

    /// @notice Records a new or lowered demand in the sequence of events. Only for `EXIT`.
    function recordDemand(address account, address token, uint112 until, uint64 demandedAt) external;

    /// @notice Begins the exit, permanently. Only for `EXIT`.
    function beginExit() external;

    /// @notice Pays an account's part in the exit. Only for `EXIT`.
    function payExit(address token, address account, address to, uint256 amount) external;

    /// @notice Whether the exit has begun.
    function exited() external view returns (bool);

    /// @notice The contract Exit, which the vault deployed. It decides when an exit begins, and who takes how much.
    function EXIT() external view returns (address);

    /// @notice The contract Anchors, which the vault deployed, with the roots that the exit pays by.
    function ANCHORS() external view returns (address);
}
