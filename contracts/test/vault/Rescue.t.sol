// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../../src/IVault.sol";
import {VaultFixture} from "../support/VaultFixture.sol";

contract RescueTest is VaultFixture {
    // rescue

    function test_rescue_WhenTheSenderIsNotTheAdmin_ItReverts() public {
        expectMissingRole(alice, bytes32(0));
        vm.prank(alice);
        vault.rescue(JU, alice, 1);
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
        vm.expectEmit(address(vault));
        emit IVault.Rescued(3, JU, bob, stray);
        vm.prank(admin);
        vault.rescue(JU, bob, stray);
        assertEq(bob.balance, stray);
        assertEq(vault.accounted(JU), HELD);
    }

    function test_rescue_WhenATokenWasTransferredDirectly_ItPaysTheSurplus() public {
        vm.prank(alice);
        fmc.transfer(address(vault), 3 ether);
        vm.prank(admin);
        vault.rescue(address(fmc), bob, 3 ether);
        assertEq(fmc.balanceOf(bob), 3 ether);
        assertEq(fmc.balanceOf(address(vault)), HELD);
    }

    function _rescueExpecting(address token, address to, uint256 amount, bytes memory refusal) private {
        vm.prank(admin);
        vm.expectRevert(refusal);
        vault.rescue(token, to, amount);
    }
}
