// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";

/// @title Pauses: what comes in and what goes out, each stopped by itself
/// @notice Stopping is for the quick hand, starting again for the admin.
abstract contract Pauses is AccessControlDefaultAdminRules {
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    bool public depositsPaused;
    bool public withdrawalsPaused;

    event DepositsPaused(address indexed by);
    event DepositsUnpaused(address indexed by);
    event WithdrawalsPaused(address indexed by);
    event WithdrawalsUnpaused(address indexed by);

    function pauseDeposits() external onlyRole(PAUSER_ROLE) {
        depositsPaused = true;
        emit DepositsPaused(msg.sender);
    }

    function unpauseDeposits() external onlyRole(DEFAULT_ADMIN_ROLE) {
        depositsPaused = false;
        emit DepositsUnpaused(msg.sender);
    }

    function pauseWithdrawals() external onlyRole(PAUSER_ROLE) {
        withdrawalsPaused = true;
        emit WithdrawalsPaused(msg.sender);
    }

    function unpauseWithdrawals() external onlyRole(DEFAULT_ADMIN_ROLE) {
        withdrawalsPaused = false;
        emit WithdrawalsUnpaused(msg.sender);
    }
}
