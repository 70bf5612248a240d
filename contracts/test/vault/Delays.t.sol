// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../../src/IVault.sol";
import {VaultFixture} from "../support/VaultFixture.sol";

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
        emit IVault.ChangeAnnounced(_id, START + 2 days, START + 9 days, _data);
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
        adminCallsExpecting(_data, abi.encodeWithSelector(IVault.ChangeNotReady.selector, START + 3 days));
    }

    // change

    function test_change_WhenItIsOneSecondTooEarly_ItReverts() public {
        announce(_data);
        vm.warp(START + 2 days - 1);
        adminCallsExpecting(_data, abi.encodeWithSelector(IVault.ChangeNotReady.selector, START + 2 days));
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
        adminCallsExpecting(_data, abi.encodeWithSelector(IVault.ChangeLapsed.selector, START + 9 days));
    }

    function test_change_WhenItWasMade_ItMustBeAnnouncedAgain() public {
        vm.deal(address(vault), HELD + 2);
        bytes memory rescue = abi.encodeCall(IVault.rescue, (JU, bob, 1));
        changeAnnounced(rescue);
        adminCallsExpecting(rescue, abi.encodeWithSelector(IVault.ChangeNotAnnounced.selector, keccak256(rescue)));
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
        vm.expectRevert(abi.encodeWithSelector(IVault.ChangeNotAnnounced.selector, _id));
        vault.withdrawChange(_id);
    }

    function test_withdrawChange_ItPreventsTheChange() public {
        announce(_data);
        vm.expectEmit(address(vault));
        emit IVault.ChangeWithdrawn(_id);
        vm.prank(admin);
        vault.withdrawChange(_id);
        vm.warp(START + 2 days);
        adminCallsExpecting(_data, abi.encodeWithSelector(IVault.ChangeNotAnnounced.selector, _id));
    }
}
