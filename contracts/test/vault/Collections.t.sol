// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IExit} from "../../src/IExit.sol";
import {ILeaving} from "../../src/ILeaving.sol";
import {IVault} from "../../src/IVault.sol";
import {DemandFixture} from "../support/DemandFixture.sol";
import {Closed} from "../support/OddTokens.sol";
import {Again, ClosedWallet} from "../support/Payees.sol";

contract CollectionsTest is DemandFixture {
    uint256 private constant GAS_PER_COLLECTION = 80_000;

    // collect

    function test_collect_ItPaysTheAccountOnce() public {
        _payAlice(JU, 5 ether);
        uint256 before = alice.balance;
        (uint64 seq, uint256 held) = (vault.seq(), vault.accounted(JU));
        vm.expectEmit(address(vault));
        emit ILeaving.Collected(alice, JU, alice, 5 ether);
        vm.prank(alice);
        uint256 gas = gasleft();
        uint256 amount = vault.collect(JU, alice);
        assertLt(gas - gasleft(), GAS_PER_COLLECTION);
        assertEq(amount, 5 ether);
        assertEq(alice.balance, before + 5 ether);
        assertEq(vault.collectable(alice, JU), 0);
        assertEq(vault.uncollected(JU), 0);
        assertEq(address(vault).balance, vault.accounted(JU));
        // It was accounted for, and numbered, when it was paid.
        assertEq(vault.accounted(JU), held);
        assertEq(vault.seq(), seq);
        _collectExpecting(alice, alice, IVault.ZeroAmount.selector);
    }

    function test_collect_WhenItNamesAnotherRecipient_ItPaysTheRecipient() public {
        _payAlice(JU, 5 ether);
        assertEq(collectAs(alice, JU, bob), 5 ether);
        assertEq(bob.balance, 5 ether);
    }

    function test_collect_WhenTwoPaymentsCame_ItPaysBoth() public {
        _payAlice(JU, 5 ether);
        payAmount(alice, JU, 2 ether);
        demandAs(bob, JU);
        payAmount(bob, JU, BOBS_FREE);
        assertEq(vault.uncollected(JU), 7 ether + BOBS_FREE);
        assertEq(collectAs(alice, JU, carol), 7 ether);
        assertEq(vault.uncollected(JU), BOBS_FREE);
        assertEq(collectAs(bob, JU, bob), BOBS_FREE);
    }

    function test_collect_WhenTheTokenIsFmc_ItPaysFmc() public {
        _payAlice(address(fmc), 5 ether);
        _collectExpecting(alice, alice, IVault.ZeroAmount.selector);
        assertEq(collectAs(alice, address(fmc), bob), 5 ether);
        assertEq(fmc.balanceOf(bob), 5 ether);
    }

    function test_collect_WhenThereIsNothing_ItReverts() public {
        demandAs(alice, JU);
        _collectExpecting(alice, alice, IVault.ZeroAmount.selector);
    }

    function test_collect_WhenTheRecipientIsZeroOrTheVault_ItReverts() public {
        _payAlice(JU, 5 ether);
        address[2] memory recipients = [address(0), address(vault)];
        for (uint256 i; i < 2; ++i) {
            vm.prank(alice);
            vm.expectRevert(abi.encodeWithSelector(IVault.InvalidRecipient.selector, recipients[i]));
            vault.collect(JU, recipients[i]);
        }
    }

    function test_collect_WhenWithdrawalsArePaused_ItPays() public {
        _payAlice(JU, 5 ether);
        vm.prank(pauser);
        vault.pauseWithdrawals();
        vm.prank(admin);
        vault.removeSigner();
        assertEq(collectAs(alice, JU, bob), 5 ether);
    }

    function test_collect_WhenTheExitHasBegun_ItPays() public {
        _payAlice(JU, 5 ether);
        beginByPause();
        assertEq(collectAs(alice, JU, bob), 5 ether);
        assertEq(redeemAs(alice, JU), 16 ether);
        assertEq(bob.balance, 5 ether);
    }

    function test_collect_WhenTheRecipientRefusesJu_ItRevertsAndLosesNothing() public {
        _payAlice(JU, 5 ether);
        address closed = address(new Closed());
        _collectExpecting(alice, closed, IVault.NativeTransferFailed.selector);
        assertEq(vault.collectable(alice, JU), 5 ether);
        assertEq(vault.uncollected(JU), 5 ether);
        assertEq(collectAs(alice, JU, bob), 5 ether);
    }

    function test_collect_WhenTheAccountIsAWalletThatRefusesJu_ItPaysAnotherRecipient() public {
        ClosedWallet wallet = new ClosedWallet(exit);
        _anchorOwing(address(wallet), 9 ether);
        wallet.demand(JU, 2, forest.leavesOf(JU, address(wallet)));
        payAmount(address(wallet), JU, 6 ether);
        assertEq(exit.dueTo(address(wallet), JU), 0);
        vm.expectRevert(IVault.NativeTransferFailed.selector);
        wallet.collect(JU, address(wallet));
        wallet.collect(JU, bob);
        assertEq(bob.balance, 6 ether);
    }

    function test_collect_WhenTheRecipientReentersCollect_ItPaysOnce() public {
        Again again = _payAgain();
        again.keep(address(vault), abi.encodeCall(ILeaving.collect, (JU, address(again))));
        again.collect(JU, address(again));
        assertTrue(again.tried());
        assertFalse(again.succeeded());
        assertEq(address(again).balance, 4 ether);
    }

    function test_collect_WhenTheRecipientReentersPaydemand_ItUsesNoVoucher() public {
        Again again = _payAgain();
        IVault.Voucher memory voucher = voucherFor(address(again), JU, 1 ether);
        again.keep(address(vault), abi.encodeCall(IVault.payDemand, (voucher, sign(voucher), cosign(voucher))));
        again.collect(JU, address(again));
        assertTrue(again.tried());
        assertFalse(vault.used(voucher.id));
        assertEq(vault.collectable(address(again), JU), 0);
    }

    function test_collect_WhenTheRecipientReentersWithADemand_ItDemandsNothingThatWasPaid() public {
        Again again = _payAgain();
        payAmount(address(again), JU, 2 ether);
        IExit.Leaves memory leaves = forest.leavesOf(JU, address(again));
        again.keep(address(exit), abi.encodeCall(IExit.demand, (JU, 2, leaves)));
        again.collect(JU, address(again));
        assertTrue(again.tried());
        assertFalse(again.succeeded());
        assertEq(exit.dueTo(address(again), JU), 0);
    }

    // rescue

    function test_rescue_WhenMoneyIsNotCollected_ItTakesNoneOfIt() public {
        _payAlice(JU, 5 ether);
        vm.deal(address(vault), address(vault).balance + 1);
        bytes memory data = abi.encodeCall(IVault.rescue, (JU, bob, 2));
        announce(data);
        vm.warp(block.timestamp + vault.CHANGE_DELAY());
        adminCallsExpecting(data, abi.encodeWithSelector(IVault.StrayExceeded.selector, JU, 2, 1));
        changeAnnounced(abi.encodeCall(IVault.rescue, (JU, bob, 1)));
        assertEq(collectAs(alice, JU, alice), 5 ether);
    }

    function _payAlice(address token, uint256 amount) private {
        demandAs(alice, token);
        payAmount(alice, token, amount);
    }

    /// @dev A contract that demanded 6 ether, of which 4 are paid.
    function _payAgain() private returns (Again again) {
        again = new Again(vault);
        _anchorOwing(address(again), 9 ether);
        again.demand(JU, 2, forest.leavesOf(JU, address(again)));
        payAmount(address(again), JU, 4 ether);
    }

    function _anchorOwing(address account, uint256 amount) private {
        (address[] memory accounts, uint256[] memory amounts) = (new address[](1), new uint256[](1));
        (accounts[0], amounts[0]) = (account, amount);
        anchorTree(JU, accounts, amounts);
    }

    function _collectExpecting(address account, address to, bytes4 refusal) private {
        vm.prank(account);
        vm.expectRevert(refusal);
        vault.collect(JU, to);
    }
}
