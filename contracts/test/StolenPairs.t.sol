// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IChanges} from "../src/IChanges.sol";
import {IVault} from "../src/IVault.sol";
import {ThiefFixture} from "./support/ThiefFixture.sol";

/// @dev Maximum loss by theft of two keys, and of three where two sign vouchers; docs/operating/keys.md#stolen-keys has
/// the same table.
contract StolenPairsTest is ThiefFixture {
    bytes private _resume = abi.encodeCall(IVault.unpauseWithdrawals, ());

    // signer and auditor

    function test_signerAndAuditor_WhenTheGuardPauses_ItTookOneCapAndNothingMore() public {
        take(JU, CAP);
        take(address(fmc), CAP);
        guardPauses(pauser);
        vm.warp(START + 365 days);
        failToTake(JU, 1);
        failToTake(address(fmc), 1);
        assertEq(thief.balance, CAP);
        assertEq(fmc.balanceOf(thief), CAP);
    }

    function test_signerAndAuditor_WhenTheCapIsLarge_ItTakesTheShareOfWhatIsAccounted() public {
        changeAnnounced(abi.encodeCall(IVault.setTokenRule, (JU, loosestRule())));
        uint256 share = HELD * SHARE_BPS / 10_000;
        failToTake(JU, share + 1);
        take(JU, share);
        failToTake(JU, 1);
        assertEq(thief.balance, share);
    }

    function test_signerAndAuditor_WhenTheAdminRemovesTheSigner_ItTakesNothingMore() public {
        take(JU, CAP);
        vm.prank(admin);
        vault.removeSigner();
        vm.warp(START + 365 days);
        failToTake(JU, 1);
        assertEq(thief.balance, CAP);
    }

    function test_signerAndAuditor_WhenNoOneReacts_ItTakesTheCapAndItsRefill() public {
        take(JU, CAP);
        failToTake(JU, 1);
        vm.warp(START + WINDOW / 2);
        failToTake(JU, CAP / 2 + 1);
        take(JU, CAP / 2);
        assertEq(thief.balance, CAP + CAP / 2);
    }

    // signer and auditor and admin

    function test_signerAuditorAndAdmin_WhenTheGuardPauses_ItTookOneCapAndResumesNothing() public {
        take(JU, CAP);
        guardPauses(pauser);
        announce(_resume);
        assertFalse(adminTries(_resume));
        bytes[] memory announced = announcements();
        for (uint256 i; i < announced.length; ++i) {
            announce(announced[i]);
        }
        vm.warp(START + 8 days);
        for (uint256 i; i < announced.length; ++i) {
            assertFalse(adminTries(announced[i]));
        }
        failToTake(JU, 1);
        assertEq(thief.balance, CAP);
    }

    // admin and signer, or auditor

    function test_adminAndOneOfVouchers_WhenAProtectorVetoes_ItTakesNothing() public {
        announce(badAuditor());
        veto(canceller, badAuditor());
        announce(badSigner());
        veto(pauser, badSigner());
        vm.warp(START + 2 days);
        assertFalse(adminTries(badAuditor()));
        assertFalse(adminTries(badSigner()));
        (signerKey, auditorKey) = (SIGNER_KEY, BAD_AUDITOR_KEY);
        failToTake(JU, 1);
        (signerKey, auditorKey) = (BAD_KEY, AUDITOR_KEY);
        failToTake(JU, 1);
    }

    function test_adminAndOneOfVouchers_WhenNoOneVetoes_ItTakesOneCapAfterTwoDaysInWhichAllCouldLeave() public {
        announce(badAuditor());
        vm.warp(START + 2 days - 1);
        assertTrue(aliceLeaves(CAP / 2));
        assertFalse(adminTries(badAuditor()));
        vm.warp(START + 2 days);
        assertTrue(adminTries(badAuditor()));
        auditorKey = BAD_AUDITOR_KEY;
        take(JU, vault.windowLeft(JU));
        guardPauses(secondGuard);
        vm.warp(START + 8 days);
        assertFalse(adminTries(_resume));
        assertLe(thief.balance, CAP);
    }

    // one of vouchers with another

    function test_oneOfVouchersWithAnother_ItTakesNothing() public {
        vm.prank(funder);
        vault.fundNative{value: 1}("treasury");
        vm.prank(canceller);
        vault.cancelVoucher("one");
        auditorKey = BAD_AUDITOR_KEY;
        failToTake(JU, 1);
        (signerKey, auditorKey) = (BAD_KEY, AUDITOR_KEY);
        failToTake(JU, 1);
        guardPauses(pauser);
        assertEq(vault.accounted(JU), HELD + 1);
    }

    // admin and guard

    function test_adminAndGuard_WhenAnotherProtectorVetoes_ItTakesNothing() public {
        _takesNothingWithOneProtector(pauser, secondGuard, canceller);
    }

    function test_adminAndGuard_WhenNoOneVetoesForTwoDays_ItTakesACapPerWindow() public {
        vm.prank(admin);
        vault.removeSigner();
        announce(badSigner());
        approve(pauser, badSigner());
        announce(badAuditor());
        approve(pauser, badAuditor());
        vm.warp(START + 2 days - 1);
        assertFalse(adminTries(badSigner()));
        vm.warp(START + 2 days);
        assertTrue(adminTries(badSigner()));
        assertTrue(adminTries(badAuditor()));
        (signerKey, auditorKey) = (BAD_KEY, BAD_AUDITOR_KEY);
        take(JU, CAP);
        failToTake(JU, 1);
        guardPauses(secondGuard);
        // Only with an approval that no one vetoed; in the same block it takes what has refilled.
        vm.warp(block.timestamp + WINDOW);
        announce(_resume);
        approve(pauser, _resume);
        assertTrue(adminTries(_resume));
        take(JU, CAP);
        assertEq(thief.balance, 2 * CAP);
    }

    // admin and canceller

    function test_adminAndCanceller_WhenAnotherProtectorVetoes_ItTakesNothing() public {
        _takesNothingWithOneProtector(canceller, pauser, secondGuard);
    }

    // admin and funder

    function test_adminAndFunder_ItTakesNoMoreThanTheAdmin() public {
        bytes[] memory announced = adminStopsWhatItCan();
        vm.prank(funder);
        vault.fundNative{value: 10 ether}("treasury");
        vm.warp(START + 8 days);
        for (uint256 i; i < announced.length; ++i) {
            assertFalse(adminTries(announced[i]));
        }
        (signerKey, auditorKey) = (BAD_KEY, BAD_AUDITOR_KEY);
        failToTake(JU, 1);
    }

    // signer, auditor and guard

    function test_signerAuditorAndGuard_ItTakesOneCapUntilAnotherGuardPauses() public {
        take(JU, CAP);
        guardPauses(secondGuard);
        vm.prank(pauser);
        (bool ok,) = address(vault).call(_resume);
        assertFalse(ok);
        vm.warp(START + 365 days);
        failToTake(JU, 1);
        assertEq(thief.balance, CAP);
    }

    // signer, auditor and canceller

    function test_signerAuditorAndCanceller_ItTakesOneCapAndDelaysTheNextSignerByTwoDays() public {
        take(JU, CAP);
        guardPauses(pauser);
        bytes memory revoke = revocation(vault.CANCELLER_ROLE(), canceller);
        bytes memory next = abi.encodeCall(IVault.setSigner, (vm.addr(0xbeef)));
        announce(next);
        veto(canceller, next);
        announce(revoke);
        failToVeto(canceller, revoke);
        approve(pauser, revoke);
        vm.warp(START + 2 days);
        assertTrue(adminTries(revoke));
        announce(next);
        failToVeto(canceller, next);
        approve(pauser, next);
        vm.warp(START + 4 days);
        assertTrue(adminTries(next));
        assertEq(thief.balance, CAP);
    }

    // signer, auditor and funder

    function test_signerAuditorAndFunder_ItTakesNoMoreThanWithoutTheFunder() public {
        changeAnnounced(abi.encodeCall(IVault.setTokenRule, (JU, loosestRule())));
        uint256 share = HELD * SHARE_BPS / 10_000;
        vm.prank(funder);
        vault.fundNative{value: 100 ether}("treasury");
        take(JU, vault.windowLeft(JU));
        assertLt(thief.balance - 100 ether, share);
    }

    // two protectors

    function test_twoProtectors_ItTakesNothingAndKeepsWithdrawalsStopped() public {
        address[2] memory others = [secondGuard, canceller];
        for (uint256 i; i < others.length; ++i) {
            bytes memory first = revocation(vault.PAUSER_ROLE(), pauser);
            bytes memory second =
                revocation(others[i] == canceller ? vault.CANCELLER_ROLE() : vault.PAUSER_ROLE(), others[i]);
            guardPauses(pauser);
            announce(first);
            announce(second);
            veto(others[i], first);
            veto(pauser, second);
            assertFalse(aliceLeaves(1));
            vm.startPrank(others[i]);
            (bool ok,) = address(vault).call(badSigner());
            assertFalse(ok);
            vm.stopPrank();
        }
        assertEq(vault.accounted(JU), HELD);
    }

    // guard and funder

    function test_guardAndFunder_ItTakesNothing() public {
        vm.prank(funder);
        vault.fundNative{value: 1 ether}("treasury");
        guardPauses(pauser);
        assertEq(vault.accounted(JU), HELD + 1 ether);
    }

    /// @dev The thief of the admin's and a protector's key stops withdrawals, announces everything and approves it; the
    /// other protectors veto what is announced, each the revocation of the other.
    function _takesNothingWithOneProtector(address stolen, address first, address second) private {
        vm.deal(address(vault), HELD + 5 ether);
        bytes[] memory announced = adminStopsWhatItCan();
        for (uint256 i; i < announced.length; ++i) {
            bytes32 id = keccak256(announced[i]);
            vm.prank(stolen);
            (bool approved,) = address(vault).call(abi.encodeCall(IChanges.approveChange, (id)));
            vm.prank(first);
            (bool vetoed,) = address(vault).call(abi.encodeCall(IChanges.vetoChange, (id)));
            if (!vetoed) veto(second, announced[i]);
            // It cannot approve the revocation of its own role.
            assertEq(approved, keccak256(announced[i]) != _revocationOf(stolen));
        }
        vm.warp(START + 2 days);
        for (uint256 i; i < announced.length; ++i) {
            assertFalse(adminTries(announced[i]));
        }
        (signerKey, auditorKey) = (BAD_KEY, BAD_AUDITOR_KEY);
        failToTake(JU, 1);
        assertEq(thief.balance, 0);
    }

    function _revocationOf(address protector) private view returns (bytes32) {
        return keccak256(revocation(protector == canceller ? vault.CANCELLER_ROLE() : vault.PAUSER_ROLE(), protector));
    }
}
