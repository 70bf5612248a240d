// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IExit} from "../../src/IExit.sol";
import {IVault} from "../../src/IVault.sol";
import {ExitFixture} from "./ExitFixture.sol";

/// @dev Alice is owed 21 ether and bob 6, of JU and of FMC, a third of it in rounds.
abstract contract DemandFixture is ExitFixture {
    /// @dev Alice's money that is not in rounds, by the first root.
    uint256 internal constant FREE = 14 ether;
    uint256 internal constant BOBS_FREE = 4 ether;

    address internal anyone = makeAddr("anyone");
    address internal carol = makeAddr("carol");

    function setUp() public virtual override {
        super.setUp();
        aliceDeposits(30 ether);
        vm.deal(carol, 100 ether);
        anchorBoth(21 ether, 6 ether);
    }

    function newestEpoch(address token) internal view returns (uint64) {
        return anchors.epochOf(token);
    }

    /// @dev Demands by the newest root.
    function demandAs(address account, address token) internal returns (uint256) {
        IExit.Leaves memory leaves = forest.leavesOf(token, account);
        uint64 epoch = newestEpoch(token);
        vm.prank(account);
        return exit.demand(token, epoch, leaves);
    }

    /// @dev Demands JU by leaves of an epoch.
    function demandBy(address account, uint64 epoch, IExit.Leaves memory leaves) internal returns (uint256) {
        vm.prank(account);
        return exit.demand(JU, epoch, leaves);
    }

    function demandExpecting(address account, uint64 epoch, IExit.Leaves memory leaves, bytes memory refusal) internal {
        vm.prank(account);
        vm.expectRevert(refusal);
        exit.demand(JU, epoch, leaves);
    }

    function demandNewExpecting(address account, bytes memory refusal) internal {
        IExit.Leaves memory none;
        demandExpecting(account, 0, none, refusal);
    }

    /// @dev Anyone answers a demand of JU by the newest root.
    function answerFor(address account) internal {
        IExit.Leaves memory leaves = forest.leavesOf(JU, account);
        uint64 epoch = newestEpoch(JU);
        vm.prank(anyone);
        exit.answer(account, JU, epoch, leaves);
    }

    function answerExpecting(address account, uint64 epoch, IExit.Leaves memory leaves, bytes memory refusal) internal {
        vm.prank(anyone);
        vm.expectRevert(refusal);
        exit.answer(account, JU, epoch, leaves);
    }

    function notTooHigh(uint256 until, uint256 demanded) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IExit.NotTooHigh.selector, until, demanded);
    }

    function voucherFor(address account, address token, uint256 amount) internal returns (IVault.Voucher memory made) {
        made = voucherOf(token, amount);
        (made.account, made.to) = (account, account);
    }

    /// @dev Anyone uses a voucher for the demand of its account.
    function pay(IVault.Voucher memory voucher) internal {
        (bytes memory signature, bytes memory second) = (sign(voucher), cosign(voucher));
        vm.prank(anyone);
        vault.payDemand(voucher, signature, second);
    }

    function payAmount(address account, address token, uint256 amount) internal {
        pay(voucherFor(account, token, amount));
    }

    function payExpecting(IVault.Voucher memory voucher, bytes memory refusal) internal {
        (bytes memory signature, bytes memory second) = (sign(voucher), cosign(voucher));
        vm.prank(anyone);
        vm.expectRevert(refusal);
        vault.payDemand(voucher, signature, second);
    }

    function collectAs(address account, address token, address to) internal returns (uint256) {
        vm.prank(account);
        return vault.collect(token, to);
    }

    function beginForExpecting(address account, bytes memory refusal) internal {
        vm.prank(anyone);
        vm.expectRevert(refusal);
        exit.beginFor(account, JU);
    }

    function tooEarly() internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IExit.TooEarly.selector);
    }

    /// @dev The account's patience with its demand ends.
    function waitOut(address account, address token) internal {
        (uint64 demandedAt,,) = exit.demandOf(account, token);
        vm.warp(demandedAt + exit.PATIENCE());
    }

    /// @dev Anchors a tree of JU in which these are all of alice's and bob's, `part` being the part in rounds.
    function anchorLocked(uint256 ofAlice, uint256 ofBob, uint256 part) internal {
        forest.lock(part);
        anchorBoth(ofAlice, ofBob);
    }
}
