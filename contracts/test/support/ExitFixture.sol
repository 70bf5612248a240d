// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Exit} from "../../src/Exit.sol";
import {IAnchors} from "../../src/IAnchors.sol";
import {IExit} from "../../src/IExit.sol";
import {IVault} from "../../src/IVault.sol";
import {AnchorsFixture} from "./AnchorsFixture.sol";
import {Forest} from "./Forest.sol";

/// @dev A vault with trees of liabilities, as the server makes them, and its exit.
abstract contract ExitFixture is AnchorsFixture {
    address internal constant SYSTEM = address(0);

    Exit internal exit;
    Forest internal forest;

    function setUp() public virtual override {
        super.setUp();
        exit = Exit(vault.EXIT());
        forest = new Forest(vault);
        vm.roll(1000);
    }

    /// @dev Anchors the liabilities of a token as of this block; the system is owed the rest.
    function anchorTree(address token, address[] memory accounts, uint256[] memory amounts) internal {
        forest.plant(token, accounts, amounts);
        IAnchors.Statement memory made = forest.statement(token);
        bytes memory signature = signLiabilities(AUDITOR_KEY, made);
        vm.prank(scribe);
        anchors.anchorLiabilities(made, signature);
        vm.roll(block.number + 1);
    }

    /// @dev Alice and bob are owed these amounts of both tokens.
    function anchorBoth(uint256 ofAlice, uint256 ofBob) internal {
        (address[] memory accounts, uint256[] memory amounts) = (new address[](2), new uint256[](2));
        (accounts[0], accounts[1], amounts[0], amounts[1]) = (alice, bob, ofAlice, ofBob);
        anchorTree(JU, accounts, amounts);
        anchorTree(address(fmc), accounts, amounts);
    }

    function aliceDeposits(uint256 amount) internal {
        vm.prank(alice);
        vault.depositNative{value: amount}(REF);
    }

    /// @dev A guard pauses, and the exit begins once its time has come.
    function beginByPause() internal {
        vm.prank(pauser);
        vault.pauseWithdrawals();
        vm.warp(block.timestamp + exit.PATIENCE());
        exit.begin();
    }

    function redeemAs(address account, address token) internal returns (uint256) {
        IExit.Leaves memory leaves = forest.leavesOf(token, account);
        vm.prank(account);
        return exit.redeem(token, account, leaves);
    }

    function redeemExpecting(address account, address token, IExit.Leaves memory leaves, bytes memory refusal)
        internal
    {
        vm.prank(account);
        vm.expectRevert(refusal);
        exit.redeem(token, account, leaves);
    }

    function beginExpecting(bytes4 refusal) internal {
        vm.expectRevert(refusal);
        exit.begin();
    }

    /// @dev Every way of paying in and out but the exit.
    function callsThatStop() internal returns (bytes[] memory calls, address[] memory senders) {
        (calls, senders) = (new bytes[](6), new address[](6));
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        calls[0] = abi.encodeCall(IVault.withdraw, (voucher, sign(voucher), cosign(voucher)));
        calls[1] = abi.encodeCall(IVault.deposit, (address(fmc), 1 ether, REF));
        calls[2] = abi.encodeCall(IVault.depositNative, (REF));
        calls[3] = abi.encodeCall(IVault.fund, (address(fmc), 1 ether, REF));
        calls[4] = abi.encodeCall(IVault.fundNative, (REF));
        calls[5] = abi.encodeCall(IVault.rescue, (JU, admin, 1));
        (senders[0], senders[1], senders[2]) = (alice, alice, alice);
        (senders[3], senders[4], senders[5]) = (funder, funder, admin);
    }

    /// @dev A stranger, admin, both kinds of protector, funder, scribe, signer and auditor.
    function allKeys() internal returns (address[8] memory) {
        return
            [makeAddr("stranger"), admin, pauser, canceller, funder, scribe, vm.addr(SIGNER_KEY), vm.addr(AUDITOR_KEY)];
    }

    /// @dev Both senders try all calls of all contracts, twice, so that each can finish the preparations of the other.
    function callAll(address[2] memory senders, bytes[] memory calls) internal {
        address[3] memory targets = [address(vault), address(exit), address(anchors)];
        for (uint256 i; i < 2 * calls.length; ++i) {
            for (uint256 k; k < 6; ++k) {
                vm.prank(senders[k % 2]);
                (bool ok,) = targets[k / 2].call(calls[i % calls.length]);
                // What came of it is asserted afterwards.
                ok;
            }
        }
    }
}
