// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IExit} from "../src/IExit.sol";
import {ILeaving} from "../src/ILeaving.sol";
import {DemandFixture} from "./support/DemandFixture.sol";

contract BeginForTest is DemandFixture {
    // beginFor

    function test_beginFor_WhenTheDemandIsYoungerThanFourteenDays_ItReverts() public {
        demandAs(alice, JU);
        vm.warp(START + 14 days - 1);
        assertFalse(exit.canBeginFor(alice, JU));
        beginForExpecting(alice, tooEarly());
    }

    /// forge-config: default.fuzz.runs = 64
    function testFuzz_beginFor_WhenTheDemandWasNeitherPaidNorAnsweredForFourteenDays_ItBeginsForAnyone(address sender)
        public
    {
        vm.warp(START + 1 days);
        demandAs(alice, JU);
        vm.warp(START + 10 days);
        anchorBoth(21 ether, 6 ether);
        vm.warp(START + 15 days);
        assertFalse(exit.canBegin());
        assertTrue(exit.canBeginFor(alice, JU));
        vm.expectEmit(address(exit));
        emit IExit.Begun(sender);
        vm.prank(sender);
        exit.beginFor(alice, JU);
        assertEq(exit.begunAt(), START + 15 days);
        assertTrue(vault.exited());
    }

    function test_beginFor_WhenTheDemandWasPaid_ItReverts() public {
        demandAs(alice, JU);
        payAmount(alice, JU, FREE);
        waitOut(alice, JU);
        beginForExpecting(alice, tooEarly());
    }

    function test_beginFor_WhenTheDemandWasWithdrawnWithAVoucher_ItReverts() public {
        demandAs(alice, JU);
        send(voucherOf(JU, FREE));
        waitOut(alice, JU);
        beginForExpecting(alice, tooEarly());
    }

    function test_beginFor_WhenTheDemandWasAnswered_ItReverts() public {
        demandAs(alice, JU);
        anchorBoth(0, 6 ether);
        answerFor(alice);
        waitOut(alice, JU);
        beginForExpecting(alice, tooEarly());
    }

    function test_beginFor_WhenTheDemandWasPaidInPart_ItBeginsForTheRest() public {
        demandAs(alice, JU);
        payAmount(alice, JU, FREE - 1);
        waitOut(alice, JU);
        assertEq(exit.dueTo(alice, JU), 1);
        exit.beginFor(alice, JU);
    }

    function test_beginFor_WhenTheDemandWasAnsweredInPart_ItBeginsForTheRest() public {
        demandAs(alice, JU);
        vm.warp(START + 13 days);
        anchorBoth(3 ether, 6 ether);
        answerFor(alice);
        waitOut(alice, JU);
        assertEq(exit.dueTo(alice, JU), 2 ether);
        exit.beginFor(alice, JU);
    }

    function test_beginFor_WhenTheDemandIsPaidAfterFourteenDays_ItReverts() public {
        demandAs(alice, JU);
        vm.warp(START + 20 days);
        assertTrue(exit.canBeginFor(alice, JU));
        payAmount(alice, JU, FREE);
        beginForExpecting(alice, tooEarly());
    }

    function test_beginFor_WhenNothingWasDemanded_ItReverts() public {
        vm.warp(START + 365 days);
        beginForExpecting(alice, tooEarly());
        beginForExpecting(carol, tooEarly());
    }

    function test_beginFor_WhenTheDemandIsOfAnotherToken_ItReverts() public {
        demandAs(alice, address(fmc));
        waitOut(alice, address(fmc));
        beginForExpecting(alice, tooEarly());
        exit.beginFor(alice, address(fmc));
    }

    function test_beginFor_WhenTheExitHasBegun_ItReverts() public {
        demandAs(alice, JU);
        beginByPause();
        beginForExpecting(alice, abi.encodeWithSelector(IExit.AlreadyBegun.selector, block.timestamp));
    }

    function test_beginFor_WhenWithdrawalsArePaused_ItBegins() public {
        demandAs(alice, JU);
        vm.warp(START + 13 days);
        vm.prank(pauser);
        vault.pauseWithdrawals();
        waitOut(alice, JU);
        exit.beginFor(alice, JU);
    }

    /// @dev Deposits after the demand are not part of it, however late the answer.
    function test_beginFor_WhenTheAccountDepositsBeforeTheDeadline_ItReverts() public {
        IExit.Leaves memory older = forest.leavesOf(JU, alice);
        anchorBoth(0, 6 ether);
        demandBy(alice, 1, older);
        anchorBoth(0, 6 ether);
        answerFor(alice);
        vm.warp(START + 14 days - 1);
        aliceDeposits(50 ether);
        vm.warp(START + 14 days);
        beginForExpecting(alice, tooEarly());
        anchorBoth(50 ether, 6 ether);
        beginForExpecting(alice, tooEarly());
    }

    function test_beginFor_WhenTheDemandExceedsTheCap_ItDoesNotBeginWhileTheCapIsPaidAsItRefills() public {
        _demandTwentyCaps();
        for (uint256 time = START; exit.dueTo(alice, JU) >= CAP; time += 11 hours) {
            vm.warp(time);
            assertFalse(exit.canBeginFor(alice, JU));
            _payAllThatCanBe();
        }
        assertGt(block.timestamp, START + 14 days);
        vm.warp(block.timestamp + 1 hours);
        assertFalse(exit.canBeginFor(alice, JU));
    }

    function test_beginFor_WhenTheDemandExceedsTheCap_ItBeginsOnceThreeQuartersOfTheCapCouldBePaid() public {
        _demandTwentyCaps();
        for (uint256 day; day < 14; ++day) {
            vm.warp(START + day * 1 days);
            _payAllThatCanBe();
        }
        vm.warp(START + 13 days + 20 hours);
        _payAllThatCanBe();
        vm.warp(START + 14 days + 14 hours - 1);
        assertGt(exit.dueTo(alice, JU), CAP);
        beginForExpecting(alice, tooEarly());
        vm.warp(START + 14 days + 14 hours);
        assertEq(vault.windowLeft(JU), CAP * 3 / 4);
        exit.beginFor(alice, JU);
    }

    function test_beginFor_WhenTheCapIsSpentForOthers_ItBeginsOnceAQuarterMoreThanTheRestIsLeft() public {
        demandAs(bob, JU);
        waitOut(bob, JU);
        assertTrue(exit.canBeginFor(bob, JU));
        aliceDeposits(200 ether);
        send(voucherOf(JU, CAP - BOBS_FREE - CAP / 4 + 1));
        beginForExpecting(bob, tooEarly());
        vm.warp(block.timestamp + 1);
        exit.beginFor(bob, JU);
    }

    function test_beginFor_WhenTheVaultHoldsLess_ItBeginsOnceAllOfItCouldBePaid() public {
        demandAs(bob, JU);
        waitOut(bob, JU);
        for (; vault.accounted(JU) > 1.2 ether; vm.warp(block.timestamp + WINDOW)) {
            (uint256 left, uint256 most) = (vault.windowLeft(JU), vault.accounted(JU) - 1.2 ether);
            send(voucherOf(JU, left < most ? left : most));
        }
        send(voucherOf(JU, 0.7 ether));
        assertEq(vault.capOf(JU), FLOOR);
        // Three quarters of the floor are more than the 0.5 that it holds.
        vm.warp(block.timestamp + WINDOW / 5 - 1);
        beginForExpecting(bob, tooEarly());
        vm.warp(block.timestamp + 1);
        assertEq(vault.windowLeft(JU), 0.5 ether);
        exit.beginFor(bob, JU);
    }

    /// @dev It starts at least a day before the deadline. The demand is one that the cap can pay within 56 days.
    /// forge-config: default.fuzz.runs = 24
    function testFuzz_beginFor_WhenTheSystemPaysAllThatFitsAtLeastEverySixHours_ItRevertsUntilAllIsPaid(
        uint256 size,
        uint256 from,
        uint256 interval
    ) public {
        from = bound(from, 0, 13 days);
        interval = bound(interval, 1 hours, 6 hours - 1);
        aliceDeposits(bound(size, MINIMUM, CAP * (56 days - from) / WINDOW - FREE));
        demandAs(alice, JU);
        vm.warp(START + from);
        for (; exit.dueTo(alice, JU) != 0; vm.warp(block.timestamp + interval)) {
            assertFalse(exit.canBeginFor(alice, JU));
            _payAllThatCanBe();
            assertFalse(exit.canBeginFor(alice, JU));
        }
        vm.warp(START + 365 days);
        beginForExpecting(alice, tooEarly());
    }

    /// @dev Bob demands by a root and has since spent, gained, deposited or withdrew anything; the system anchors
    /// daily, answers, and pays the rest.
    /// forge-config: default.fuzz.runs = 64
    function testFuzz_beginFor_WhenAClaimIsFalse_ItRevertsOnceItWasAnswered(
        uint64[3] memory owned,
        uint64 since,
        uint256 time,
        uint256 part
    ) public {
        anchorLocked(0, owned[0], 3);
        IExit.Leaves memory older = forest.leavesOf(JU, bob);
        if (older.parts[3].amount < 3) return;
        anchorLocked(0, owned[1], bound(part, 1, 5));
        demandBy(bob, 2, older);
        vm.warp(START + bound(time, 1, 13 days));
        anchorLocked(0, owned[2], bound(part, 1, 5));
        IExit.Leaves memory leaves = forest.leavesOf(JU, bob);
        (bool ok,) = address(exit).call(abi.encodeCall(IExit.answer, (bob, JU, 4, leaves)));
        uint256 free = owned[2] - leaves.locked;
        assertEq(exit.dueTo(bob, JU), ok ? free : uint256(owned[0]) - owned[0] / 3);
        assertLe(exit.dueTo(bob, JU), free);
        // A deposit changes nothing.
        vm.deal(bob, 100 ether);
        vm.prank(bob);
        vault.depositNative{value: uint256(since) + MINIMUM}(REF);
        if (exit.dueTo(bob, JU) != 0) payAmount(bob, JU, exit.dueTo(bob, JU));
        vm.warp(START + 60 days);
        beginForExpecting(bob, tooEarly());
    }

    function test_beginFor_WhenItBegins_ItPaysEachAccountExactlyInTheExit() public {
        demandAs(alice, JU);
        payAmount(alice, JU, 5 ether);
        collectAs(alice, JU, alice);
        payAmount(alice, JU, 2 ether);
        vm.prank(carol);
        vault.depositNative{value: 3 ether}(REF);
        waitOut(alice, JU);
        exit.beginFor(alice, JU);
        uint256 before = alice.balance;
        assertEq(redeemAs(alice, JU), 14 ether);
        assertEq(collectAs(alice, JU, alice), 2 ether);
        assertEq(alice.balance, before + 16 ether);
        assertEq(redeemAs(alice, address(fmc)), 21 ether);
        assertEq(redeemAs(bob, JU), 6 ether);
        vm.prank(carol);
        assertEq(exit.redeemNew(JU, carol), 3 ether);
        assertEq(address(vault).balance, vault.accounted(JU));
    }

    function test_beginFor_WhenItBegins_ItCannotBeUndone() public {
        demandAs(alice, JU);
        waitOut(alice, JU);
        exit.beginFor(alice, JU);
        payExpecting(voucherFor(alice, JU, 1 ether), abi.encodeWithSelector(ILeaving.Exited.selector));
        beginForExpecting(alice, abi.encodeWithSelector(IExit.AlreadyBegun.selector, block.timestamp));
        vm.expectRevert(abi.encodeWithSelector(IExit.AlreadyBegun.selector, block.timestamp));
        exit.begin();
        assertEq(exit.dueTo(alice, JU), FREE);
    }

    function _demandTwentyCaps() private {
        aliceDeposits(2000 ether);
        assertEq(demandAs(alice, JU), 2000 ether + FREE);
    }

    function _payAllThatCanBe() private {
        (uint256 left, uint256 due) = (vault.windowLeft(JU), exit.dueTo(alice, JU));
        payAmount(alice, JU, left < due ? left : due);
    }
}
