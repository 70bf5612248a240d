// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../IVault.sol";
import {Delays} from "./Delays.sol";

/// @title Pauses: deposits and withdrawals, paused separately
/// @notice The pauser can pause immediately; only the admin can resume.
abstract contract Pauses is Delays {
    /// @inheritdoc IVault
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    /// @inheritdoc IVault
    bool public depositsPaused;
    /// @inheritdoc IVault
    bool public withdrawalsPaused;

    /// @inheritdoc IVault
    function pauseDeposits() external onlyRole(PAUSER_ROLE) {
        depositsPaused = true;
        emit DepositsPaused(msg.sender);
    }

    /// @inheritdoc IVault
    function unpauseDeposits() external onlyRole(DEFAULT_ADMIN_ROLE) {
        depositsPaused = false;
        emit DepositsUnpaused(msg.sender);
    }

    /// @inheritdoc IVault
    function pauseWithdrawals() external onlyRole(PAUSER_ROLE) {
        withdrawalsPaused = true;
        emit WithdrawalsPaused(msg.sender);
    }

    /// @inheritdoc IVault
    function unpauseWithdrawals() external onlyRole(DEFAULT_ADMIN_ROLE) {
        withdrawalsPaused = false;
        emit WithdrawalsUnpaused(msg.sender);
    }
}
