// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IChanges} from "../../src/IChanges.sol";
import {IVault} from "../../src/IVault.sol";
import {VaultFixture} from "../support/VaultFixture.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";

contract DelaysTest is VaultFixture {
    bytes private _data;
    bytes32 private _id;

    function setUp() public override {
        super.setUp();
        _data = abi.encodeCall(IVault.setSigner, (vm.addr(0xbeef)));
        _id = keccak256(_data);
    }

    // announceChange

    function test_announceChange_WhenTheSenderIsNotTheAdmin_ItReverts() public {
        expectMissingRole(pauser, bytes32(0));
        vm.prank(pauser);
        vault.announceChange(_data);
    }

    function test_announceChange_ItTellsEverybodyTheCall() public {
        vm.expectEmit(address(vault));
        emit IChanges.ChangeAnnounced(_id, START + 2 days, START + 9 days, _data);
        announce(_data);
        assertEq(vault.readyAt(_id), START + 2 days);
    }

    function test_announceChange_ItWaitsLongerThanAnyVoucherLives() public view {
        assertGt(vault.CHANGE_DELAY(), vault.MAX_VOUCHER_TTL());
    }

    function test_announceChange_WhenItIsAnnouncedAgain_ItWaitsAgain() public {
        announce(_data);
        vm.warp(START + 1 days);
        announce(_data);
        vm.warp(START + 2 days);
        adminCallsExpecting(_data, abi.encodeWithSelector(IChanges.ChangeNotReady.selector, START + 3 days));
    }

    // change

    function test_change_WhenItIsOneSecondTooEarly_ItReverts() public {
        announce(_data);
        vm.warp(START + 2 days - 1);
        adminCallsExpecting(_data, abi.encodeWithSelector(IChanges.ChangeNotReady.selector, START + 2 days));
        assertEq(vault.signer(), vm.addr(SIGNER_KEY));
    }

    function test_change_WhenItIsTheFirstSecond_ItIsMade() public {
        changeAnnounced(_data);
        assertEq(vault.signer(), vm.addr(0xbeef));
    }

    function test_change_WhenItIsTheLastSecond_ItIsMade() public {
        announce(_data);
        vm.warp(START + 9 days - 1);
        adminCalls(_data);
        assertEq(vault.signer(), vm.addr(0xbeef));
    }

    function test_change_WhenItHasLapsed_ItReverts() public {
        announce(_data);
        vm.warp(START + 9 days);
        adminCallsExpecting(_data, abi.encodeWithSelector(IChanges.ChangeLapsed.selector, START + 9 days));
    }

    function test_change_WhenItWasMade_ItMustBeAnnouncedAgain() public {
        vm.deal(address(vault), HELD + 2);
        bytes memory rescue = abi.encodeCall(IVault.rescue, (JU, bob, 1));
        changeAnnounced(rescue);
        adminCallsExpecting(rescue, abi.encodeWithSelector(IChanges.ChangeNotAnnounced.selector, keccak256(rescue)));
    }

    function test_change_WhenAnotherAccountSendsIt_ItReverts() public {
        announce(_data);
        vm.warp(START + 2 days);
        expectMissingRole(alice, bytes32(0));
        vm.prank(alice);
        vault.setSigner(vm.addr(0xbeef));
    }

    // withdrawChange

    function test_withdrawChange_WhenTheSenderIsNotTheAdmin_ItReverts() public {
        announce(_data);
        expectMissingRole(canceller, bytes32(0));
        vm.prank(canceller);
        vault.withdrawChange(_id);
    }

    function test_withdrawChange_WhenNothingWasAnnounced_ItReverts() public {
        vm.prank(admin);
        vm.expectRevert(abi.encodeWithSelector(IChanges.ChangeNotAnnounced.selector, _id));
        vault.withdrawChange(_id);
    }

    function test_withdrawChange_ItPreventsTheChange() public {
        announce(_data);
        vm.expectEmit(address(vault));
        emit IChanges.ChangeWithdrawn(_id);
        vm.prank(admin);
        vault.withdrawChange(_id);
        vm.warp(START + 2 days);
        adminCallsExpecting(_data, abi.encodeWithSelector(IChanges.ChangeNotAnnounced.selector, _id));
    }

    // open days

    function test_openDays_WhenWithdrawalsWerePausedForASecond_ItWaitsAgain() public {
        announce(_data);
        vm.warp(START + 2 days - 1);
        _pauseAndUnpause();
        vm.warp(START + 4 days - 2);
        adminCallsExpecting(_data, abi.encodeWithSelector(IChanges.ChangeNotReady.selector, START + 4 days - 1));
        vm.warp(START + 4 days - 1);
        adminCalls(_data);
        assertEq(vault.signer(), vm.addr(0xbeef));
    }

    function test_openDays_WhenTheSignerWasRemoved_ItIsNeverReady() public {
        vm.prank(admin);
        vault.removeSigner();
        announce(_data);
        vm.warp(START + 9 days - 1);
        adminCallsExpecting(_data, abi.encodeWithSelector(IChanges.ChangeNotReady.selector, type(uint64).max));
        assertEq(vault.readyAt(_id), type(uint64).max);
    }

    function test_openDays_WhenWithdrawalsArePaused_ItIsNeverReady() public {
        announce(_data);
        vm.prank(pauser);
        vault.pauseWithdrawals();
        vm.warp(START + 9 days - 1);
        adminCallsExpecting(_data, abi.encodeWithSelector(IChanges.ChangeNotReady.selector, type(uint64).max));
    }

    function test_openDays_WhenTheSignerChanged_ItWaitsAgain() public {
        announce(_data);
        vm.warp(START + 1 days);
        bytes memory other = abi.encodeCall(IVault.setSigner, (vm.addr(0xcafe)));
        announce(other);
        vm.warp(START + 2 days);
        adminCalls(_data);
        vm.warp(START + 4 days - 1);
        adminCallsExpecting(other, abi.encodeWithSelector(IChanges.ChangeNotReady.selector, START + 4 days));
        vm.warp(START + 4 days);
        adminCalls(other);
    }

    function test_openDays_WhenTheAuditorChanged_ItWaitsAgain() public {
        announce(_data);
        bytes memory auditor = abi.encodeCall(IVault.setAuditor, (vm.addr(0xcafe)));
        announce(auditor);
        vm.warp(START + 2 days);
        adminCalls(auditor);
        adminCallsExpecting(_data, abi.encodeWithSelector(IChanges.ChangeNotReady.selector, START + 4 days));
        vm.warp(START + 4 days);
        adminCalls(_data);
    }

    function test_openDays_WhenItLapsedBefore_ItIsNotRevived() public {
        announce(_data);
        vm.warp(START + 9 days);
        _pauseAndUnpause();
        vm.warp(START + 11 days);
        adminCallsExpecting(_data, abi.encodeWithSelector(IChanges.ChangeLapsed.selector, START + 9 days));
    }

    // approveChange

    function test_approveChange_WhenWithdrawalsAreStopped_ItIsMadeAfterTheDelay() public {
        vm.prank(admin);
        vault.removeSigner();
        announce(_data);
        vm.expectEmit(address(vault));
        emit IChanges.ChangeApproved(_id, canceller);
        vm.prank(canceller);
        vault.approveChange(_id);
        vm.warp(START + 2 days - 1);
        adminCallsExpecting(_data, abi.encodeWithSelector(IChanges.ChangeNotReady.selector, START + 2 days));
        vm.warp(START + 2 days);
        adminCalls(_data);
        assertEq(vault.signer(), vm.addr(0xbeef));
    }

    function test_approveChange_WhenTheSenderIsNoProtectorOrTheAdmin_ItReverts() public {
        changeAnnounced(abi.encodeCall(IAccessControl.grantRole, (vault.PAUSER_ROLE(), admin)));
        announce(_data);
        address[3] memory senders = [funder, alice, admin];
        for (uint256 i; i < senders.length; ++i) {
            vm.prank(senders[i]);
            vm.expectRevert(abi.encodeWithSelector(IChanges.NotProtector.selector, senders[i]));
            vault.approveChange(_id);
        }
    }

    function test_approveChange_WhenNothingWasAnnounced_ItReverts() public {
        vm.prank(canceller);
        vm.expectRevert(abi.encodeWithSelector(IChanges.ChangeNotAnnounced.selector, _id));
        vault.approveChange(_id);
    }

    function test_approveChange_WhenItIsAnnouncedAgain_ItIsNoLongerApproved() public {
        vm.prank(admin);
        vault.removeSigner();
        announceApproved(_data);
        announce(_data);
        assertEq(vault.readyAt(_id), type(uint64).max);
    }

    // vetoChange

    function test_vetoChange_WhenAGuardOrCancellerVetoes_ItIsNotMade() public {
        address[3] memory protectors = [pauser, secondGuard, canceller];
        for (uint256 i; i < protectors.length; ++i) {
            announceApproved(_data);
            vm.expectEmit(address(vault));
            emit IChanges.ChangeVetoed(_id, protectors[i]);
            vm.prank(protectors[i]);
            vault.vetoChange(_id);
            vm.warp(block.timestamp + 2 days);
            adminCallsExpecting(_data, abi.encodeWithSelector(IChanges.ChangeNotAnnounced.selector, _id));
        }
    }

    function test_vetoChange_WhenTheSenderIsNoProtector_ItReverts() public {
        announce(_data);
        vm.prank(funder);
        vm.expectRevert(abi.encodeWithSelector(IChanges.NotProtector.selector, funder));
        vault.vetoChange(_id);
    }

    function test_vetoChange_WhenNothingWasAnnounced_ItReverts() public {
        vm.prank(canceller);
        vm.expectRevert(abi.encodeWithSelector(IChanges.ChangeNotAnnounced.selector, _id));
        vault.vetoChange(_id);
    }

    function test_vetoChange_WhenItRevokesTheSender_ItReverts() public {
        bytes memory data = abi.encodeCall(IAccessControl.revokeRole, (vault.PAUSER_ROLE(), pauser));
        announce(data);
        vm.startPrank(pauser);
        vm.expectRevert(abi.encodeWithSelector(IChanges.NotProtector.selector, pauser));
        vault.vetoChange(keccak256(data));
        vm.expectRevert(abi.encodeWithSelector(IChanges.NotProtector.selector, pauser));
        vault.approveChange(keccak256(data));
        vm.stopPrank();
        vm.prank(secondGuard);
        vault.vetoChange(keccak256(data));
    }

    function _pauseAndUnpause() private {
        vm.prank(pauser);
        vault.pauseWithdrawals();
        announceApproved(abi.encodeCall(IVault.unpauseWithdrawals, ()));
        adminCalls(abi.encodeCall(IVault.unpauseWithdrawals, ()));
    }
}
