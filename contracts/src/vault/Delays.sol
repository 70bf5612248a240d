// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../IVault.sol";
import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";

/// @title Delays: changes that the admin must announce
/// @notice Changes that could lose money after a theft of the admin's key are visible on the chain for `CHANGE_DELAY`
/// before they apply: by then every voucher that was valid at the announcement has expired, and participants could
/// withdraw.
/// @dev A change is announced by its calldata, so that only exactly this change can be made.
abstract contract Delays is IVault, AccessControlDefaultAdminRules {
    /// @inheritdoc IVault
    uint64 public constant CHANGE_DELAY = 2 days;
    /// @inheritdoc IVault
    uint64 public constant CHANGE_LIFETIME = 7 days;

    /// @inheritdoc IVault
    mapping(bytes32 id => uint64) public readyAt;

    /// @inheritdoc IVault
    function announceChange(bytes calldata data) external onlyRole(DEFAULT_ADMIN_ROLE) {
        bytes32 id = keccak256(data);
        uint64 ready = uint64(block.timestamp) + CHANGE_DELAY;
        readyAt[id] = ready;
        emit ChangeAnnounced(id, ready, ready + CHANGE_LIFETIME, data);
    }

    /// @inheritdoc IVault
    function withdrawChange(bytes32 id) external onlyRole(DEFAULT_ADMIN_ROLE) {
        // Check
        if (readyAt[id] == 0) revert ChangeNotAnnounced(id);
        // Effect
        delete readyAt[id];
        emit ChangeWithdrawn(id);
    }

    /// @dev Reverts unless the present call was announced and its time has come; it can then not be made again.
    function _useAnnouncement() internal {
        bytes32 id = keccak256(msg.data);
        uint64 ready = readyAt[id];
        // Check
        if (ready == 0) revert ChangeNotAnnounced(id);
        if (block.timestamp < ready) revert ChangeNotReady(ready);
        if (block.timestamp >= ready + CHANGE_LIFETIME) revert ChangeLapsed(ready + CHANGE_LIFETIME);
        // Effect
        delete readyAt[id];
    }
}
