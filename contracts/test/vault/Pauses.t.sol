// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IChanges} from "../../src/IChanges.sol";
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

    function test_pause_WhenTheAdminUnpausesDeposits_ItResumesThem() public {
        vm.prank(pauser);
        vault.pauseDeposits();
        vm.expectEmit(address(vault));
        emit IVault.DepositsUnpaused(admin);
        vm.prank(admin);
        vault.unpauseDeposits();
        vm.prank(alice);
        vault.depositNative{value: 1 ether}(REF);
    }

    function test_pause_WhenNoProtectorApproves_ItStaysForWithdrawals() public {
        vm.prank(pauser);
        vault.pauseWithdrawals();
        bytes memory data = abi.encodeCall(IVault.unpauseWithdrawals, ());
        bytes32 id = keccak256(data);
        adminCallsExpecting(data, abi.encodeWithSelector(IChanges.ChangeNotAnnounced.selector, id));
        announce(data);
        vm.warp(START + 8 days);
        adminCallsExpecting(data, abi.encodeWithSelector(IChanges.ChangeNotApproved.selector, id));
        assertTrue(vault.withdrawalsPaused());
    }

    function test_pause_WhenAProtectorApproves_ItResumesWithdrawalsImmediatelyAndOnce() public {
        vm.prank(pauser);
        vault.pauseWithdrawals();
        bytes memory data = abi.encodeCall(IVault.unpauseWithdrawals, ());
        announceApproved(data);
        vm.expectEmit(address(vault));
        emit IVault.WithdrawalsUnpaused(admin);
        adminCalls(data);
        send(voucherOf(JU, 1 ether));
        vm.prank(pauser);
        vault.pauseWithdrawals();
        adminCallsExpecting(data, abi.encodeWithSelector(IChanges.ChangeNotAnnounced.selector, keccak256(data)));
    }

    function test_pause_WhenTheApprovalHasLapsed_ItStays() public {
        bytes memory data = abi.encodeCall(IVault.unpauseWithdrawals, ());
        announceApproved(data);
        vm.warp(START + 9 days);
        adminCallsExpecting(data, abi.encodeWithSelector(IChanges.ChangeLapsed.selector, START + 9 days));
    }
}
