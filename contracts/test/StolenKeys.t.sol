// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../src/IVault.sol";
import {VaultFixture} from "./support/VaultFixture.sol";

/// @dev Maximum loss by theft of exactly one key; docs/operating/keys.md#stolen-keys has the same table.
contract StolenKeysTest is VaultFixture {
    address private _thief = makeAddr("thief");
    uint256 private _vouchers;

    // signer

    function test_signer_WhenTheGuardPauses_ItTookOneCapAndNothingMore() public {
        _take(JU, SIGNER_KEY, CAP);
        _take(address(fmc), SIGNER_KEY, CAP);
        vm.prank(pauser);
        vault.pauseWithdrawals();
        vm.warp(START + 365 days);
        _failToTake(JU, SIGNER_KEY, 1);
        _failToTake(address(fmc), SIGNER_KEY, 1);
        assertEq(_thief.balance, CAP);
        assertEq(fmc.balanceOf(_thief), CAP);
    }

    function test_signer_WhenTheAdminRemovesIt_ItTakesNothingMore() public {
        _take(JU, SIGNER_KEY, CAP);
        vm.prank(admin);
        vault.removeSigner();
        vm.warp(START + 365 days);
        _failToTake(JU, SIGNER_KEY, 1);
        assertEq(_thief.balance, CAP);
    }

    function test_signer_WhenNoOneReacts_ItTakesTheCapAndItsRefill() public {
        _take(JU, SIGNER_KEY, CAP);
        _failToTake(JU, SIGNER_KEY, 1);
        vm.warp(START + WINDOW / 2);
        _failToTake(JU, SIGNER_KEY, CAP / 2 + 1);
        _take(JU, SIGNER_KEY, CAP / 2);
        assertEq(_thief.balance, CAP + CAP / 2);
    }

    // guard

    function test_guard_ItPausesAndDoesNothingElse() public {
        vm.startPrank(pauser);
        vault.pauseDeposits();
        vault.pauseWithdrawals();
        _allRevert();
        vm.stopPrank();
        assertEq(vault.accounted(JU), HELD);
    }

    // canceller

    function test_canceller_ItCancelsVouchersAndDoesNothingElse() public {
        vm.startPrank(canceller);
        vault.cancelVoucher("voucher of a user");
        _allRevert();
        vm.stopPrank();
        assertEq(vault.accounted(JU), HELD);
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

    function test_admin_WhenTheDelayHasNotPassed_ItTakesNothing() public {
        IVault.TokenRule memory loosest = rule();
        loosest.window = CEILING_WINDOW;
        loosest.windowCap = CEILING_CAP;
        vm.deal(address(vault), HELD + 5 ether);
        bytes[3] memory calls = [
            abi.encodeCall(IVault.setSigner, (vm.addr(0xbad))),
            abi.encodeCall(IVault.setTokenRule, (JU, loosest)),
            abi.encodeCall(IVault.rescue, (JU, _thief, 5 ether))
        ];
        for (uint256 i; i < calls.length; ++i) {
            announce(calls[i]);
        }
        vm.warp(START + 2 days - 1);
        for (uint256 i; i < calls.length; ++i) {
            adminCallsExpecting(calls[i], abi.encodeWithSelector(IVault.ChangeNotReady.selector, START + 2 days));
        }
        _failToTake(JU, 0xbad, 1);
        // Whoever saw the announcement can still withdraw.
        send(voucherOf(JU, CAP));
        assertEq(_thief.balance, 0);
        assertEq(bob.balance, CAP);
    }

    function test_admin_WhenTheDelayHasPassed_ItTakesNoMoreThanTheCeiling() public {
        IVault.TokenRule memory loosest = rule();
        loosest.window = CEILING_WINDOW;
        loosest.windowCap = CEILING_CAP / 2;
        announce(abi.encodeCall(IVault.setSigner, (vm.addr(0xbad))));
        announce(abi.encodeCall(IVault.setTokenRule, (JU, loosest)));
        vm.warp(START + 2 days);
        adminCalls(abi.encodeCall(IVault.setSigner, (vm.addr(0xbad))));
        adminCalls(abi.encodeCall(IVault.setTokenRule, (JU, loosest)));
        _failToTake(JU, 0xbad, CEILING_CAP / 2 + 1);
        _take(JU, 0xbad, CEILING_CAP / 2);
        assertEq(_thief.balance, CEILING_CAP / 2);
    }

    function _take(address token, uint256 key, uint256 amount) private {
        assertTrue(_pays(token, key, amount));
    }

    function _failToTake(address token, uint256 key, uint256 amount) private {
        assertFalse(_pays(token, key, amount));
    }

    /// @dev Whether the vault pays the thief a voucher that was signed with a key and the auditor's.
    function _pays(address token, uint256 key, uint256 amount) private returns (bool) {
        uint64 now_ = uint64(block.timestamp);
        bytes32 id = keccak256(abi.encode(++_vouchers));
        IVault.Voucher memory voucher = IVault.Voucher(id, _thief, _thief, token, amount, now_, now_ + 1 hours);
        (bytes memory signature, bytes memory second) = (signWith(key, voucher), cosign(voucher));
        vm.prank(_thief);
        try vault.withdraw(voucher, signature, second) {
            return true;
        } catch {
            return false;
        }
    }

    /// @dev Expects that the present sender can call none of the admin's functions.
    function _allRevert() private {
        bytes[8] memory calls = [
            abi.encodeCall(IVault.setSigner, (_thief)),
            abi.encodeCall(IVault.removeSigner, ()),
            abi.encodeCall(IVault.setTokenRule, (JU, rule())),
            abi.encodeCall(IVault.announceChange, ("")),
            abi.encodeCall(IVault.withdrawChange, (bytes32(0))),
            abi.encodeCall(IVault.rescue, (JU, _thief, 1)),
            abi.encodeCall(IVault.unpauseDeposits, ()),
            abi.encodeCall(IVault.unpauseWithdrawals, ())
        ];
        for (uint256 i; i < calls.length; ++i) {
            (bool ok,) = address(vault).call(calls[i]);
            assertFalse(ok);
        }
    }
}
