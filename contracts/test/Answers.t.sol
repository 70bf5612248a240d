// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IExit} from "../src/IExit.sol";
import {ILeaving} from "../src/ILeaving.sol";
import {DemandFixture} from "./support/DemandFixture.sol";

contract AnswersTest is DemandFixture {
    uint256 private constant GAS_PER_ANSWER = 200_000;

    // answer

    /// forge-config: default.fuzz.runs = 64
    function testFuzz_answer_ItLowersTheDemandForAnyone(address sender, uint256 left) public {
        left = bound(left, 0, 21 ether - 3);
        demandAs(alice, JU);
        anchorBoth(left, 6 ether);
        IExit.Leaves memory leaves = forest.leavesOf(JU, alice);
        vm.prank(sender);
        uint256 gas = gasleft();
        exit.answer(alice, JU, 2, leaves);
        assertLt(gas - gasleft(), GAS_PER_ANSWER);
        assertEq(exit.dueTo(alice, JU), left - left / 3);
    }

    function test_answer_ItRecordsTheLowerDemandWithTheNextNumber() public {
        demandAs(alice, JU);
        vm.warp(START + 1 days);
        anchorBoth(12 ether, 6 ether);
        uint64 seq = vault.seq();
        (, uint64 blockNumber,) = exit.demandOf(alice, JU);
        vm.expectEmit(address(vault));
        emit ILeaving.Demanded(seq + 1, alice, JU, 8 ether, START);
        answerFor(alice);
        assertEq(vault.seq(), seq + 1);
        (uint64 demandedAt, uint64 ofBlock, uint112 until) = exit.demandOf(alice, JU);
        assertEq(demandedAt, START);
        assertEq(ofBlock, blockNumber);
        assertEq(until, 8 ether);
    }

    function test_answer_WhenEverythingIsSpent_ItLowersTheDemandToNothing() public {
        demandAs(alice, JU);
        anchorBoth(0, 6 ether);
        answerFor(alice);
        assertEq(exit.dueTo(alice, JU), 0);
    }

    function test_answer_WhenEverythingIsInRounds_ItLowersTheDemandToNothing() public {
        demandAs(alice, JU);
        anchorLocked(21 ether, 6 ether, 1);
        answerFor(alice);
        assertEq(exit.dueTo(alice, JU), 0);
    }

    function test_answer_WhenAPartWasPaidBeforeTheRoot_ItCountsThePaymentOnce() public {
        demandAs(alice, JU);
        payAmount(alice, JU, 5 ether);
        anchorBoth(9 ether, 6 ether);
        answerFor(alice);
        assertEq(exit.dueTo(alice, JU), 6 ether);
        payAmount(alice, JU, 2 ether);
        assertEq(exit.dueTo(alice, JU), 4 ether);
    }

    function test_answer_WhenTheRootIsOfTheDemandsBlock_ItLowersTheDemand() public {
        demandAs(alice, JU);
        (, uint64 blockNumber,) = exit.demandOf(alice, JU);
        anchorBoth(9 ether, 6 ether);
        assertEq(anchors.liabilitiesAt(JU, 2).asOfBlock, blockNumber);
        answerFor(alice);
        assertEq(exit.dueTo(alice, JU), 6 ether);
    }

    function test_answer_WhenTheRootIsOlderThanTheDemand_ItReverts() public {
        IExit.Leaves memory older = forest.leavesOf(JU, alice);
        anchorLocked(9 ether, 6 ether, 3);
        vm.roll(block.number + 1);
        demandBy(alice, 1, older);
        uint64 asOfBlock = anchors.liabilitiesAt(JU, 2).asOfBlock;
        bytes memory refusal = abi.encodeWithSelector(IExit.RootNotNewer.selector, asOfBlock, block.number);
        answerExpecting(alice, 2, forest.leavesOf(JU, alice), refusal);
        assertEq(exit.dueTo(alice, JU), FREE);
    }

    function test_answer_WhenTheRootShowsAsMuch_ItReverts() public {
        demandAs(alice, JU);
        anchorBoth(21 ether, 6 ether);
        answerExpecting(alice, 2, forest.leavesOf(JU, alice), notTooHigh(FREE, FREE));
    }

    function test_answer_WhenTheRootShowsMore_ItReverts() public {
        demandAs(alice, JU);
        anchorBoth(24 ether, 6 ether);
        answerExpecting(alice, 2, forest.leavesOf(JU, alice), notTooHigh(16 ether, FREE));
    }

    function test_answer_WhenTheAccountDepositsAfterTheDemand_ItIsLoweredByARootBeforeTheDeposit() public {
        demandAs(alice, JU);
        anchorBoth(9 ether, 6 ether);
        IExit.Leaves memory between = forest.leavesOf(JU, alice);
        aliceDeposits(100 ether);
        assertEq(exit.dueTo(alice, JU), FREE);
        anchorBoth(109 ether, 6 ether);
        vm.prank(anyone);
        exit.answer(alice, JU, 2, between);
        assertEq(exit.dueTo(alice, JU), 6 ether);
    }

    function test_answer_WhenNothingIsDemanded_ItReverts() public {
        answerExpecting(alice, 1, forest.leavesOf(JU, alice), notTooHigh(FREE, 0));
    }

    function test_answer_WhenTheDemandIsPaid_ItReverts() public {
        demandAs(alice, JU);
        payAmount(alice, JU, FREE);
        anchorBoth(0, 6 ether);
        answerExpecting(alice, 2, forest.leavesOf(JU, alice), notTooHigh(FREE, FREE));
    }

    function test_answer_WhenTheExitHasBegun_ItReverts() public {
        demandAs(alice, JU);
        anchorBoth(0, 6 ether);
        beginByPause();
        bytes memory refusal = abi.encodeWithSelector(IExit.AlreadyBegun.selector, block.timestamp);
        answerExpecting(alice, 2, forest.leavesOf(JU, alice), refusal);
    }

    function test_answer_WhenThereIsNoSuchEpoch_ItReverts() public {
        demandAs(alice, JU);
        bytes memory refusal = abi.encodeWithSelector(IExit.RootNotNewer.selector, 0, block.number);
        answerExpecting(alice, 2, forest.leavesOf(JU, alice), refusal);
    }

    function test_answer_WhenTheLeavesAreAnothers_ItReverts() public {
        demandAs(alice, JU);
        anchorBoth(21 ether, 0);
        bytes memory refusal = abi.encodeWithSelector(IExit.LeafNotProven.selector, 0);
        answerExpecting(alice, 2, forest.leavesOf(JU, bob), refusal);
    }
}
