// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IChanges} from "../../src/IChanges.sol";
import {IVault} from "../../src/IVault.sol";
import {VaultFixture} from "../support/VaultFixture.sol";

contract RescueTest is VaultFixture {
    // rescue

    function test_rescue_WhenTheSenderIsNotTheAdmin_ItReverts() public {
        expectMissingRole(alice, bytes32(0));
        vm.prank(alice);
        vault.rescue(JU, alice, 1);
    }

    function test_rescue_WhenItWasNotAnnounced_ItReverts() public {
        vm.deal(address(vault), HELD + 1);
        bytes memory data = abi.encodeCall(IVault.rescue, (JU, bob, 1));
        adminCallsExpecting(data, abi.encodeWithSelector(IChanges.ChangeNotAnnounced.selector, keccak256(data)));
    }

    function test_rescue_WhenNothingArrivedByAccident_ItReverts() public {
        _rescueExpecting(JU, bob, 1, abi.encodeWithSelector(IVault.StrayExceeded.selector, JU, 1, 0));
        _rescueExpecting(
            address(fmc), bob, 1, abi.encodeWithSelector(IVault.StrayExceeded.selector, address(fmc), 1, 0)
        );
    }

    function test_rescue_WhenTheAmountIsZero_ItReverts() public {
        _rescueExpecting(JU, bob, 0, abi.encodeWithSelector(IVault.ZeroAmount.selector));
    }

    function test_rescue_WhenTheRecipientIsZeroOrTheVault_ItReverts() public {
        vm.deal(address(vault), HELD + 1);
        _rescueExpecting(JU, address(0), 1, abi.encodeWithSelector(IVault.InvalidRecipient.selector, address(0)));
        _rescueExpecting(JU, address(vault), 1, abi.encodeWithSelector(IVault.InvalidRecipient.selector, vault));
    }

    function testFuzz_rescue_WhenJuWasForcedIntoTheVault_ItPaysExactlyThat(uint256 stray) public {
        stray = bound(stray, 1, 10_000 ether);
        vm.deal(address(vault), HELD + stray);
        _rescueExpecting(
            JU, bob, stray + 1, abi.encodeWithSelector(IVault.StrayExceeded.selector, JU, stray + 1, stray)
        );
        bytes memory data = abi.encodeCall(IVault.rescue, (JU, bob, stray));
        announce(data);
        vm.warp(block.timestamp + vault.CHANGE_DELAY());
        vm.expectEmit(address(vault));
        emit IVault.Rescued(3, JU, bob, stray);
        adminCalls(data);
        assertEq(bob.balance, stray);
        assertEq(vault.accounted(JU), HELD);
    }

    function test_rescue_WhenATokenWasTransferredDirectly_ItPaysTheSurplus() public {
        vm.prank(alice);
        fmc.transfer(address(vault), 3 ether);
        changeAnnounced(abi.encodeCall(IVault.rescue, (address(fmc), bob, 3 ether)));
        assertEq(fmc.balanceOf(bob), 3 ether);
        assertEq(fmc.balanceOf(address(vault)), HELD);
    }

    function _rescueExpecting(address token, address to, uint256 amount, bytes memory refusal) private {
        bytes memory data = abi.encodeCall(IVault.rescue, (token, to, amount));
        announce(data);
        vm.warp(block.timestamp + vault.CHANGE_DELAY());
        adminCallsExpecting(data, refusal);
    }
}
