// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Deposits} from "../../src/vault/Deposits.sol";
import {Holdings} from "../../src/vault/Holdings.sol";
import {FalseToken, FeeToken, ReentrantToken} from "../support/OddTokens.sol";
import {VaultFixture} from "../support/VaultFixture.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

contract OddTokensTest is VaultFixture {
    // deposit

    function test_deposit_WhenTheTokenTakesAFee_ItCreditsWhatArrived() public {
        FeeToken token = new FeeToken(alice, 100);
        setRule(address(token), rule());
        vm.startPrank(alice);
        token.approve(address(vault), 100 ether);
        vm.expectEmit(address(vault));
        emit Deposits.Deposited(3, alice, address(token), 99 ether, REF);
        vault.deposit(address(token), 100 ether, REF);
        assertEq(vault.accounted(address(token)), 99 ether);
    }

    function test_deposit_WhenNothingArrives_ItRefuses() public {
        FeeToken token = new FeeToken(alice, 10_000);
        setRule(address(token), rule());
        vm.startPrank(alice);
        token.approve(address(vault), 1 ether);
        vm.expectRevert(Holdings.NothingReceived.selector);
        vault.deposit(address(token), 1 ether, REF);
    }

    function test_deposit_WhenTheTokenAnswersFalse_ItRefuses() public {
        FalseToken token = new FalseToken();
        setRule(address(token), rule());
        depositExpecting(
            address(token), 1 ether, abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, token)
        );
    }

    function test_deposit_WhenTheTokenDepositsFromInside_ItRefuses() public {
        ReentrantToken token = new ReentrantToken(alice);
        setRule(address(token), rule());
        vm.prank(alice);
        token.approve(address(vault), 1 ether);
        depositExpecting(
            address(token), 1 ether, abi.encodeWithSelector(ReentrancyGuard.ReentrancyGuardReentrantCall.selector)
        );
    }
}
