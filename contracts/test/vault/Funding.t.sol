// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../../src/IVault.sol";
import {VaultFixture} from "../support/VaultFixture.sol";

contract FundingTest is VaultFixture {
    // fund

    function test_fund_WhenTheSenderHasNoRole_ItReverts() public {
        expectMissingRole(alice, vault.FUNDER_ROLE());
        vm.prank(alice);
        vault.fund(address(fmc), 1 ether, "emission");
    }

    function test_fund_WhenTheTokenIsJu_ItReverts() public {
        vm.prank(funder);
        vm.expectRevert(IVault.NativeTokenNotAccepted.selector);
        vault.fund(JU, 1 ether, "treasury");
    }

    function test_fund_WhenTheTokenIsNotListed_ItReverts() public {
        delist(address(fmc));
        vm.prank(funder);
        vm.expectRevert(abi.encodeWithSelector(IVault.TokenNotListed.selector, fmc));
        vault.fund(address(fmc), 1 ether, "emission");
    }

    function test_fund_WhenTheVaultReceivesNothing_ItReverts() public {
        vm.prank(funder);
        vm.expectRevert(IVault.NothingReceived.selector);
        vault.fund(address(fmc), 0, "emission");
    }

    function test_fund_ItAddsToTheAccountedBalance() public {
        vm.startPrank(funder);
        fmc.approve(address(vault), 5 ether);
        vm.expectEmit(address(vault));
        emit IVault.Funded(3, funder, address(fmc), 5 ether, "emission");
        vault.fund(address(fmc), 5 ether, "emission");
        assertEq(vault.accounted(address(fmc)), HELD + 5 ether);
    }

    // fundNative

    function test_fundNative_WhenTheSenderHasNoRole_ItReverts() public {
        expectMissingRole(alice, vault.FUNDER_ROLE());
        vm.prank(alice);
        vault.fundNative{value: 1 ether}("treasury");
    }

    function test_fundNative_WhenJuIsNotListed_ItReverts() public {
        delist(JU);
        vm.prank(funder);
        vm.expectRevert(abi.encodeWithSelector(IVault.TokenNotListed.selector, JU));
        vault.fundNative{value: 1 ether}("treasury");
    }

    function test_fundNative_WhenNoJuIsSent_ItReverts() public {
        vm.prank(funder);
        vm.expectRevert(IVault.NothingReceived.selector);
        vault.fundNative("treasury");
    }

    function test_fundNative_ItAddsToTheAccountedBalance() public {
        vm.expectEmit(address(vault));
        emit IVault.Funded(3, funder, JU, 5 ether, "treasury");
        vm.prank(funder);
        vault.fundNative{value: 5 ether}("treasury");
        assertEq(vault.accounted(JU), HELD + 5 ether);
    }
}
