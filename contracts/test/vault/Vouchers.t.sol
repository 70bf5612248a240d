// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IChanges} from "../../src/IChanges.sol";
import {IVault} from "../../src/IVault.sol";
import {Vault} from "../../src/Vault.sol";
import {VaultFixture} from "../support/VaultFixture.sol";

contract VouchersTest is VaultFixture {
    // constructor

    function test_constructor_WhenTheSignerIsZero_ItReverts() public {
        vm.expectRevert(IVault.ZeroAddress.selector);
        new Vault(admin, address(0), vm.addr(AUDITOR_KEY), holders(), listings(address(fmc)), scribe, 0);
    }

    function test_constructor_WhenTheAuditorIsZero_ItReverts() public {
        vm.expectRevert(IVault.ZeroAddress.selector);
        new Vault(admin, vm.addr(SIGNER_KEY), address(0), holders(), listings(address(fmc)), scribe, 0);
    }

    function test_constructor_WhenTheAuditorIsTheSigner_ItReverts() public {
        address signer = vm.addr(SIGNER_KEY);
        vm.expectRevert(abi.encodeWithSelector(IVault.SignerRetired.selector, signer));
        new Vault(admin, signer, signer, holders(), listings(address(fmc)), scribe, 0);
    }

    // withdraw

    function testFuzz_withdraw_WhenAnotherAccountSendsIt_ItReverts(address sender) public {
        vm.assume(sender != alice);
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        (bytes memory signature, bytes memory second) = (sign(voucher), cosign(voucher));
        vm.prank(sender);
        vm.expectRevert(abi.encodeWithSelector(IVault.NotVoucherAccount.selector, sender, alice));
        vault.withdraw(voucher, signature, second);
    }

    function test_withdraw_WhenTheRecipientIsZero_ItReverts() public {
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        voucher.to = address(0);
        sendExpecting(voucher, abi.encodeWithSelector(IVault.InvalidRecipient.selector, address(0)));
    }

    function test_withdraw_WhenTheRecipientIsTheVault_ItReverts() public {
        IVault.Voucher memory voucher = voucherOf(address(fmc), 1 ether);
        voucher.to = address(vault);
        sendExpecting(voucher, abi.encodeWithSelector(IVault.InvalidRecipient.selector, address(vault)));
    }

    function test_withdraw_WhenTheAmountIsZero_ItReverts() public {
        sendExpecting(voucherOf(JU, 0), abi.encodeWithSelector(IVault.ZeroAmount.selector));
    }

    function test_withdraw_WhenTheIdWasPaid_ItReverts() public {
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        send(voucher);
        sendExpecting(voucher, abi.encodeWithSelector(IVault.VoucherUsed.selector, voucher.id));
        voucher.amount = 2 ether;
        sendExpecting(voucher, abi.encodeWithSelector(IVault.VoucherUsed.selector, voucher.id));
    }

    function test_withdraw_WhenItIsOneSecondTooEarly_ItReverts() public {
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        vm.warp(voucher.validAfter - 1);
        sendExpecting(voucher, abi.encodeWithSelector(IVault.VoucherNotYetValid.selector, voucher.validAfter));
    }

    function test_withdraw_WhenItIsTheLastValidSecond_ItPays() public {
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        vm.warp(voucher.deadline - 1);
        send(voucher);
        assertEq(bob.balance, 1 ether);
    }

    function test_withdraw_WhenTheDeadlineIsNow_ItReverts() public {
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        vm.warp(voucher.deadline);
        sendExpecting(voucher, abi.encodeWithSelector(IVault.VoucherExpired.selector, voucher.deadline));
    }

    function test_withdraw_WhenItsLifetimeIsTheMaximum_ItPays() public {
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        voucher.deadline = voucher.validAfter + vault.MAX_VOUCHER_TTL();
        send(voucher);
        assertEq(bob.balance, 1 ether);
    }

    function test_withdraw_WhenItsLifetimeIsOneSecondTooLong_ItReverts() public {
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        voucher.deadline = voucher.validAfter + vault.MAX_VOUCHER_TTL() + 1;
        sendExpecting(
            voucher,
            abi.encodeWithSelector(IVault.VoucherLifetimeTooLong.selector, voucher.validAfter, voucher.deadline)
        );
    }

    function testFuzz_withdraw_WhenAFieldIsAltered_ItReverts(uint8 field) public {
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        (bytes memory signature, bytes memory second) = (sign(voucher), cosign(voucher));
        field = uint8(bound(field, 0, 6));
        if (field == 0) voucher.id = bytes32("another");
        else if (field == 1) voucher.account = bob;
        else if (field == 2) voucher.to = alice;
        else if (field == 3) voucher.token = address(fmc);
        else if (field == 4) voucher.amount = 2 ether;
        else if (field == 5) voucher.validAfter -= 1;
        else voucher.deadline += 1;
        vm.prank(voucher.account);
        vm.expectRevert(IVault.InvalidVoucherSignature.selector);
        vault.withdraw(voucher, signature, second);
    }

    function testFuzz_withdraw_WhenAnotherKeySigned_ItReverts(uint256 key) public {
        key = bound(key, 1, type(uint128).max);
        vm.assume(key != SIGNER_KEY);
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        (bytes memory signature, bytes memory second) = (signWith(key, voucher), cosign(voucher));
        vm.prank(alice);
        vm.expectRevert(IVault.InvalidVoucherSignature.selector);
        vault.withdraw(voucher, signature, second);
    }

    function testFuzz_withdraw_WhenTheAuditorDidNotSign_ItReverts(uint256 key) public {
        key = bound(key, 1, type(uint128).max);
        vm.assume(key != AUDITOR_KEY);
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        (bytes memory signature, bytes memory second) = (sign(voucher), signWith(key, voucher));
        vm.prank(alice);
        vm.expectRevert(IVault.InvalidAuditorSignature.selector);
        vault.withdraw(voucher, signature, second);
    }

    function test_withdraw_WhenOneKeySignedTwice_ItReverts() public {
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        (bytes memory signature, bytes memory second) = (sign(voucher), cosign(voucher));
        vm.startPrank(alice);
        vm.expectRevert(IVault.InvalidAuditorSignature.selector);
        vault.withdraw(voucher, signature, signature);
        vm.expectRevert(IVault.InvalidVoucherSignature.selector);
        vault.withdraw(voucher, second, second);
        vm.expectRevert(IVault.InvalidVoucherSignature.selector);
        vault.withdraw(voucher, second, signature);
        vm.stopPrank();
    }

    function testFuzz_withdraw_WhenTheAuditorSignatureIsRandom_ItReverts(bytes calldata second) public {
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        bytes memory signature = sign(voucher);
        vm.prank(alice);
        vm.expectRevert(IVault.InvalidAuditorSignature.selector);
        vault.withdraw(voucher, signature, second);
    }

    function testFuzz_withdraw_WhenTheSignatureIsRandom_ItReverts(bytes calldata signature) public {
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        bytes memory second = cosign(voucher);
        vm.prank(alice);
        vm.expectRevert(IVault.InvalidVoucherSignature.selector);
        vault.withdraw(voucher, signature, second);
    }

    function test_withdraw_WhenItWasSignedForAnotherChain_ItReverts() public {
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        (bytes memory signature, bytes memory second) = (sign(voucher), cosign(voucher));
        vm.chainId(210_000);
        vm.prank(alice);
        vm.expectRevert(IVault.InvalidVoucherSignature.selector);
        vault.withdraw(voucher, signature, second);
    }

    function test_withdraw_WhenItWasSignedForAnotherVault_ItReverts() public {
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        (bytes memory signature, bytes memory second) = (sign(voucher), cosign(voucher));
        Vault other = newVault();
        vm.prank(alice);
        vm.expectRevert(IVault.InvalidVoucherSignature.selector);
        other.withdraw(voucher, signature, second);
    }

    // cancelVoucher

    function test_cancelVoucher_WhenTheSenderHasNoRole_ItReverts() public {
        expectMissingRole(alice, vault.CANCELLER_ROLE());
        vm.prank(alice);
        vault.cancelVoucher("id");
    }

    function test_cancelVoucher_WhenTheIdWasPaid_ItReverts() public {
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        send(voucher);
        vm.prank(canceller);
        vm.expectRevert(abi.encodeWithSelector(IVault.VoucherUsed.selector, voucher.id));
        vault.cancelVoucher(voucher.id);
    }

    function test_cancelVoucher_WhenWithdrawalsArePaused_ItCancels() public {
        vm.prank(pauser);
        vault.pauseWithdrawals();
        vm.expectEmit(address(vault));
        emit IVault.VoucherCancelled(3, "id");
        vm.prank(canceller);
        vault.cancelVoucher("id");
        assertTrue(vault.used("id"));
    }

    function test_cancelVoucher_ItInvalidatesTheVoucher() public {
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        vm.prank(canceller);
        vault.cancelVoucher(voucher.id);
        sendExpecting(voucher, abi.encodeWithSelector(IVault.VoucherUsed.selector, voucher.id));
    }

    // setSigner

    function test_setSigner_WhenTheSenderIsNotTheAdmin_ItReverts() public {
        expectMissingRole(pauser, bytes32(0));
        vm.prank(pauser);
        vault.setSigner(pauser);
    }

    function test_setSigner_WhenTheSignerIsZero_ItReverts() public {
        bytes memory data = abi.encodeCall(IVault.setSigner, (address(0)));
        announce(data);
        vm.warp(START + 2 days);
        adminCallsExpecting(data, abi.encodeWithSelector(IVault.ZeroAddress.selector));
    }

    function test_setSigner_WhenItWasNotAnnounced_ItReverts() public {
        bytes memory data = abi.encodeCall(IVault.setSigner, (vm.addr(0xbeef)));
        adminCallsExpecting(data, abi.encodeWithSelector(IChanges.ChangeNotAnnounced.selector, keccak256(data)));
        announce(data);
        bytes memory other = abi.encodeCall(IVault.setSigner, (vm.addr(0xbad)));
        vm.warp(START + 2 days);
        adminCallsExpecting(other, abi.encodeWithSelector(IChanges.ChangeNotAnnounced.selector, keccak256(other)));
    }

    function test_setSigner_ItInvalidatesThePreviousSignersVouchers() public {
        bytes memory data = abi.encodeCall(IVault.setSigner, (vm.addr(0xbeef)));
        announce(data);
        vm.warp(START + 2 days);
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        vm.expectEmit(address(vault));
        emit IVault.SignerChanged(vm.addr(SIGNER_KEY), vm.addr(0xbeef));
        adminCalls(data);
        sendExpecting(voucher, abi.encodeWithSelector(IVault.InvalidVoucherSignature.selector));
        withdrawAs(alice, voucher, signWith(0xbeef, voucher));
        assertEq(bob.balance, 1 ether);
    }

    function test_setSigner_WhenItIsTheAuditor_ItReverts() public {
        address auditor = vm.addr(AUDITOR_KEY);
        bytes memory data = abi.encodeCall(IVault.setSigner, (auditor));
        announce(data);
        vm.warp(START + 2 days);
        adminCallsExpecting(data, abi.encodeWithSelector(IVault.SignerRetired.selector, auditor));
    }

    // setAuditor

    function test_setAuditor_WhenTheSenderIsNotTheAdmin_ItReverts() public {
        expectMissingRole(pauser, bytes32(0));
        vm.prank(pauser);
        vault.setAuditor(pauser);
    }

    function test_setAuditor_WhenItWasNotAnnounced_ItReverts() public {
        bytes memory data = abi.encodeCall(IVault.setAuditor, (vm.addr(0xbeef)));
        adminCallsExpecting(data, abi.encodeWithSelector(IChanges.ChangeNotAnnounced.selector, keccak256(data)));
    }

    function test_setAuditor_WhenItIsTheSigner_ItReverts() public {
        address signer = vm.addr(SIGNER_KEY);
        bytes memory data = abi.encodeCall(IVault.setAuditor, (signer));
        announce(data);
        vm.warp(START + 2 days);
        adminCallsExpecting(data, abi.encodeWithSelector(IVault.SignerRetired.selector, signer));
    }

    function test_setAuditor_ItInvalidatesThePreviousAuditorsVouchers() public {
        bytes memory data = abi.encodeCall(IVault.setAuditor, (vm.addr(0xbeef)));
        announce(data);
        vm.warp(START + 2 days);
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        vm.expectEmit(address(vault));
        emit IVault.AuditorChanged(vm.addr(AUDITOR_KEY), vm.addr(0xbeef));
        adminCalls(data);
        sendExpecting(voucher, abi.encodeWithSelector(IVault.InvalidAuditorSignature.selector));
        (bytes memory signature, bytes memory second) = (sign(voucher), signWith(0xbeef, voucher));
        vm.prank(alice);
        vault.withdraw(voucher, signature, second);
        assertEq(bob.balance, 1 ether);
    }

    function test_setSigner_WhenItWasTheSignerBefore_ItRevertsAndItsVouchersStayInvalid() public {
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        // Signed in advance by the holder of the key: it would be valid for a day from then on.
        voucher.validAfter = START + 10 days;
        voucher.deadline = START + 11 days;
        changeAnnounced(abi.encodeCall(IVault.setSigner, (vm.addr(0xbeef))));
        bytes memory back = abi.encodeCall(IVault.setSigner, (vm.addr(SIGNER_KEY)));
        announce(back);
        vm.warp(START + 10 days);
        adminCallsExpecting(back, abi.encodeWithSelector(IVault.SignerRetired.selector, vm.addr(SIGNER_KEY)));
        sendExpecting(voucher, abi.encodeWithSelector(IVault.InvalidVoucherSignature.selector));
    }

    // removeSigner

    function test_removeSigner_WhenTheSenderIsNotTheAdmin_ItReverts() public {
        expectMissingRole(pauser, bytes32(0));
        vm.prank(pauser);
        vault.removeSigner();
    }

    function testFuzz_removeSigner_ItInvalidatesEveryVoucherImmediately(bytes calldata signature) public {
        IVault.Voucher memory voucher = voucherOf(JU, 1 ether);
        vm.expectEmit(address(vault));
        emit IVault.SignerChanged(vm.addr(SIGNER_KEY), address(0));
        vm.prank(admin);
        vault.removeSigner();
        sendExpecting(voucher, abi.encodeWithSelector(IVault.InvalidVoucherSignature.selector));
        bytes memory second = cosign(voucher);
        vm.prank(alice);
        vm.expectRevert(IVault.InvalidVoucherSignature.selector);
        vault.withdraw(voucher, signature, second);
    }
}
