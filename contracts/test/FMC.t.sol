// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {FMC} from "../src/FMC.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {Test} from "forge-std/Test.sol";

contract FMCTest is Test {
    uint256 private constant SUPPLY = 1_000_000 ether;
    uint256 private constant KEY = 0xb0b;

    address private _holder = vm.addr(KEY);
    FMC private _fmc;

    function setUp() public {
        _fmc = new FMC(_holder, SUPPLY);
    }

    function test_constructor_WhenTheHolderIsZero_ItReverts() public {
        vm.expectRevert(FMC.ZeroAddress.selector);
        new FMC(address(0), SUPPLY);
    }

    function test_constructor_WhenTheSupplyIsZero_ItReverts() public {
        vm.expectRevert(FMC.ZeroSupply.selector);
        new FMC(_holder, 0);
    }

    function testFuzz_constructor_ItMintsTheWholeSupplyToTheHolder(address holder, uint256 supply) public {
        vm.assume(holder != address(0) && supply != 0);
        FMC fmc = new FMC(holder, supply);
        assertEq(fmc.totalSupply(), supply);
        assertEq(fmc.balanceOf(holder), supply);
        assertEq(fmc.decimals(), 18);
        assertEq(fmc.symbol(), "FMC");
    }

    function testFuzz_transfer_ItNeverChangesTheSupply(address to, uint256 amount) public {
        vm.assume(to != address(0));
        amount = bound(amount, 0, SUPPLY);
        vm.prank(_holder);
        _fmc.transfer(to, amount);
        assertEq(_fmc.totalSupply(), SUPPLY);
    }

    function test_permit_WhenTheHolderSigned_ItApproves() public {
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(5 ether);
        _fmc.permit(_holder, address(this), 5 ether, block.timestamp, v, r, s);
        assertEq(_fmc.allowance(_holder, address(this)), 5 ether);
    }

    function test_permit_WhenTheAmountIsAltered_ItReverts() public {
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(5 ether);
        vm.expectPartialRevert(ERC20Permit.ERC2612InvalidSigner.selector);
        _fmc.permit(_holder, address(this), 6 ether, block.timestamp, v, r, s);
    }

    function _signPermit(uint256 amount) private view returns (uint8, bytes32, bytes32) {
        bytes32 typeHash =
            keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 content =
            keccak256(abi.encode(typeHash, _holder, address(this), amount, _fmc.nonces(_holder), block.timestamp));
        return vm.sign(KEY, keccak256(abi.encodePacked(hex"1901", _fmc.DOMAIN_SEPARATOR(), content)));
    }
}
