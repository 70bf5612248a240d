// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IChanges} from "../../src/IChanges.sol";
import {VaultFixture} from "../support/VaultFixture.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";

contract RolesTest is VaultFixture {
    // constructor

    function test_constructor_ItGrantsTheRolesOfTheDeployment() public view {
        assertTrue(vault.hasRole(vault.PAUSER_ROLE(), pauser));
        assertTrue(vault.hasRole(vault.PAUSER_ROLE(), secondGuard));
        assertTrue(vault.hasRole(vault.CANCELLER_ROLE(), canceller));
        assertTrue(vault.hasRole(vault.FUNDER_ROLE(), funder));
        assertEq(vault.defaultAdmin(), admin);
    }

    // change

    function test_change_WhenAProtectorsRoleIsGrantedOrRevoked_ItMustBeAnnounced() public {
        bytes[4] memory calls = [
            abi.encodeCall(IAccessControl.grantRole, (vault.PAUSER_ROLE(), alice)),
            abi.encodeCall(IAccessControl.grantRole, (vault.CANCELLER_ROLE(), alice)),
            abi.encodeCall(IAccessControl.revokeRole, (vault.PAUSER_ROLE(), pauser)),
            abi.encodeCall(IAccessControl.revokeRole, (vault.CANCELLER_ROLE(), canceller))
        ];
        for (uint256 i; i < calls.length; ++i) {
            bytes32 id = keccak256(calls[i]);
            adminCallsExpecting(calls[i], abi.encodeWithSelector(IChanges.ChangeNotAnnounced.selector, id));
            changeAnnounced(calls[i]);
        }
        assertTrue(vault.hasRole(vault.PAUSER_ROLE(), alice));
        assertTrue(vault.hasRole(vault.CANCELLER_ROLE(), alice));
        assertFalse(vault.hasRole(vault.PAUSER_ROLE(), pauser));
        assertFalse(vault.hasRole(vault.CANCELLER_ROLE(), canceller));
    }

    function test_change_WhenTheFundersRoleIsGrantedOrRevoked_ItAppliesImmediately() public {
        bytes32 role = vault.FUNDER_ROLE();
        vm.startPrank(admin);
        vault.grantRole(role, alice);
        vault.revokeRole(role, funder);
        vm.stopPrank();
        assertTrue(vault.hasRole(role, alice));
        assertFalse(vault.hasRole(role, funder));
    }

    function test_change_WhenTheSenderIsNotTheAdmin_ItReverts() public {
        bytes32 role = vault.PAUSER_ROLE();
        announce(abi.encodeCall(IAccessControl.grantRole, (role, alice)));
        vm.warp(START + 2 days);
        expectMissingRole(alice, bytes32(0));
        vm.prank(alice);
        vault.grantRole(role, alice);
    }

    // renounceRole

    function test_renounceRole_WhenItIsAProtectors_ItReverts() public {
        bytes32[2] memory roles = [vault.PAUSER_ROLE(), vault.CANCELLER_ROLE()];
        address[2] memory holders_ = [pauser, canceller];
        for (uint256 i; i < roles.length; ++i) {
            vm.prank(holders_[i]);
            vm.expectRevert(abi.encodeWithSelector(IChanges.RoleNotRenounced.selector, roles[i]));
            vault.renounceRole(roles[i], holders_[i]);
        }
    }

    function test_renounceRole_WhenItIsTheFunders_ItEnds() public {
        bytes32 role = vault.FUNDER_ROLE();
        vm.prank(funder);
        vault.renounceRole(role, funder);
        assertFalse(vault.hasRole(role, funder));
    }
}
