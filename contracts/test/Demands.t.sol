// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IExit} from "../src/IExit.sol";
import {ILeaving} from "../src/ILeaving.sol";
import {IVault} from "../src/IVault.sol";
import {DemandFixture} from "./support/DemandFixture.sol";

contract DemandsTest is DemandFixture {
    uint256 private constant GAS_PER_DEMAND = 250_000;

    // demand

    function test_demand_ItDemandsTheLeavesLessTheMoneyInRounds() public {
        IExit.Leaves memory leaves = forest.leavesOf(JU, alice);
        vm.prank(alice);
        uint256 gas = gasleft();
        uint256 due = exit.demand(JU, 1, leaves);
        assertLt(gas - gasleft(), GAS_PER_DEMAND);
        assertEq(due, FREE);
        assertEq(exit.dueTo(alice, JU), FREE);
        (uint64 demandedAt, uint64 blockNumber, uint112 until) = exit.demandOf(alice, JU);
        assertEq(demandedAt, block.timestamp);
        assertEq(blockNumber, block.number);
        assertEq(until, FREE);
        assertEq(exit.dueTo(alice, address(fmc)), 0);
        assertEq(exit.dueTo(bob, JU), 0);
    }

    function test_demand_ItRecordsTheDemandWithTheNextNumber() public {
        send(voucherOf(JU, 2 ether));
        uint64 seq = vault.seq();
        vm.expectEmit(address(vault));
        emit ILeaving.Demanded(seq + 1, alice, JU, uint112(FREE), uint64(block.timestamp));
        demandAs(alice, JU);
        assertEq(vault.seq(), seq + 1);
    }

    /// forge-config: default.fuzz.runs = 64
    function testFuzz_demand_ItDemandsAllThatTheAccountOwnsToTheLastUnit(uint64 owned, uint64 since, uint64 gone)
        public
    {
        anchorBoth(owned, 0);
        since = uint64(bound(since, MINIMUM, type(uint64).max));
        gone = uint64(bound(gone, 1, type(uint64).max));
        aliceDeposits(since);
        send(voucherOf(JU, gone));
        uint256 free = uint256(owned) - owned / 3 + since;
        if (free <= gone) {
            bytes memory refusal = abi.encodeWithSelector(IExit.NothingOwed.selector);
            demandExpecting(alice, 2, forest.leavesOf(JU, alice), refusal);
        } else {
            assertEq(demandAs(alice, JU), free - gone);
        }
    }

    function test_demand_WhenTheRootIsAnOlderOne_ItDemandsByThatRoot() public {
        IExit.Leaves memory older = forest.leavesOf(JU, alice);
        aliceDeposits(3 ether);
        anchorBoth(0, 0);
        assertEq(demandBy(alice, 1, older), FREE + 3 ether);
    }

    function test_demand_WhenMoneyCameAndWentSinceTheRoot_ItCountsBoth() public {
        aliceDeposits(5 ether);
        send(voucherOf(JU, 2 ether));
        assertEq(demandAs(alice, JU), FREE + 3 ether);
        (,, uint112 until) = exit.demandOf(alice, JU);
        assertEq(until, FREE + 5 ether);
    }

    function test_demand_WhenTheEpochIsZero_ItDemandsTheDepositsLessTheWithdrawals() public {
        IExit.Leaves memory none;
        vm.prank(carol);
        vault.depositNative{value: 5 ether}(REF);
        IVault.Voucher memory voucher = voucherFor(carol, JU, 2 ether);
        withdrawAs(carol, voucher, sign(voucher));
        assertEq(demandBy(carol, 0, none), 3 ether);
        payAmount(carol, JU, 3 ether);
        assertEq(collectAs(carol, JU, carol), 3 ether);
        assertEq(carol.balance, 100 ether);
    }

    function test_demand_WhenTheAccountNeverDepositedAndNamesNoEpoch_ItReverts() public {
        demandNewExpecting(bob, abi.encodeWithSelector(IExit.NothingOwed.selector));
    }

    function test_demand_WhenEverythingIsInRounds_ItReverts() public {
        anchorLocked(21 ether, 6 ether, 1);
        bytes memory refusal = abi.encodeWithSelector(IExit.NothingOwed.selector);
        demandExpecting(alice, 2, forest.leavesOf(JU, alice), refusal);
    }

    function test_demand_WhenEverythingWasWithdrawnSinceTheRoot_ItReverts() public {
        send(voucherOf(JU, FREE));
        bytes memory refusal = abi.encodeWithSelector(IExit.NothingOwed.selector);
        demandExpecting(alice, 1, forest.leavesOf(JU, alice), refusal);
    }

    function test_demand_WhenAnEarlierDemandIsOpen_ItReverts() public {
        demandAs(alice, JU);
        payAmount(alice, JU, FREE - 1);
        aliceDeposits(5 ether);
        bytes memory refusal = abi.encodeWithSelector(IExit.AlreadyDemanded.selector, 1);
        demandExpecting(alice, 1, forest.leavesOf(JU, alice), refusal);
        demandNewExpecting(alice, refusal);
        assertEq(demandAs(alice, address(fmc)), FREE);
    }

    function test_demand_WhenTheEarlierDemandIsPaid_ItDemandsAgain() public {
        demandAs(alice, JU);
        payAmount(alice, JU, FREE);
        bytes memory refusal = abi.encodeWithSelector(IExit.NothingOwed.selector);
        demandExpecting(alice, 1, forest.leavesOf(JU, alice), refusal);
        vm.warp(START + 1 days);
        aliceDeposits(5 ether);
        assertEq(demandAs(alice, JU), 5 ether);
        (uint64 demandedAt,, uint112 until) = exit.demandOf(alice, JU);
        assertEq(demandedAt, START + 1 days);
        assertEq(until, FREE + 5 ether);
    }

    function test_demand_WhenTheEarlierDemandWasAnsweredWithNothing_ItDemandsAgain() public {
        IExit.Leaves memory older = forest.leavesOf(JU, alice);
        demandAs(alice, JU);
        anchorBoth(0, 6 ether);
        answerFor(alice);
        vm.warp(START + 13 days);
        assertEq(demandBy(alice, 1, older), FREE);
        // The time counts again from here, and the answer must be newer too.
        vm.warp(START + 14 days);
        assertFalse(exit.canBeginFor(alice, JU));
        bytes memory refusal = abi.encodeWithSelector(IExit.RootNotNewer.selector, block.number - 2, block.number);
        answerExpecting(alice, 2, forest.leavesOf(JU, alice), refusal);
    }

    function test_demand_WhenWithdrawalsArePaused_ItDemands() public {
        vm.prank(pauser);
        vault.pauseWithdrawals();
        assertEq(demandAs(alice, JU), FREE);
    }

    function test_demand_WhenTheExitHasBegun_ItReverts() public {
        beginByPause();
        bytes memory refusal = abi.encodeWithSelector(IExit.AlreadyBegun.selector, block.timestamp);
        demandExpecting(alice, 1, forest.leavesOf(JU, alice), refusal);
    }

    function test_demand_WhenTheLeavesAreAnothers_ItReverts() public {
        bytes memory refusal = abi.encodeWithSelector(IExit.LeafNotProven.selector, 0);
        demandExpecting(bob, 1, forest.leavesOf(JU, alice), refusal);
        demandExpecting(carol, 1, forest.leavesOf(JU, alice), refusal);
    }

    function test_demand_WhenThereIsNoSuchEpoch_ItReverts() public {
        bytes memory refusal = abi.encodeWithSelector(IExit.LeafNotProven.selector, 0);
        demandExpecting(alice, 2, forest.leavesOf(JU, alice), refusal);
    }

    function test_demand_WhenALeafIsLeftOut_ItReverts() public {
        IExit.Leaves memory leaves = forest.leavesOf(JU, alice);
        IExit.Part[] memory three = new IExit.Part[](3);
        (three[0], three[1], three[2]) = (leaves.parts[0], leaves.parts[1], leaves.parts[2]);
        leaves.parts = three;
        demandExpecting(alice, 1, leaves, abi.encodeWithSelector(IExit.LeavesMissing.selector, 3));
    }

    /// @dev Scribe and auditor state false debts in a token that the vault never had.
    function test_demand_WhenTheVaultHasNoRulesForTheToken_ItReverts() public {
        address unknown = makeAddr("unknown token");
        (address[] memory accounts, uint256[] memory amounts) = (new address[](1), new uint256[](1));
        (accounts[0], amounts[0]) = (carol, 900 ether);
        anchorTree(unknown, accounts, amounts);
        IExit.Leaves memory lie = forest.leavesOf(unknown, carol);
        for (uint64 epoch; epoch < 2; ++epoch) {
            vm.prank(carol);
            vm.expectRevert(abi.encodeWithSelector(IExit.UnknownToken.selector, unknown));
            exit.demand(unknown, epoch, lie);
        }
        waitOut(carol, unknown);
        assertFalse(exit.canBeginFor(carol, unknown));
    }

    function test_demand_WhenTheTokenIsNoLongerListed_ItDemands() public {
        delist(JU);
        assertEq(demandAs(alice, JU), FREE);
    }

    function test_demand_WhenTheRootIsOfAnotherToken_ItReverts() public {
        anchorTree(address(fmc), new address[](0), new uint256[](0));
        bytes memory refusal = abi.encodeWithSelector(IExit.LeafNotProven.selector, 0);
        IExit.Leaves memory leaves = forest.leavesOf(JU, alice);
        vm.prank(alice);
        vm.expectRevert(refusal);
        exit.demand(address(fmc), 2, leaves);
    }

    /// forge-config: default.fuzz.runs = 64
    function testFuzz_demand_WhenAFigureIsChanged_ItReverts(uint256 which, uint256 by) public {
        by = bound(by, 1, type(uint128).max);
        which = bound(which, 0, 4);
        IExit.Leaves memory leaves = forest.leavesOf(JU, alice);
        if (which == 0) leaves.salt = bytes32(uint256(leaves.salt) ^ by);
        if (which == 1) leaves.deposited ^= by;
        if (which == 2) leaves.withdrawn ^= by;
        if (which == 3) leaves.locked ^= by;
        if (which == 4) leaves.parts[0].amount ^= by;
        demandExpecting(alice, 1, leaves, abi.encodeWithSelector(IExit.LeafNotProven.selector, 0));
    }
}
