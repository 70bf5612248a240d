// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IAnchors} from "../src/IAnchors.sol";
import {IChanges} from "../src/IChanges.sol";
import {IExit} from "../src/IExit.sol";
import {ILeaving} from "../src/ILeaving.sol";
import {IVault} from "../src/IVault.sol";
import {DemandFixture} from "./support/DemandFixture.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";

/// @dev The thief of any key, and of any two, does all it can for or against a demand.
contract DemandThievesTest is DemandFixture {
    uint256 private constant SCRIBE = 5;
    uint256 private constant AUDITOR = 7;
    uint256 private constant WRONG_KEY = 0xbad;
    address private thief = makeAddr("thief");

    function test_oneKeyOrTwo_WhenADemandIsNotPaid_ItPreventsNoExit() public {
        address[8] memory keys = allKeys();
        demandAs(alice, JU);
        bytes[] memory calls = _calls();
        for (uint256 i; i < keys.length; ++i) {
            for (uint256 j; j <= i; ++j) {
                // Scribe and auditor together state the debts.
                if (i == AUDITOR && j == SCRIBE) continue;
                uint256 snapshot = vm.snapshotState();
                for (uint256 day; day < 14; day += 3) {
                    vm.warp(START + day * 1 days);
                    callAll([keys[i], keys[j]], calls);
                }
                vm.warp(START + 14 days - 1);
                beginForExpecting(alice, tooEarly());
                assertEq(exit.dueTo(alice, JU), FREE);
                vm.warp(START + 14 days);
                exit.beginFor(alice, JU);
                callAll([keys[i], keys[j]], calls);
                assertEq(redeemAs(alice, JU), 21 ether);
                assertEq(redeemAs(bob, address(fmc)), 6 ether);
                assertEq(thief.balance, 0);
                vm.revertToState(snapshot);
            }
        }
    }

    function test_oneKeyOrTwo_WhenADemandWasPaid_ItTakesNothingOfIt() public {
        address[8] memory keys = allKeys();
        demandAs(alice, JU);
        payAmount(alice, JU, 5 ether);
        bytes[] memory calls = _calls();
        for (uint256 i; i < keys.length; ++i) {
            for (uint256 j; j <= i; ++j) {
                uint256 snapshot = vm.snapshotState();
                for (uint256 day; day < 9; day += 4) {
                    vm.warp(START + day * 1 days);
                    callAll([keys[i], keys[j]], calls);
                }
                assertEq(vault.collectable(alice, JU), 5 ether);
                assertEq(vault.uncollected(JU), 5 ether);
                assertEq(collectAs(alice, JU, carol), 5 ether);
                assertEq(carol.balance, 105 ether);
                assertEq(thief.balance, 0);
                vm.revertToState(snapshot);
            }
        }
    }

    /// @dev The thief owned 9 ether once and spent them.
    function test_oneKeyOrTwo_WhenAFalseDemandIsAnswered_ItCausesNoExit() public {
        address[8] memory keys = allKeys();
        _anchorThief(9 ether);
        IExit.Leaves memory older = forest.leavesOf(JU, thief);
        _anchorThief(0);
        demandBy(thief, 2, older);
        vm.warp(START + 1 hours);
        anchorBoth(21 ether, 6 ether);
        _anchorThief(0);
        IExit.Leaves memory newest = forest.leavesOf(JU, thief);
        bytes[] memory calls = _calls();
        for (uint256 i; i < keys.length; ++i) {
            for (uint256 j; j <= i; ++j) {
                uint256 snapshot = vm.snapshotState();
                callAll([keys[i], keys[j]], calls);
                assertEq(exit.dueTo(thief, JU), 6 ether);
                vm.prank(anyone);
                exit.answer(thief, JU, 5, newest);
                for (uint256 day = 3; day < 14; day += 4) {
                    vm.warp(START + day * 1 days);
                    callAll([keys[i], keys[j]], calls);
                }
                vm.warp(START + 14 days);
                callAll([keys[i], keys[j]], calls);
                beginForExpecting(thief, tooEarly());
                assertEq(exit.begunAt(), 0);
                assertEq(thief.balance, 0);
                vm.revertToState(snapshot);
            }
        }
    }

    function test_scribeAndAuditor_WhenAnHonestRootFollows_ItCausesNoExit() public {
        uint256 snapshot = vm.snapshotState();
        _anchorThief(900 ether);
        IExit.Leaves memory lie = forest.leavesOf(JU, thief);
        assertEq(demandBy(thief, 2, lie), 600 ether);
        // An honest tree has leaves of everyone who demands, of nothing too.
        _anchorThief(0);
        answerFor(thief);
        waitOut(thief, JU);
        beginForExpecting(thief, tooEarly());
        vm.revertToState(snapshot);
    }

    function test_scribeAndAuditor_WhenNoOneAnswersItsFalseDemand_ItTakesNothingByTheNewestRoot() public {
        _anchorThief(900 ether);
        IExit.Leaves memory lie = forest.leavesOf(JU, thief);
        demandBy(thief, 2, lie);
        anchorBoth(21 ether, 6 ether);
        waitOut(thief, JU);
        exit.beginFor(thief, JU);
        redeemExpecting(thief, JU, lie, abi.encodeWithSelector(IExit.LeafNotProven.selector, 0));
        assertEq(redeemAs(alice, JU), 21 ether);
        assertEq(redeemAs(bob, JU), 6 ether);
    }

    /// @dev The operator holds the cap down: its own money, here alice's, goes out and in again.
    function test_signerAndAuditor_WhenTheySpendTheCapOnThemselves_ItDelaysTheExitToFiftySixDays() public {
        forest.lock(1000);
        anchorBoth(21 ether, 60 ether);
        demandAs(bob, JU);
        for (uint256 time = START; time < START + 56 days; time += 12 hours) {
            vm.warp(time);
            assertFalse(exit.canBeginFor(bob, JU));
            IVault.Voucher memory own = voucherFor(alice, JU, vault.windowLeft(JU));
            send(own);
            aliceDeposits(own.amount);
        }
        vm.warp(START + 56 days - 1);
        beginForExpecting(bob, tooEarly());
        vm.warp(START + 56 days);
        assertLt(vault.windowLeft(JU), exit.dueTo(bob, JU));
        exit.beginFor(bob, JU);
        assertEq(redeemAs(bob, JU), 60 ether);
    }

    function test_admin_WhenItTightensARuleWhoseCapIsSpent_ItDelaysNoExit() public {
        demandAs(bob, JU);
        IVault.TokenRule memory tighter = rule();
        (tighter.windowCap, tighter.window) = (FLOOR, vault.MAX_WINDOW());
        bytes memory data = abi.encodeCall(IVault.setTokenRule, (JU, tighter));
        announce(data);
        vm.warp(START + 2 days);
        send(voucherOf(JU, CAP));
        adminCalls(data);
        assertEq(vault.windowLeft(JU), 0);
        vm.warp(START + 14 days - 1);
        beginForExpecting(bob, tooEarly());
        vm.warp(START + 14 days);
        exit.beginFor(bob, JU);
    }

    /// @dev A tree of JU in which the thief is owed this amount, and alice and bob theirs.
    function _anchorThief(uint256 amount) private {
        (address[] memory accounts, uint256[] memory amounts) = (new address[](3), new uint256[](3));
        (accounts[0], accounts[1], accounts[2]) = (alice, bob, thief);
        (amounts[0], amounts[1], amounts[2]) = (21 ether, 6 ether, amount);
        anchorTree(JU, accounts, amounts);
    }

    function _calls() private returns (bytes[] memory made) {
        IVault.TokenRule memory tighter = rule();
        (tighter.windowCap, tighter.window) = (FLOOR, vault.MAX_WINDOW());
        IVault.TokenRule memory unlisted = rule();
        unlisted.listed = false;
        IVault.Voucher memory voucher = voucherFor(alice, JU, 1 ether);
        IVault.Voucher memory forged = voucherFor(alice, JU, 1 ether);
        IExit.Leaves memory leaves = forest.leavesOf(JU, alice);
        IExit.Leaves memory locked = forest.leavesOf(JU, alice);
        locked.locked = 21 ether;
        IAnchors.Statement memory lie = IAnchors.Statement(JU, "lie", 1, 0, 0, uint64(block.number));
        bytes memory tighten = abi.encodeCall(IVault.setTokenRule, (JU, tighter));
        bytes memory rescue = abi.encodeCall(IVault.rescue, (JU, thief, 1));
        made = new bytes[](26);
        made[0] = abi.encodeCall(IChanges.announceChange, (tighten));
        made[1] = abi.encodeCall(IChanges.approveChange, (keccak256(tighten)));
        made[2] = tighten;
        made[3] = abi.encodeCall(IVault.setTokenRule, (JU, unlisted));
        made[4] = abi.encodeCall(IVault.removeSigner, ());
        made[5] = abi.encodeCall(IVault.cancelVoucher, (voucher.id));
        made[6] = abi.encodeCall(ILeaving.recordDemand, (alice, JU, 0, START));
        made[7] = abi.encodeCall(ILeaving.beginExit, ());
        made[8] = abi.encodeCall(ILeaving.payExit, (JU, thief, thief, 1 ether));
        made[9] = abi.encodeCall(ILeaving.collect, (JU, thief));
        made[10] = abi.encodeCall(IVault.payDemand, (forged, sign(forged), signWith(WRONG_KEY, forged)));
        made[11] = abi.encodeCall(IVault.payDemand, (forged, signWith(WRONG_KEY, forged), cosign(forged)));
        made[12] = abi.encodeCall(IExit.answer, (alice, JU, 1, leaves));
        made[13] = abi.encodeCall(IExit.answer, (alice, JU, newestEpoch(JU), locked));
        made[14] = abi.encodeCall(IExit.demand, (JU, 1, leaves));
        made[15] = abi.encodeCall(IExit.demand, (JU, 0, leaves));
        made[16] = abi.encodeCall(IExit.beginFor, (alice, JU));
        made[17] = abi.encodeCall(IExit.beginFor, (thief, JU));
        made[18] = abi.encodeCall(IExit.begin, ());
        made[19] = abi.encodeCall(IAnchors.anchorLiabilities, (lie, signLiabilities(WRONG_KEY, lie)));
        made[20] = abi.encodeCall(IAccessControl.grantRole, (anchors.ANCHOR_ROLE(), thief));
        made[21] = abi.encodeCall(IAccessControl.revokeRole, (anchors.ANCHOR_ROLE(), scribe));
        made[22] = abi.encodeCall(IChanges.announceChange, (rescue));
        made[23] = rescue;
        made[24] = abi.encodeCall(IVault.pauseDeposits, ());
        made[25] = abi.encodeCall(IVault.pauseWithdrawals, ());
    }
}
