// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../../src/IVault.sol";
import {FalseToken, FeeToken, ReentrantToken} from "../support/OddTokens.sol";
import {VaultFixture} from "../support/VaultFixture.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

contract OddTokensTest is VaultFixture {
    // deposit

    function test_deposit_WhenTheTokenChargesAFee_ItCreditsWhatTheVaultReceived() public {
        FeeToken token = new FeeToken(alice, 100);
        listInNewVault(address(token));
        vm.startPrank(alice);
        token.approve(address(vault), 100 ether);
        vm.expectEmit(address(vault));
        emit IVault.Deposited(1, alice, address(token), 99 ether, REF);
        vault.deposit(address(token), 100 ether, REF);
        assertEq(vault.accounted(address(token)), 99 ether);
    }

    function test_deposit_WhenTheVaultReceivesNothing_ItReverts() public {
        FeeToken token = new FeeToken(alice, 10_000);
        listInNewVault(address(token));
        vm.startPrank(alice);
        token.approve(address(vault), 1 ether);
        vm.expectRevert(IVault.NothingReceived.selector);
        vault.deposit(address(token), 1 ether, REF);
    }

    function test_deposit_WhenTheTokenReturnsFalse_ItReverts() public {
        FalseToken token = new FalseToken();
        listInNewVault(address(token));
        depositExpecting(
            address(token), 1 ether, abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, token)
        );
    }

    function test_deposit_WhenTheTokenReenters_ItReverts() public {
        ReentrantToken token = new ReentrantToken(alice);
        listInNewVault(address(token));
        vm.prank(alice);
        token.approve(address(vault), 1 ether);
        depositExpecting(
            address(token), 1 ether, abi.encodeWithSelector(ReentrancyGuard.ReentrancyGuardReentrantCall.selector)
        );
    }
}
