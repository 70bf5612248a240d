// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../../src/IVault.sol";
import {VaultFixture} from "../support/VaultFixture.sol";

contract PausesTest is VaultFixture {
    // pause

    function test_pause_WhenTheSenderHasNoRole_ItReverts() public {
        bytes32 role = vault.PAUSER_ROLE();
        vm.startPrank(alice);
        expectMissingRole(alice, role);
        vault.pauseDeposits();
        expectMissingRole(alice, role);
        vault.pauseWithdrawals();
    }

    function test_pause_WhenThePauserUnpauses_ItReverts() public {
        vm.startPrank(pauser);
        vault.pauseDeposits();
        vault.pauseWithdrawals();
        expectMissingRole(pauser, bytes32(0));
        vault.unpauseDeposits();
        expectMissingRole(pauser, bytes32(0));
        vault.unpauseWithdrawals();
    }

    function test_pause_WhenDepositsArePaused_ItPaysWithdrawals() public {
        vm.expectEmit(address(vault));
        emit IVault.DepositsPaused(pauser);
        vm.prank(pauser);
        vault.pauseDeposits();
        send(voucherOf(JU, 1 ether));
        assertEq(bob.balance, 1 ether);
    }

    function test_pause_WhenWithdrawalsArePaused_ItAcceptsDeposits() public {
        vm.expectEmit(address(vault));
        emit IVault.WithdrawalsPaused(pauser);
        vm.prank(pauser);
        vault.pauseWithdrawals();
        vm.prank(alice);
        vault.depositNative{value: 1 ether}(REF);
        assertEq(vault.accounted(JU), HELD + 1 ether);
    }

    function test_pause_WhenTheAdminUnpauses_ItResumesBoth() public {
        vm.startPrank(pauser);
        vault.pauseDeposits();
        vault.pauseWithdrawals();
        vm.stopPrank();
        vm.startPrank(admin);
        vm.expectEmit(address(vault));
        emit IVault.DepositsUnpaused(admin);
        vault.unpauseDeposits();
        vm.expectEmit(address(vault));
        emit IVault.WithdrawalsUnpaused(admin);
        vault.unpauseWithdrawals();
        vm.stopPrank();
        vm.prank(alice);
        vault.depositNative{value: 1 ether}(REF);
        send(voucherOf(JU, 1 ether));
    }
}
