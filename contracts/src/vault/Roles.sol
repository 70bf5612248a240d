// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IChanges} from "../IChanges.sol";
import {IVault} from "../IVault.sol";
import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";

/// @title Roles: the holders of the vault's roles
/// @dev `Delays` adds that roles of protectors, and the admin's, change only as announced: the delay of the admin role
/// is zero.
abstract contract Roles is IVault, AccessControlDefaultAdminRules {
    /// @inheritdoc IChanges
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");
    /// @inheritdoc IChanges
    bytes32 public constant CANCELLER_ROLE = keccak256("CANCELLER_ROLE");
    /// @inheritdoc IChanges
    bytes32 public constant FUNDER_ROLE = keccak256("FUNDER_ROLE");

    constructor(address admin, Holders memory holders) AccessControlDefaultAdminRules(0, admin) {
        _grantAll(PAUSER_ROLE, holders.guards);
        _grantAll(CANCELLER_ROLE, holders.cancellers);
        _grantAll(FUNDER_ROLE, holders.funders);
    }

    /// @dev A thief of a protector's key must not end its protection.
    function renounceRole(bytes32 role, address account) public override {
        if (_isProtectors(role)) revert RoleNotRenounced(role);
        super.renounceRole(role, account);
    }

    /// @dev A thief of the admin's key could make the transfer of the role take permanently.
    function changeDefaultAdminDelay(uint48) public pure override {
        revert AdminDelayFixed();
    }

    function _isProtectors(bytes32 role) internal pure returns (bool) {
        return role == PAUSER_ROLE || role == CANCELLER_ROLE;
    }

    function _isProtector(address account) internal view returns (bool) {
        return hasRole(PAUSER_ROLE, account) || hasRole(CANCELLER_ROLE, account);
    }

    function _grantAll(bytes32 role, address[] memory accounts) private {
        for (uint256 i; i < accounts.length; ++i) {
            _grantRole(role, accounts[i]);
        }
    }
}
