// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Exit} from "../src/Exit.sol";
import {IExit} from "../src/IExit.sol";
import {ILeaving} from "../src/ILeaving.sol";
import {IVault} from "../src/IVault.sol";
import {ExitFixture} from "./support/ExitFixture.sol";
import {Closed} from "./support/OddTokens.sol";
import {Wallet} from "./support/Wallet.sol";

contract ExitTest is ExitFixture {
    uint256 private constant GAS_PER_REDEEM = 220_000;

    address private carol = makeAddr("carol");

    function setUp() public override {
        super.setUp();
        aliceDeposits(30 ether);
        vm.deal(bob, 100 ether);
        vm.deal(carol, 100 ether);
        anchorBoth(20 ether, 7 ether);
    }

    // begin

    /// forge-config: default.fuzz.runs = 64
    function testFuzz_begin_WhenWithdrawalsArePausedForFourteenDays_ItBeginsForAnyone(address anyone) public {
        uint256 from = block.timestamp;
        vm.prank(pauser);
        vault.pauseWithdrawals();
        vm.warp(from + 14 days - 1);
        _anchorAgain();
        beginExpecting(IExit.TooEarly.selector);
        vm.warp(from + 14 days);
        assertTrue(exit.canBegin());
        vm.expectEmit(address(exit));
        emit IExit.Begun(anyone);
        vm.prank(anyone);
        exit.begin();
        assertEq(exit.begunAt(), from + 14 days);
        assertTrue(vault.exited());
    }

    function test_begin_WhenThereIsNoSignerForFourteenDays_ItBegins() public {
        vm.prank(admin);
        vault.removeSigner();
        vm.warp(START + 14 days - 1);
        _anchorAgain();
        beginExpecting(IExit.TooEarly.selector);
        vm.warp(START + 14 days);
        exit.begin();
    }

    function test_begin_WhenWithdrawalsWerePossibleForAMoment_ItBegins() public {
        _closeAndOpen(13 days);
        vm.warp(block.timestamp + 1 days);
        guardPauses();
        assertEq(vault.closedSince(), START);
        _anchorAgain();
        exit.begin();
    }

    function test_begin_WhenWithdrawalsWerePossibleForTwoDays_ItCountsFromTheLastPause() public {
        _closeAndOpen(13 days);
        assertEq(vault.closedSince(), 0);
        vm.warp(block.timestamp + 2 days);
        guardPauses();
        assertEq(vault.closedSince(), block.timestamp);
        vm.warp(block.timestamp + 14 days - 1);
        _anchorAgain();
        beginExpecting(IExit.TooEarly.selector);
    }

    function test_begin_WhenATighterRuleCameBetween_ItCountsFromTheLastPause() public {
        _closeAndOpen(1 days);
        vm.warp(block.timestamp + 30 days);
        _anchorAgain();
        IVault.TokenRule memory tighter = rule();
        tighter.windowCap = CAP - 1;
        changeAnnounced(abi.encodeCall(IVault.setTokenRule, (JU, tighter)));
        vm.warp(block.timestamp + 1 hours);
        guardPauses();
        assertEq(vault.closedSince(), block.timestamp);
        beginExpecting(IExit.TooEarly.selector);
    }

    function test_begin_WhenOneTokenHasNoNewRootForFourteenDays_ItBegins() public {
        vm.warp(START + 14 days - 1);
        (address[] memory accounts, uint256[] memory amounts) = (new address[](0), new uint256[](0));
        beginExpecting(IExit.TooEarly.selector);
        anchorTree(JU, accounts, amounts);
        vm.warp(START + 14 days);
        exit.begin();
    }

    function test_begin_WhenNoRootWasEverAnchored_ItBeginsFourteenDaysAfterTheDeployment() public {
        vault = newVault();
        exit = Exit(vault.EXIT());
        vm.prank(carol);
        vault.depositNative{value: 3 ether}(REF);
        vm.warp(START + 14 days - 1);
        beginExpecting(IExit.TooEarly.selector);
        vm.warp(START + 14 days);
        exit.begin();
        vm.prank(carol);
        assertEq(exit.redeemNew(JU, carol), 3 ether);
    }

    function test_begin_WhenItHasBegun_ItReverts() public {
        beginByPause();
        vm.expectRevert(abi.encodeWithSelector(IExit.AlreadyBegun.selector, block.timestamp));
        exit.begin();
    }

    function test_begin_ItEndsEveryOtherWayInAndOut() public {
        (bytes[] memory calls, address[] memory senders) = callsThatStop();
        beginByPause();
        for (uint256 i; i < calls.length; ++i) {
            vm.prank(senders[i]);
            (bool ok, bytes memory reply) = address(vault).call(calls[i]);
            assertFalse(ok);
            assertEq(reply, abi.encodeWithSelector(ILeaving.Exited.selector));
        }
    }

    function testFuzz_beginExit_WhenTheSenderIsNotTheExit_ItReverts(address sender) public {
        vm.assume(sender != address(exit));
        vm.expectRevert(abi.encodeWithSelector(ILeaving.NotExit.selector, sender));
        vm.prank(sender);
        vault.beginExit();
        vm.expectRevert(abi.encodeWithSelector(ILeaving.NotExit.selector, sender));
        vm.prank(sender);
        vault.payExit(JU, sender, sender, 1);
    }

    // redeem

    function test_redeem_ItPaysTheLeavesAndWhatCameAndWentSince() public {
        aliceDeposits(5 ether);
        IVault.Voucher memory voucher = voucherOf(JU, 2 ether);
        send(voucher);
        beginByPause();
        uint256 before = alice.balance;
        uint256 gas = gasleft();
        assertEq(redeemAs(alice, JU), 23 ether);
        assertLt(gas - gasleft(), 2 * GAS_PER_REDEEM);
        assertEq(alice.balance, before + 23 ether);
        assertEq(redeemAs(alice, address(fmc)), 20 ether);
        assertEq(redeemAs(bob, JU), 7 ether);
        assertEq(vault.accounted(JU), HELD + 30 ether + 3 ether - 30 ether);
    }

    function test_redeem_WhenItWasRedeemed_ItReverts() public {
        beginByPause();
        redeemAs(alice, JU);
        IExit.Leaves memory leaves = forest.leavesOf(JU, alice);
        redeemExpecting(alice, JU, leaves, abi.encodeWithSelector(IExit.AlreadyRedeemed.selector, alice, JU));
        vm.prank(alice);
        vm.expectRevert();
        exit.redeemNew(JU, alice);
    }

    function test_redeem_WhenTheExitHasNotBegun_ItReverts() public {
        redeemExpecting(alice, JU, forest.leavesOf(JU, alice), abi.encodeWithSelector(IExit.NotBegun.selector));
        vm.expectRevert(IExit.NotBegun.selector);
        exit.redeemNew(JU, alice);
    }

    function test_redeem_WhenALeafIsLeftOut_ItReverts() public {
        beginByPause();
        IExit.Leaves memory leaves = forest.leavesOf(JU, alice);
        IExit.Part[] memory three = new IExit.Part[](3);
        (three[0], three[1], three[2]) = (leaves.parts[0], leaves.parts[1], leaves.parts[2]);
        leaves.parts = three;
        redeemExpecting(alice, JU, leaves, abi.encodeWithSelector(IExit.LeavesMissing.selector, 3));
    }

    function test_redeem_WhenALeafIsThereTwice_ItReverts() public {
        beginByPause();
        IExit.Leaves memory leaves = forest.leavesOf(JU, alice);
        leaves.parts[0] = leaves.parts[3];
        redeemExpecting(alice, JU, leaves, abi.encodeWithSelector(IExit.LeafNotProven.selector, 0));
    }

    function test_redeem_WhenTheLeavesAreAnothers_ItReverts() public {
        beginByPause();
        bytes memory refusal = abi.encodeWithSelector(IExit.LeafNotProven.selector, 0);
        redeemExpecting(carol, JU, forest.leavesOf(JU, alice), refusal);
        redeemExpecting(bob, JU, forest.leavesOf(JU, alice), refusal);
    }

    function test_redeem_WhenTheLeavesAreOfAnotherTokenOrTree_ItReverts() public {
        IExit.Leaves memory old = forest.leavesOf(JU, alice);
        aliceDeposits(1 ether);
        anchorBoth(21 ether, 7 ether);
        beginByPause();
        bytes memory refusal = abi.encodeWithSelector(IExit.LeafNotProven.selector, 0);
        redeemExpecting(alice, JU, old, refusal);
        redeemExpecting(alice, JU, forest.leavesOf(address(fmc), alice), refusal);
    }

    /// forge-config: default.fuzz.runs = 64
    function testFuzz_redeem_WhenAFigureIsChanged_ItReverts(uint256 which, uint256 by) public {
        by = bound(by, 1, type(uint128).max);
        which = bound(which, 0, 7);
        beginByPause();
        IExit.Leaves memory leaves = forest.leavesOf(JU, alice);
        if (which == 0) leaves.salt = bytes32(uint256(leaves.salt) ^ by);
        if (which == 1) leaves.deposited = leaves.deposited ^ by;
        if (which == 2) leaves.withdrawn = leaves.withdrawn ^ by;
        if (which == 3) leaves.locked = leaves.locked ^ by;
        if (which == 4) leaves.parts[0].amount ^= by;
        if (which == 5) leaves.parts[0].path[1].sum ^= by;
        if (which == 6) leaves.parts[0].path[1].hash = bytes32(by);
        if (which == 7) leaves.parts[0].path[1].isLeft = !leaves.parts[0].path[1].isLeft;
        redeemExpecting(alice, JU, leaves, abi.encodeWithSelector(IExit.LeafNotProven.selector, 0));
    }

    function test_redeem_WhenASumGoesRound_ItReverts() public {
        beginByPause();
        IExit.Leaves memory leaves = forest.leavesOf(JU, alice);
        leaves.parts[0].path[1].sum = type(uint256).max;
        vm.prank(alice);
        vm.expectRevert();
        exit.redeem(JU, alice, leaves);
    }

    function test_redeem_WhenARootIsAnchoredAfterTheExitBegan_ItCountsForNothing() public {
        beginByPause();
        IExit.Leaves memory leaves = forest.leavesOf(JU, alice);
        anchorBoth(0, 1000 ether);
        vm.prank(alice);
        assertEq(exit.redeem(JU, alice, leaves), 20 ether);
    }

    function test_redeem_WhenMoreWasWithdrawnThanOwed_ItPaysNothing() public {
        aliceDeposits(10 ether);
        IVault.Voucher memory voucher = voucherOf(JU, 30 ether);
        send(voucher);
        beginByPause();
        IExit.Leaves memory leaves = forest.leavesOf(JU, alice);
        redeemExpecting(alice, JU, leaves, abi.encodeWithSelector(IExit.NothingOwed.selector));
    }

    function test_redeem_WhenTheRecipientRefuses_ItPaysAnotherRecipient() public {
        beginByPause();
        address closed = address(new Closed());
        IExit.Leaves memory leaves = forest.leavesOf(JU, alice);
        vm.prank(alice);
        vm.expectRevert(IVault.NativeTransferFailed.selector);
        exit.redeem(JU, closed, leaves);
        assertFalse(exit.redeemed(alice, JU));
        assertEq(redeemAs(bob, JU), 7 ether);
        vm.prank(alice);
        assertEq(exit.redeem(JU, carol, leaves), 20 ether);
        assertEq(carol.balance, 120 ether);
    }

    function test_redeem_WhenTheRecipientIsZeroOrTheVault_ItReverts() public {
        beginByPause();
        IExit.Leaves memory leaves = forest.leavesOf(JU, alice);
        address[2] memory recipients = [address(0), address(vault)];
        for (uint256 i; i < 2; ++i) {
            vm.prank(alice);
            vm.expectRevert(abi.encodeWithSelector(IVault.InvalidRecipient.selector, recipients[i]));
            exit.redeem(JU, recipients[i], leaves);
        }
    }

    function test_redeem_WhenTheAccountIsAContract_ItPaysOnceAlsoWhenItReenters() public {
        Wallet wallet = new Wallet(exit);
        (address[] memory accounts, uint256[] memory amounts) = (new address[](2), new uint256[](2));
        (accounts[0], accounts[1], amounts[0], amounts[1]) = (alice, address(wallet), 20 ether, 9 ether);
        anchorTree(JU, accounts, amounts);
        beginByPause();
        wallet.goOut(JU, forest.leavesOf(JU, address(wallet)));
        assertEq(address(wallet).balance, 9 ether);
        assertTrue(wallet.tried());
    }

    function test_redeem_WhenLessIsHeldThanOwed_ItPaysEverybodyTheSamePart() public {
        // The books owe everything and a tenth more, all of it to alice and bob.
        _anchorOwing(800 ether, 333 ether);
        beginByPause();
        (,,, uint256 held, uint256 owed) = exit.termsOf(JU);
        assertEq(held, 1030 ether);
        assertEq(owed, 1133 ether);
        assertEq(redeemAs(bob, JU), 333 ether * held / owed);
        assertEq(redeemAs(alice, JU), 800 ether * held / owed);
        assertLe(vault.accounted(JU), 2);
    }

    function test_redeem_WhenSomeoneTookTheOthersMoney_ItNeverPaysMoreThanIsHeld() public {
        _anchorOwing(0, 1030 ether);
        send(voucherOf(JU, 40 ether));
        beginByPause();
        assertEq(redeemAs(bob, JU), 990 ether);
        assertEq(vault.accounted(JU), 0);
    }

    // redeemNew

    function test_redeemNew_WhenTheFirstDepositIsLaterThanTheRoot_ItPaysTheDeposits() public {
        vm.prank(carol);
        vault.depositNative{value: 4 ether}(REF);
        vm.prank(carol);
        vault.depositNative{value: 1 ether}(REF);
        beginByPause();
        vm.prank(carol);
        assertEq(exit.redeemNew(JU, carol), 5 ether);
        vm.prank(carol);
        vm.expectRevert(abi.encodeWithSelector(IExit.AlreadyRedeemed.selector, carol, JU));
        exit.redeemNew(JU, carol);
    }

    function test_redeemNew_WhenTheAccountDepositedByTheRoot_ItReverts() public {
        aliceDeposits(5 ether);
        beginByPause();
        (,, uint64 asOfBlock,,) = exit.termsOf(JU);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IExit.NotNew.selector, alice, 1000, asOfBlock));
        exit.redeemNew(JU, alice);
    }

    function test_redeemNew_WhenTheAccountNeverDeposited_ItReverts() public {
        beginByPause();
        (,, uint64 asOfBlock,,) = exit.termsOf(JU);
        vm.prank(carol);
        vm.expectRevert(abi.encodeWithSelector(IExit.NotNew.selector, carol, 0, asOfBlock));
        exit.redeemNew(JU, carol);
    }

    /// forge-config: default.fuzz.runs = 64
    function testFuzz_redeem_ItPaysEverybodyWhatTheyOwnToTheLastUnit(uint64[4] memory owned, uint64[4] memory since)
        public
    {
        address[] memory accounts = new address[](4);
        uint256[] memory amounts = new uint256[](4);
        for (uint160 i; i < 4; ++i) {
            accounts[i] = address(0x1000 + i);
            amounts[i] = owned[i];
            vm.deal(accounts[i], 100 ether);
        }
        anchorTree(JU, accounts, amounts);
        for (uint256 i; i < 4; ++i) {
            if (since[i] < MINIMUM) continue;
            vm.prank(accounts[i]);
            vault.depositNative{value: since[i]}(REF);
        }
        beginByPause();
        for (uint256 i; i < 4; ++i) {
            uint256 claim = amounts[i] + (since[i] < MINIMUM ? 0 : since[i]);
            if (claim != 0) assertEq(redeemAs(accounts[i], JU), claim);
        }
    }

    function guardPauses() private {
        vm.prank(pauser);
        vault.pauseWithdrawals();
    }

    function _closeAndOpen(uint256 time) private {
        guardPauses();
        vm.warp(block.timestamp + time);
        bytes memory open = abi.encodeCall(IVault.unpauseWithdrawals, ());
        announceApproved(open);
        adminCalls(open);
        _anchorAgain();
    }

    /// @dev A tree of JU that owes alice and bob these amounts, and no other account anything.
    function _anchorOwing(uint256 ofAlice, uint256 ofBob) private {
        (address[] memory accounts, uint256[] memory amounts) = (new address[](2), new uint256[](2));
        (accounts[0], accounts[1], amounts[0], amounts[1]) = (alice, bob, ofAlice, ofBob);
        anchorTree(JU, accounts, amounts);
    }

    function _anchorAgain() private {
        anchorBoth(20 ether, 7 ether);
    }
}
