// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IChanges} from "../src/IChanges.sol";
import {IVault} from "../src/IVault.sol";
import {ThiefFixture} from "./support/ThiefFixture.sol";

/// @dev Maximum loss by theft of exactly one key; docs/operating/keys.md#stolen-keys has the same table.
contract StolenKeysTest is ThiefFixture {
    // signer

    function test_signer_ItTakesNothingWithoutTheAuditor() public {
        auditorKey = BAD_AUDITOR_KEY;
        failToTake(JU, 1);
        auditorKey = SIGNER_KEY;
        failToTake(JU, 1);
    }

    // auditor

    function test_auditor_ItTakesNothingWithoutTheSigner() public {
        signerKey = BAD_KEY;
        failToTake(JU, 1);
        signerKey = AUDITOR_KEY;
        failToTake(JU, 1);
    }

    // guard

    function test_guard_ItPausesAndTakesNothing() public {
        vm.startPrank(pauser);
        vault.pauseDeposits();
        vault.pauseWithdrawals();
        _allRevert();
        vm.stopPrank();
        assertEq(vault.accounted(JU), HELD);
    }

    function test_guard_WhenItVetoesAndPausesEverything_ItIsRevokedInTwoDays() public {
        _isRevokedDespiteAllItDoes(vault.PAUSER_ROLE(), pauser, canceller);
    }

    // canceller

    function test_canceller_ItCancelsVouchersAndTakesNothing() public {
        vm.startPrank(canceller);
        vault.cancelVoucher("voucher of a user");
        _allRevert();
        vm.stopPrank();
        assertEq(vault.accounted(JU), HELD);
    }

    function test_canceller_WhenItVetoesEverything_ItIsRevokedInTwoDays() public {
        _isRevokedDespiteAllItDoes(vault.CANCELLER_ROLE(), canceller, pauser);
    }

    // funder

    function test_funder_ItFundsAndDoesNothingElse() public {
        vm.startPrank(funder);
        vault.fundNative{value: 1}("treasury");
        _allRevert();
        vm.stopPrank();
        assertEq(vault.accounted(JU), HELD + 1);
    }

    // admin

    function test_admin_WhenItStopsWithdrawals_ItTakesNothingThoughNoOneVetoes() public {
        vm.deal(address(vault), HELD + 5 ether);
        bytes[] memory announced = adminStopsWhatItCan();
        assertFalse(aliceLeaves(1));
        for (uint256 day; day < 400; day += 2) {
            vm.warp(START + day * 1 days);
            for (uint256 i; i < announced.length; ++i) {
                assertFalse(adminTries(announced[i]));
                announce(announced[i]);
            }
        }
        (signerKey, auditorKey) = (BAD_KEY, BAD_AUDITOR_KEY);
        failToTake(JU, 1);
        assertEq(thief.balance, 0);
    }

    function test_admin_WhenAProtectorVetoes_ItTakesNothingAndDismissesNone() public {
        vm.deal(address(vault), HELD + 5 ether);
        bytes[] memory announced = announcements();
        for (uint256 i; i < announced.length; ++i) {
            announce(announced[i]);
            veto(i == 5 ? canceller : secondGuard, announced[i]);
        }
        vm.warp(START + 2 days);
        for (uint256 i; i < announced.length; ++i) {
            assertFalse(adminTries(announced[i]));
        }
        (signerKey, auditorKey) = (BAD_KEY, BAD_AUDITOR_KEY);
        failToTake(JU, 1);
        assertEq(thief.balance, 0);
        assertTrue(aliceLeaves(CAP));
    }

    function test_admin_WhenNoOneVetoes_ItTakesOneCapOnTheFourthDayAndEverybodyCouldLeaveForTwo() public {
        bytes memory loosest = abi.encodeCall(IVault.setTokenRule, (JU, loosestRule()));
        announce(badSigner());
        announce(badAuditor());
        announce(loosest);
        for (uint256 hour; hour < 48; hour += 12) {
            vm.warp(START + hour * 1 hours);
            assertTrue(aliceLeaves(CAP / 4));
        }
        vm.warp(START + 2 days - 1);
        assertFalse(adminTries(badSigner()));
        assertFalse(adminTries(loosest));
        vm.warp(START + 2 days);
        assertTrue(adminTries(loosest));
        assertTrue(adminTries(badSigner()));
        // No one leaves with another signer: the auditor is changed only two days later.
        vm.warp(START + 4 days - 1);
        assertFalse(adminTries(badAuditor()));
        vm.warp(START + 4 days);
        assertTrue(adminTries(badAuditor()));
        (signerKey, auditorKey) = (BAD_KEY, BAD_AUDITOR_KEY);
        uint256 share = vault.accounted(JU) * SHARE_BPS / 10_000;
        failToTake(JU, share + 1);
        take(JU, vault.windowLeft(JU));
        assertLe(thief.balance, share);
        // The guard pauses after the first payment that the ledger does not know.
        uint256 taken = thief.balance;
        guardPauses(pauser);
        announce(abi.encodeCall(IVault.unpauseWithdrawals, ()));
        assertFalse(adminTries(abi.encodeCall(IVault.unpauseWithdrawals, ())));
        vm.warp(START + 12 days);
        failToTake(JU, 1);
        assertEq(thief.balance, taken);
    }

    function test_admin_WhenItTightensARule_ItWaitsAgainWithTheNextChange() public {
        bytes memory tightest = abi.encodeCall(IVault.setTokenRule, (JU, tightestRule()));
        assertFalse(adminTries(tightest));
        announce(tightest);
        vm.warp(START + 1 days);
        announce(badSigner());
        vm.warp(START + 2 days);
        assertTrue(adminTries(tightest));
        vm.warp(START + 4 days - 1);
        assertFalse(adminTries(badSigner()));
        // The floor still leaves the vault.
        assertTrue(aliceLeaves(FLOOR / 2));
    }

    /// @dev The thief of one protector's key vetoes all it can and stops withdrawals; the admin and another protector
    /// revoke its role and resume.
    function _isRevokedDespiteAllItDoes(bytes32 role, address stolen, address honest) private {
        bytes memory revoke = revocation(role, stolen);
        bytes memory next = badSigner();
        announce(revoke);
        announce(next);
        veto(stolen, next);
        failToVeto(stolen, revoke);
        if (stolen == pauser) guardPauses(stolen);
        approve(honest, revoke);
        vm.warp(START + 2 days);
        assertTrue(adminTries(revoke));
        announceApproved(honest);
        assertTrue(adminTries(abi.encodeCall(IVault.unpauseWithdrawals, ())));
        assertTrue(aliceLeaves(1 ether));
        vm.prank(stolen);
        (bool ok,) = address(vault).call(abi.encodeCall(IVault.pauseWithdrawals, ()));
        assertFalse(ok);
        announce(next);
        failToVeto(stolen, next);
    }

    function announceApproved(address honest) private {
        bytes memory resume = abi.encodeCall(IVault.unpauseWithdrawals, ());
        announce(resume);
        approve(honest, resume);
    }

    /// @dev Expects that the present sender can call none of the admin's functions.
    function _allRevert() private {
        bytes[8] memory calls = [
            abi.encodeCall(IVault.setSigner, (thief)),
            abi.encodeCall(IVault.removeSigner, ()),
            abi.encodeCall(IVault.setTokenRule, (JU, rule())),
            abi.encodeCall(IChanges.announceChange, ("")),
            abi.encodeCall(IChanges.withdrawChange, (bytes32(0))),
            abi.encodeCall(IVault.rescue, (JU, thief, 1)),
            abi.encodeCall(IVault.unpauseDeposits, ()),
            abi.encodeCall(IVault.unpauseWithdrawals, ())
        ];
        for (uint256 i; i < calls.length; ++i) {
            (bool ok,) = address(vault).call(calls[i]);
            assertFalse(ok);
        }
    }
}
