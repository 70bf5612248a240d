// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../../src/IVault.sol";
import {VaultFixture} from "../support/VaultFixture.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

contract DepositsTest is VaultFixture {
    uint256 private constant FIRST_BLOCK = 7;

    // depositNative

    function test_depositNative_WhenDepositsArePaused_ItReverts() public {
        vm.prank(pauser);
        vault.pauseDeposits();
        _depositNativeExpecting(1 ether, abi.encodeWithSelector(IVault.DepositsArePaused.selector));
    }

    function test_depositNative_WhenJuIsNotListed_ItReverts() public {
        delist(JU);
        _depositNativeExpecting(1 ether, abi.encodeWithSelector(IVault.TokenNotListed.selector, JU));
    }

    function test_depositNative_WhenNoJuIsSent_ItReverts() public {
        _depositNativeExpecting(0, abi.encodeWithSelector(IVault.ZeroAmount.selector));
    }

    function test_depositNative_WhenTheAmountIsBelowTheMinimum_ItReverts() public {
        uint256 amount = MINIMUM - 1;
        _depositNativeExpecting(amount, abi.encodeWithSelector(IVault.BelowMinimum.selector, amount, MINIMUM));
    }

    function testFuzz_depositNative_ItCreditsTheAmountSent(uint256 amount, bytes32 ref) public {
        amount = bound(amount, MINIMUM, 10_000 ether);
        vm.expectEmit(address(vault));
        emit IVault.Deposited(3, alice, JU, amount, ref);
        vm.prank(alice);
        vault.depositNative{value: amount}(ref);
        assertEq(vault.accounted(JU), HELD + amount);
        assertEq(address(vault).balance, HELD + amount);
        assertEq(vault.seq(), 3);
    }

    // deposit

    function test_deposit_WhenDepositsArePaused_ItReverts() public {
        vm.prank(pauser);
        vault.pauseDeposits();
        depositExpecting(address(fmc), 1 ether, abi.encodeWithSelector(IVault.DepositsArePaused.selector));
    }

    function test_deposit_WhenTheTokenIsJu_ItReverts() public {
        depositExpecting(JU, 1 ether, abi.encodeWithSelector(IVault.NativeTokenNotAccepted.selector));
    }

    function test_deposit_WhenTheTokenIsNotListed_ItReverts() public {
        delist(address(fmc));
        depositExpecting(address(fmc), 1 ether, abi.encodeWithSelector(IVault.TokenNotListed.selector, fmc));
    }

    function test_deposit_WhenTheAmountIsBelowTheMinimum_ItReverts() public {
        depositExpecting(
            address(fmc), MINIMUM - 1, abi.encodeWithSelector(IVault.BelowMinimum.selector, MINIMUM - 1, MINIMUM)
        );
    }

    function test_deposit_WhenTheAmountIsNotApproved_ItReverts() public {
        vm.prank(alice);
        vm.expectPartialRevert(IERC20Errors.ERC20InsufficientAllowance.selector);
        vault.deposit(address(fmc), 1 ether, REF);
    }

    function test_deposit_ItCountsWhatItsAccountDeposited() public {
        vm.startPrank(alice);
        fmc.approve(address(vault), 5 ether);
        vm.roll(FIRST_BLOCK);
        vault.deposit(address(fmc), 2 ether, REF);
        vm.roll(FIRST_BLOCK + 1);
        vault.deposit(address(fmc), 3 ether, REF);
        vault.depositNative{value: 1 ether}(REF);
        vm.stopPrank();
        (uint112 deposited, uint112 withdrawn, uint32 first) = vault.totalsOf(alice, address(fmc));
        assertEq(deposited, 5 ether);
        assertEq(withdrawn, 0);
        assertEq(first, FIRST_BLOCK);
        (deposited,,) = vault.totalsOf(alice, JU);
        assertEq(deposited, 1 ether);
        (deposited,,) = vault.totalsOf(funder, JU);
        assertEq(deposited, 0);
    }

    function testFuzz_deposit_ItCreditsTheSender(uint256 amount, bytes32 ref) public {
        amount = bound(amount, MINIMUM, 10_000 ether);
        vm.startPrank(alice);
        fmc.approve(address(vault), amount);
        vm.expectEmit(address(vault));
        emit IVault.Deposited(3, alice, address(fmc), amount, ref);
        vault.deposit(address(fmc), amount, ref);
        assertEq(vault.accounted(address(fmc)), HELD + amount);
        assertEq(fmc.balanceOf(address(vault)), HELD + amount);
    }

    // depositWithPermit

    function test_depositWithPermit_WhenThePermitIsValid_ItDeposits() public {
        (address owner, uint8 v, bytes32 r, bytes32 s) = _permit(5 ether);
        vm.expectEmit(address(vault));
        emit IVault.Deposited(3, owner, address(fmc), 5 ether, REF);
        vm.prank(owner);
        vault.depositWithPermit(address(fmc), 5 ether, REF, block.timestamp, v, r, s);
    }

    function test_depositWithPermit_WhenThePermitWasUsedBefore_ItDeposits() public {
        (address owner, uint8 v, bytes32 r, bytes32 s) = _permit(5 ether);
        vm.prank(bob);
        fmc.permit(owner, address(vault), 5 ether, block.timestamp, v, r, s);
        vm.prank(owner);
        vault.depositWithPermit(address(fmc), 5 ether, REF, block.timestamp, v, r, s);
        assertEq(vault.accounted(address(fmc)), HELD + 5 ether);
    }

    function test_depositWithPermit_WhenThePermitIsForAnotherAmount_ItReverts() public {
        (address owner, uint8 v, bytes32 r, bytes32 s) = _permit(5 ether);
        vm.prank(owner);
        vm.expectPartialRevert(IERC20Errors.ERC20InsufficientAllowance.selector);
        vault.depositWithPermit(address(fmc), 6 ether, REF, block.timestamp, v, r, s);
    }

    function _depositNativeExpecting(uint256 amount, bytes memory refusal) private {
        vm.prank(alice);
        vm.expectRevert(refusal);
        vault.depositNative{value: amount}(REF);
    }

    function _permit(uint256 amount) private returns (address owner, uint8 v, bytes32 r, bytes32 s) {
        uint256 key = 0xca401;
        owner = vm.addr(key);
        vm.prank(alice);
        fmc.transfer(owner, 10 ether);
        bytes32 typeHash =
            keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 content =
            keccak256(abi.encode(typeHash, owner, address(vault), amount, fmc.nonces(owner), block.timestamp));
        (v, r, s) = vm.sign(key, keccak256(abi.encodePacked(hex"1901", fmc.DOMAIN_SEPARATOR(), content)));
    }
}
