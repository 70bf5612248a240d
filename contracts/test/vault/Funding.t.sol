// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Funding} from "../../src/vault/Funding.sol";
import {Holdings} from "../../src/vault/Holdings.sol";
import {TokenRules} from "../../src/vault/TokenRules.sol";
import {VaultFixture} from "../support/VaultFixture.sol";

contract FundingTest is VaultFixture {
    // fund

    function test_fund_WhenTheSenderHasNoRole_ItRefuses() public {
        expectMissingRole(alice, vault.FUNDER_ROLE());
        vm.prank(alice);
        vault.fund(address(fmc), 1 ether, "emission");
    }

    function test_fund_WhenTheTokenIsJu_ItRefuses() public {
        vm.prank(funder);
        vm.expectRevert(Holdings.NativeNeedsOwnCall.selector);
        vault.fund(JU, 1 ether, "treasury");
    }

    function test_fund_WhenTheTokenIsNotListed_ItRefuses() public {
        delist(address(fmc));
        vm.prank(funder);
        vm.expectRevert(abi.encodeWithSelector(TokenRules.TokenNotListed.selector, fmc));
        vault.fund(address(fmc), 1 ether, "emission");
    }

    function test_fund_WhenNothingArrives_ItRefuses() public {
        vm.prank(funder);
        vm.expectRevert(Holdings.NothingReceived.selector);
        vault.fund(address(fmc), 0, "emission");
    }

    function test_fund_ItAccountsForItAsNobodysDeposit() public {
        vm.startPrank(funder);
        fmc.approve(address(vault), 5 ether);
        vm.expectEmit(address(vault));
        emit Funding.Funded(3, funder, address(fmc), 5 ether, "emission");
        vault.fund(address(fmc), 5 ether, "emission");
        assertEq(vault.accounted(address(fmc)), HELD + 5 ether);
    }

    // fundNative

    function test_fundNative_WhenTheSenderHasNoRole_ItRefuses() public {
        expectMissingRole(alice, vault.FUNDER_ROLE());
        vm.prank(alice);
        vault.fundNative{value: 1 ether}("treasury");
    }

    function test_fundNative_WhenJuIsNotListed_ItRefuses() public {
        delist(JU);
        vm.prank(funder);
        vm.expectRevert(abi.encodeWithSelector(TokenRules.TokenNotListed.selector, JU));
        vault.fundNative{value: 1 ether}("treasury");
    }

    function test_fundNative_WhenNothingIsSent_ItRefuses() public {
        vm.prank(funder);
        vm.expectRevert(Holdings.NothingReceived.selector);
        vault.fundNative("treasury");
    }

    function test_fundNative_ItAccountsForItAsNobodysDeposit() public {
        vm.expectEmit(address(vault));
        emit Funding.Funded(3, funder, JU, 5 ether, "treasury");
        vm.prank(funder);
        vault.fundNative{value: 5 ether}("treasury");
        assertEq(vault.accounted(JU), HELD + 5 ether);
    }
}
