// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IVault} from "../../src/IVault.sol";
import {Vault} from "../../src/Vault.sol";
import {VaultFixture} from "../support/VaultFixture.sol";

contract TokenRulesTest is VaultFixture {
    // setTokenRule

    function test_setTokenRule_WhenTheSenderIsNotTheAdmin_ItReverts() public {
        expectMissingRole(alice, bytes32(0));
        vm.prank(alice);
        vault.setTokenRule(JU, rule());
    }

    function test_setTokenRule_WhenTheWindowIsTooShort_ItReverts() public {
        IVault.TokenRule memory short = rule();
        short.window = vault.MIN_WINDOW() - 1;
        vm.prank(admin);
        vm.expectRevert(abi.encodeWithSelector(IVault.WindowTooShort.selector, short.window));
        vault.setTokenRule(JU, short);
    }

    function test_setTokenRule_WhenItIsTheFirst_ItAppliesImmediately() public {
        listInNewVault(address(fmc));
        (bool listed, uint64 window, uint128 minDeposit, uint128 windowCap) = vault.ruleOf(address(fmc));
        assertTrue(listed);
        assertEq(window, WINDOW);
        assertEq(minDeposit, MINIMUM);
        assertEq(windowCap, CAP);
    }

    function test_setTokenRule_WhenTheTokenHasNoCeiling_ItReverts() public {
        vm.prank(admin);
        vm.expectRevert(abi.encodeWithSelector(IVault.CeilingExceeded.selector, alice, 0, 0));
        vault.setTokenRule(alice, rule());
    }

    function test_setTokenRule_WhenItPassesTheCeiling_ItRevertsEvenAsAnnounced() public {
        IVault.TokenRule memory next = rule();
        next.windowCap = CEILING_CAP + 1;
        bytes memory data = abi.encodeCall(IVault.setTokenRule, (JU, next));
        announce(data);
        vm.warp(START + 2 days);
        adminCallsExpecting(
            data, abi.encodeWithSelector(IVault.CeilingExceeded.selector, JU, CEILING_WINDOW, CEILING_CAP)
        );
        next.windowCap = CEILING_CAP;
        changeAnnounced(abi.encodeCall(IVault.setTokenRule, (JU, next)));
        assertEq(vault.windowLeft(JU), CEILING_CAP);
    }

    function test_setTokenRule_WhenAnyFieldIsTighter_ItAppliesImmediately() public {
        for (uint8 field; field < 4; ++field) {
            IVault.TokenRule memory next = rule();
            _change(next, field, true);
            vault = newVault();
            setRule(JU, next);
            (bool listed, uint64 window, uint128 minDeposit, uint128 windowCap) = vault.ruleOf(JU);
            assertEq(abi.encode(listed, window, minDeposit, windowCap), abi.encode(next));
        }
    }

    function test_setTokenRule_WhenAnyFieldIsLooser_ItRevertsUnlessAnnounced() public {
        delist(JU);
        for (uint8 field; field < 4; ++field) {
            IVault.TokenRule memory next = rule();
            next.listed = false;
            _change(next, field, false);
            bytes memory data = abi.encodeCall(IVault.setTokenRule, (JU, next));
            adminCallsExpecting(data, abi.encodeWithSelector(IVault.ChangeNotAnnounced.selector, keccak256(data)));
        }
        IVault.TokenRule memory mixed = rule();
        mixed.listed = false;
        mixed.windowCap = CAP / 2;
        mixed.window = WINDOW / 2;
        bytes memory call = abi.encodeCall(IVault.setTokenRule, (JU, mixed));
        adminCallsExpecting(call, abi.encodeWithSelector(IVault.ChangeNotAnnounced.selector, keccak256(call)));
        changeAnnounced(call);
        assertEq(vault.windowLeft(JU), CAP / 2);
    }

    function testFuzz_setTokenRule_ItDoesNotRefillTheCap(uint64 window, uint256 spent, uint128 minimum) public {
        send(voucherOf(JU, bound(spent, 1, CAP)));
        uint256 left = vault.windowLeft(JU);
        IVault.TokenRule memory next = rule();
        next.window = uint64(bound(window, WINDOW, 365 days));
        next.minDeposit = uint128(bound(minimum, MINIMUM, type(uint128).max));
        setRule(JU, next);
        assertEq(vault.windowLeft(JU), left);
    }

    function test_setTokenRule_WhenTheCapFallsBelowWhatWasSpent_ItLeavesZero() public {
        send(voucherOf(JU, 50 ether));
        IVault.TokenRule memory lower = rule();
        lower.windowCap = 10 ether;
        setRule(JU, lower);
        assertEq(vault.windowLeft(JU), 0);
        vm.warp(START + 4 days);
        assertEq(vault.windowLeft(JU), 0);
        vm.warp(START + 5 days);
        assertEq(vault.windowLeft(JU), 10 ether);
    }

    /// @dev Makes one field of a rule tighter or looser.
    function _change(IVault.TokenRule memory next, uint8 field, bool tighter) private pure {
        if (field == 0) next.listed = !tighter;
        else if (field == 1) next.window = tighter ? next.window + 1 : next.window - 1;
        else if (field == 2) next.minDeposit = tighter ? next.minDeposit + 1 : next.minDeposit - 1;
        else next.windowCap = tighter ? next.windowCap - 1 : next.windowCap + 1;
    }

    // constructor

    function test_constructor_WhenTheWindowOfACeilingIsTooShort_ItReverts() public {
        IVault.Ceiling[] memory short = ceilings(address(fmc));
        short[1].window = vault.MIN_WINDOW() - 1;
        vm.expectRevert(abi.encodeWithSelector(IVault.WindowTooShort.selector, short[1].window));
        new Vault(2 days, admin, vm.addr(SIGNER_KEY), vm.addr(AUDITOR_KEY), short);
    }

    // windowLeft

    function test_windowLeft_WhenTheTokenHasNoRule_ItIsZero() public view {
        assertEq(vault.windowLeft(address(0xdead)), 0);
    }

    function test_windowLeft_ItRefillsEvenlyUpToTheCap() public {
        send(voucherOf(JU, CAP));
        assertEq(vault.windowLeft(JU), 0);
        vm.warp(START + WINDOW / 4);
        assertEq(vault.windowLeft(JU), CAP / 4);
        vm.warp(START + WINDOW - 1);
        assertLt(vault.windowLeft(JU), CAP);
        vm.warp(START + WINDOW);
        assertEq(vault.windowLeft(JU), CAP);
        vm.warp(START + 10 * WINDOW);
        assertEq(vault.windowLeft(JU), CAP);
    }

    function test_windowLeft_ItPaysAtMostTwiceTheCapInOneWindow() public {
        IVault.Voucher memory voucher = voucherOf(JU, CAP);
        send(voucher);
        vm.warp(START + WINDOW - 1);
        uint256 left = vault.windowLeft(JU);
        send(voucherOf(JU, left));
        assertLt(CAP + left, 2 * uint256(CAP));
        sendExpecting(voucherOf(JU, 1), abi.encodeWithSelector(IVault.WindowCapExceeded.selector, JU, 1, 0));
    }

    function testFuzz_windowLeft_ItPaysNoMoreThanTheCapInAnySpan(
        uint256[12] calldata amounts,
        uint32[12] calldata waits
    ) public {
        uint256 sum;
        for (uint256 i; i < amounts.length; ++i) {
            uint256 left = vault.windowLeft(JU);
            if (left != 0) {
                IVault.Voucher memory voucher = voucherOf(JU, bound(amounts[i], 1, left));
                send(voucher);
                sum += voucher.amount;
            }
            assertLe(sum, CAP + CAP * (block.timestamp - START) / WINDOW);
            vm.warp(block.timestamp + bound(waits[i], 0, WINDOW / 4));
        }
    }
}
