// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IChanges} from "../../src/IChanges.sol";
import {IVault} from "../../src/IVault.sol";
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
        short.window = CEILING_WINDOW - 1;
        bytes memory data = abi.encodeCall(IVault.setTokenRule, (JU, short));
        announce(data);
        vm.warp(START + 2 days);
        adminCallsExpecting(
            data, abi.encodeWithSelector(IVault.CeilingExceeded.selector, JU, CEILING_WINDOW, CEILING_CAP)
        );
    }

    function test_setTokenRule_WhenTheCapIsBelowTheFloorOrTheWindowTooLong_ItRevertsEvenAsAnnounced() public {
        IVault.TokenRule memory small = rule();
        small.windowCap = FLOOR - 1;
        IVault.TokenRule memory long = rule();
        long.window = vault.MAX_WINDOW() + 1;
        bytes memory refusal = abi.encodeWithSelector(IVault.RuleTooTight.selector, JU, vault.MAX_WINDOW(), FLOOR);
        announce(abi.encodeCall(IVault.setTokenRule, (JU, small)));
        announce(abi.encodeCall(IVault.setTokenRule, (JU, long)));
        vm.warp(START + 2 days);
        adminCallsExpecting(abi.encodeCall(IVault.setTokenRule, (JU, small)), refusal);
        adminCallsExpecting(abi.encodeCall(IVault.setTokenRule, (JU, long)), refusal);
    }

    function test_setTokenRule_ItStartsWithThatOfTheDeployment() public {
        listInNewVault(address(fmc));
        (bool listed, uint64 window, uint128 minDeposit, uint128 windowCap) = vault.ruleOf(address(fmc));
        assertTrue(listed);
        assertEq(window, WINDOW);
        assertEq(minDeposit, MINIMUM);
        assertEq(windowCap, CAP);
    }

    function test_setTokenRule_WhenTheTokenHasNoCeiling_ItReverts() public {
        bytes memory data = abi.encodeCall(IVault.setTokenRule, (alice, rule()));
        announce(data);
        vm.warp(START + 2 days);
        adminCallsExpecting(data, abi.encodeWithSelector(IVault.CeilingExceeded.selector, alice, 0, 0));
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
        assertEq(vault.capOf(JU), HELD * SHARE_BPS / 10_000);
    }

    function test_setTokenRule_WhenItStopsDeposits_ItAppliesImmediately() public {
        for (uint8 field; field < 4; field += 2) {
            IVault.TokenRule memory next = rule();
            _change(next, field, true);
            vault = newVault();
            setRule(JU, next);
            (bool listed, uint64 window, uint128 minDeposit, uint128 windowCap) = vault.ruleOf(JU);
            assertEq(abi.encode(listed, window, minDeposit, windowCap), abi.encode(next));
        }
    }

    function test_setTokenRule_WhenItSlowsWithdrawals_ItRevertsUnlessAnnouncedAndRestartsDelays() public {
        for (uint8 field = 1; field < 4; field += 2) {
            IVault.TokenRule memory next = rule();
            _change(next, field, true);
            vault = newVault();
            bytes memory data = abi.encodeCall(IVault.setTokenRule, (JU, next));
            adminCallsExpecting(data, abi.encodeWithSelector(IChanges.ChangeNotAnnounced.selector, keccak256(data)));
            changeAnnounced(data);
            assertEq(vault.openSince(), block.timestamp);
        }
    }

    function test_setTokenRule_WhenAnyFieldIsLooser_ItRevertsUnlessAnnounced() public {
        delist(JU);
        for (uint8 field; field < 4; ++field) {
            IVault.TokenRule memory next = rule();
            next.listed = false;
            _change(next, field, false);
            bytes memory data = abi.encodeCall(IVault.setTokenRule, (JU, next));
            adminCallsExpecting(data, abi.encodeWithSelector(IChanges.ChangeNotAnnounced.selector, keccak256(data)));
        }
        IVault.TokenRule memory mixed = rule();
        mixed.listed = false;
        mixed.windowCap = CAP / 2;
        mixed.window = WINDOW / 2;
        bytes memory call = abi.encodeCall(IVault.setTokenRule, (JU, mixed));
        adminCallsExpecting(call, abi.encodeWithSelector(IChanges.ChangeNotAnnounced.selector, keccak256(call)));
        changeAnnounced(call);
        assertEq(vault.windowLeft(JU), CAP / 2);
    }

    function testFuzz_setTokenRule_ItDoesNotRefillTheCap(uint64 window, uint256 spent, uint128 minimum) public {
        send(voucherOf(JU, bound(spent, 1, CAP)));
        uint256 left = vault.windowLeft(JU);
        IVault.TokenRule memory next = rule();
        next.window = uint64(bound(window, WINDOW, vault.MAX_WINDOW()));
        next.minDeposit = uint128(bound(minimum, MINIMUM, type(uint128).max));
        bytes memory data = abi.encodeCall(IVault.setTokenRule, (JU, next));
        announce(data);
        vm.warp(START + 2 days);
        // All of the cap has refilled; spend as much again.
        send(voucherOf(JU, CAP - left));
        adminCalls(data);
        assertEq(vault.windowLeft(JU), left);
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
        IVault.Listing[] memory short = listings(address(fmc));
        short[1].ceiling.window = vault.MIN_WINDOW() - 1;
        vm.expectRevert(abi.encodeWithSelector(IVault.WindowTooShort.selector, short[1].ceiling.window));
        newVaultOf(short);
    }

    function test_constructor_WhenAShareIsMoreThanEverything_ItReverts() public {
        IVault.Listing[] memory large = listings(address(fmc));
        large[0].ceiling.shareBps = 10_001;
        vm.expectRevert(abi.encodeWithSelector(IVault.ShareTooLarge.selector, 10_001));
        newVaultOf(large);
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

    function testFuzz_windowLeft_ItIsNeverMoreThanTheShareOfWhatIsAccountedOrTheFloor(
        uint256[12] calldata amounts,
        uint32[12] calldata waits,
        uint16 shareBps
    ) public {
        shareBps = uint16(bound(shareBps, 0, 10_000));
        _newVaultWithShare(shareBps);
        for (uint256 i; i < amounts.length; ++i) {
            uint256 left = vault.windowLeft(JU);
            uint256 share = vault.accounted(JU) * shareBps / 10_000;
            assertLe(left, share > FLOOR ? share : FLOOR);
            assertLe(left, vault.accounted(JU));
            if (left != 0) send(voucherOf(JU, bound(amounts[i], 1, left)));
            vm.warp(block.timestamp + bound(waits[i], 0, 2 * WINDOW));
        }
    }

    function testFuzz_windowLeft_ItDoesNotFallByMoreThanIsWithdrawn(uint256 first, uint256 second, uint16 shareBps)
        public
    {
        _newVaultWithShare(uint16(bound(shareBps, 100, 10_000)));
        uint256 left = vault.windowLeft(JU);
        first = bound(first, 1, left / 2);
        second = bound(second, 1, left / 2);
        send(voucherOf(JU, first));
        assertEq(vault.windowLeft(JU), left - first);
        send(voucherOf(JU, second));
        assertEq(vault.windowLeft(JU), left - first - second);
    }

    function test_windowLeft_WhenEverybodyLeaves_ItPaysTheLastHolderWithinAWindowPerFloor() public {
        _newVaultWithShare(1000);
        uint256 windows;
        for (; vault.accounted(JU) != 0; ++windows) {
            send(voucherOf(JU, vault.windowLeft(JU)));
            vm.warp(block.timestamp + WINDOW);
        }
        // A tenth of the rest in each window, then the floor: far fewer than 1,000 windows of the floor.
        assertEq(windows, 54);
    }

    function test_windowLeft_WhenTheShareOfWhatIsLeftIsLessThanTheFloor_ItPaysTheFloor() public {
        _newVaultWithShare(0);
        assertEq(vault.windowLeft(JU), FLOOR);
        send(voucherOf(JU, FLOOR));
        assertEq(vault.windowLeft(JU), 0);
        vm.warp(START + WINDOW);
        assertEq(vault.windowLeft(JU), FLOOR);
    }

    /// @dev A vault with 1,000 JU, a share, and the cap of the ceiling.
    function _newVaultWithShare(uint16 shareBps) private {
        IVault.Listing[] memory made = listings(address(fmc));
        made[0].rule.windowCap = CEILING_CAP;
        made[0].ceiling.shareBps = shareBps;
        vault = newVaultOf(made);
        vm.prank(funder);
        vault.fundNative{value: HELD}("treasury");
    }
}
