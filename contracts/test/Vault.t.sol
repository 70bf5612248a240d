// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IChanges} from "../src/IChanges.sol";
import {IVault} from "../src/IVault.sol";
import {VaultFixture} from "./support/VaultFixture.sol";
import {
    IAccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/IAccessControlDefaultAdminRules.sol";

contract VaultTest is VaultFixture {
    // receive

    function test_receive_ItRevertsOnAPlainTransfer() public {
        vm.prank(alice);
        (bool sent,) = address(vault).call{value: 1 ether}("");
        assertFalse(sent);
    }

    // admin

    function test_admin_WhenTheTransferWasNotAnnounced_ItDoesNotChange() public {
        bytes memory data = abi.encodeCall(IAccessControlDefaultAdminRules.beginDefaultAdminTransfer, (bob));
        adminCallsExpecting(data, abi.encodeWithSelector(IChanges.ChangeNotAnnounced.selector, keccak256(data)));
        announce(data);
        vm.warp(START + 2 days - 1);
        adminCallsExpecting(data, abi.encodeWithSelector(IChanges.ChangeNotReady.selector, START + 2 days));
        (address pending,) = vault.pendingDefaultAdmin();
        assertEq(pending, address(0));
    }

    function test_admin_WhenItsDelayIsChanged_ItReverts() public {
        vm.prank(admin);
        vm.expectRevert(IChanges.AdminDelayFixed.selector);
        vault.changeDefaultAdminDelay(type(uint48).max);
    }

    function test_admin_WhenTheSuccessorAcceptsAfterTheDelay_ItChanges() public {
        changeAnnounced(abi.encodeCall(IAccessControlDefaultAdminRules.beginDefaultAdminTransfer, (bob)));
        vm.warp(block.timestamp + 1);
        vm.prank(bob);
        vault.acceptDefaultAdminTransfer();
        assertEq(vault.defaultAdmin(), bob);
        assertFalse(vault.hasRole(bytes32(0), admin));
    }

    // seq

    function test_seq_ItCountsEveryKindOfEvent() public {
        assertEq(vault.seq(), 2);
        vm.prank(alice);
        vault.depositNative{value: 1 ether}(REF);
        send(voucherOf(JU, 1 ether));
        vm.prank(canceller);
        vault.cancelVoucher("id");
        vm.prank(funder);
        vault.fundNative{value: 1 ether}("treasury");
        vm.deal(address(vault), address(vault).balance + 1);
        bytes memory rescue = abi.encodeCall(IVault.rescue, (JU, bob, 1));
        announce(rescue);
        vm.warp(START + 2 days);
        vm.expectEmit(address(vault));
        emit IVault.Rescued(7, JU, bob, 1);
        adminCalls(rescue);
        assertEq(vault.seq(), 7);
    }

    // storage

    function test_storage_ItStoresSequencePausesAndSignerInOneSlot() public {
        vm.record();
        vault.seq();
        vault.depositsPaused();
        vault.withdrawalsPaused();
        vault.signer();
        (bytes32[] memory slots,) = vm.accesses(address(vault));
        assertEq(slots.length, 4);
        for (uint256 i = 1; i < slots.length; ++i) {
            assertEq(slots[i], slots[0]);
        }
    }
}
