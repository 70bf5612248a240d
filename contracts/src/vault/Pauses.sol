// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../IVault.sol";
import {Delays} from "./Delays.sol";

/// @title Pauses: deposits and withdrawals, paused separately
/// @notice A guard can pause immediately; the admin resumes, withdrawals only with a protector's approval.
abstract contract Pauses is Delays {
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
        _restartDelays();
        emit WithdrawalsPaused(msg.sender);
    }

    /// @inheritdoc IVault
    function unpauseWithdrawals() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _useApproval();
        withdrawalsPaused = false;
        _restartDelays();
        emit WithdrawalsUnpaused(msg.sender);
    }
}
