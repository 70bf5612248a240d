// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Holdings} from "../../src/vault/Holdings.sol";
import {Rescue} from "../../src/vault/Rescue.sol";
import {VaultFixture} from "../support/VaultFixture.sol";

contract RescueTest is VaultFixture {
    // rescue

    function test_rescue_WhenTheSenderIsNotTheAdmin_ItRefuses() public {
        expectMissingRole(alice, bytes32(0));
        vm.prank(alice);
        vault.rescue(JU, alice, 1);
    }

    function test_rescue_WhenNothingIsStray_ItRefuses() public {
        _rescueExpecting(JU, bob, 1, abi.encodeWithSelector(Rescue.MoreThanStray.selector, JU, 1, 0));
        _rescueExpecting(
            address(fmc), bob, 1, abi.encodeWithSelector(Rescue.MoreThanStray.selector, address(fmc), 1, 0)
        );
    }

    function test_rescue_WhenTheAmountIsZero_ItRefuses() public {
        _rescueExpecting(JU, bob, 0, abi.encodeWithSelector(Holdings.ZeroAmount.selector));
    }

    function test_rescue_WhenTheRecipientIsZeroOrTheVault_ItRefuses() public {
        vm.deal(address(vault), HELD + 1);
        _rescueExpecting(JU, address(0), 1, abi.encodeWithSelector(Holdings.BadRecipient.selector, address(0)));
        _rescueExpecting(JU, address(vault), 1, abi.encodeWithSelector(Holdings.BadRecipient.selector, vault));
    }

    function testFuzz_rescue_WhenJuWasForcedIn_ItPaysThatAndNoMore(uint256 stray) public {
        stray = bound(stray, 1, 10_000 ether);
        vm.deal(address(vault), HELD + stray);
        _rescueExpecting(
            JU, bob, stray + 1, abi.encodeWithSelector(Rescue.MoreThanStray.selector, JU, stray + 1, stray)
        );
        vm.expectEmit(address(vault));
        emit Rescue.Rescued(3, JU, bob, stray);
        vm.prank(admin);
        vault.rescue(JU, bob, stray);
        assertEq(bob.balance, stray);
        assertEq(vault.accounted(JU), HELD);
    }

    function test_rescue_WhenATokenWasTransferredPlainly_ItPaysThat() public {
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
