// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IAnchors} from "../src/IAnchors.sol";
import {IChanges} from "../src/IChanges.sol";
import {IExit} from "../src/IExit.sol";
import {ILeaving} from "../src/ILeaving.sol";
import {IVault} from "../src/IVault.sol";
import {ExitFixture} from "./support/ExitFixture.sol";
import {Forest} from "./support/Forest.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";

/// @dev The thief of any key, and of any two, does all it can for or against the exit.
contract ExitThievesTest is ExitFixture {
    address private thief = makeAddr("thief");
    uint256 private constant SCRIBE = 5;
    uint256 private constant AUDITOR = 7;

    function setUp() public override {
        super.setUp();
        aliceDeposits(30 ether);
        anchorBoth(20 ether, 7 ether);
    }

    function test_oneKeyOrTwo_WhenWithdrawalsArePaused_ItPreventsNoExit() public {
        address[8] memory keys = allKeys();
        for (uint256 i; i < keys.length; ++i) {
            for (uint256 j; j <= i; ++j) {
                // Scribe and auditor together state the debts.
                if (i == AUDITOR && j == SCRIBE) continue;
                uint256 snapshot = vm.snapshotState();
                vm.prank(secondGuard);
                vault.pauseWithdrawals();
                for (uint256 day; day < 3; ++day) {
                    _doEverything(keys[i], keys[j]);
                    vm.warp(block.timestamp + 6 days);
                }
                exit.begin();
                _doEverything(keys[i], keys[j]);
                assertEq(redeemAs(alice, JU), 20 ether);
                assertEq(redeemAs(bob, address(fmc)), 7 ether);
                assertEq(thief.balance + fmc.balanceOf(thief), 0);
                vm.revertToState(snapshot);
            }
        }
    }

    function test_oneKeyOrTwo_WhenTheTimeHasNotCome_ItCausesNoExit() public {
        address[8] memory keys = allKeys();
        for (uint256 i; i < keys.length; ++i) {
            for (uint256 j; j <= i; ++j) {
                uint256 snapshot = vm.snapshotState();
                vm.warp(START + 1 days);
                _doEverything(keys[i], keys[j]);
                vm.warp(START + 14 days - 1);
                _doEverything(keys[i], keys[j]);
                assertEq(exit.begunAt(), 0);
                assertFalse(vault.exited());
                vm.revertToState(snapshot);
            }
        }
    }

    function test_scribeAndAuditor_WhenAnHonestRootFollows_ItTakesNothing() public {
        Forest false_ = _anchorFalse();
        anchorBoth(20 ether, 7 ether);
        beginByPause();
        IExit.Leaves memory leaves = false_.leavesOf(JU, thief);
        redeemExpecting(thief, JU, leaves, abi.encodeWithSelector(IExit.LeafNotProven.selector, 0));
        assertEq(redeemAs(alice, JU), 20 ether);
    }

    function test_scribeAndAuditor_WhenNoOneAnchorsForFourteenDays_ItTakesWhatItsRootStates() public {
        Forest false_ = _anchorFalse();
        beginByPause();
        IExit.Leaves memory leaves = false_.leavesOf(JU, thief);
        vm.prank(thief);
        assertEq(exit.redeem(JU, thief, leaves), HELD + 30 ether);
    }

    function _anchorFalse() private returns (Forest false_) {
        false_ = new Forest(vault);
        (address[] memory accounts, uint256[] memory amounts) = (new address[](1), new uint256[](1));
        (accounts[0], amounts[0]) = (thief, vault.accounted(JU));
        false_.plant(JU, accounts, amounts);
        IAnchors.Statement memory made = false_.statement(JU);
        bytes memory signature = signLiabilities(AUDITOR_KEY, made);
        vm.prank(scribe);
        anchors.anchorLiabilities(made, signature);
        vm.roll(block.number + 1);
    }

    function _doEverything(address one, address two) private {
        callAll([one, two], _calls());
    }

    /// @dev The last call pauses, so that an opening is one for a moment.
    function _calls() private returns (bytes[] memory made) {
        bytes memory open = abi.encodeCall(IVault.unpauseWithdrawals, ());
        IVault.TokenRule memory tighter = rule();
        tighter.windowCap = FLOOR;
        IAnchors.Statement memory lie = IAnchors.Statement(JU, "lie", 1, 0, 0, uint64(block.number));
        made = new bytes[](17);
        made[0] = abi.encodeCall(IChanges.announceChange, (open));
        made[1] = abi.encodeCall(IChanges.approveChange, (keccak256(open)));
        made[2] = open;
        made[3] = abi.encodeCall(IVault.removeSigner, ());
        made[4] = abi.encodeCall(IVault.setTokenRule, (JU, tighter));
        made[5] = abi.encodeCall(IChanges.announceChange, (abi.encodeCall(IVault.rescue, (JU, thief, 1))));
        made[6] = abi.encodeCall(IVault.rescue, (JU, thief, 1));
        made[7] = abi.encodeCall(ILeaving.beginExit, ());
        made[8] = abi.encodeCall(ILeaving.payExit, (JU, thief, thief, 1 ether));
        made[9] = abi.encodeCall(IExit.begin, ());
        made[10] = abi.encodeCall(IExit.redeemNew, (JU, thief));
        made[11] = abi.encodeCall(IExit.redeem, (JU, thief, forest.leavesOf(JU, alice)));
        made[12] = abi.encodeCall(IAnchors.anchorLiabilities, (lie, signLiabilities(AUDITOR_KEY - 1, lie)));
        made[13] = abi.encodeCall(IAccessControl.grantRole, (anchors.ANCHOR_ROLE(), thief));
        made[14] = abi.encodeCall(IAccessControl.revokeRole, (anchors.ANCHOR_ROLE(), scribe));
        made[15] = abi.encodeCall(IVault.pauseDeposits, ());
        made[16] = abi.encodeCall(IVault.pauseWithdrawals, ());
    }
}
